// SPDX-License-Identifier: GPL-3.0-or-later
// The application: one window on one library. The window is there at once; the library is opened behind it.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Lives as long as the process.
@MainActor
final class AlbumenApplication {
    private let location: LibraryLocation
    private let isService: Bool
    private var window: MainWindow?
    /// What shows the library; nil while there is no window, or no library yet.
    private(set) var browser: Browser?
    private let application: Application

    init(options: LaunchOptions) {
        isService = options.isService
        location = LibraryPlaces.location(for: options.library)
        application = Application(identifier: LibraryPlaces.applicationID(for: options.library))
        // GTK looks there for style.css, icons and gtk/help-overlay.ui; the id of another library would be another path.
        g_application_set_resource_base_path(
            application.reference.as(GApplication.self), LibraryPlaces.resourcePath)
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.activate() }
    }

    /// Returns the exit status when the window is closed, or when another instance has taken over.
    func run() -> Int32 {
        application.run(arguments: ["albumen"] + (isService ? ["--gapplication-service"] : []))
    }

    /// Actions and keys, once, before the first window.
    private func startUp() {
        gtk_window_set_default_icon_name(LibraryPlaces.applicationID)
        WindowActions.bindKeys(of: application)
        application.addAction("quit", keys: ["<Control>q"]) { [weak self] in self?.quit() }
        application.addAction("about") { [weak self] in
            showAboutWindow(
                over: self?.window?.widget, decoder: self?.browser?.session.library.decoders.confinement)
        }
        MainLoop.onTermination { [weak self] in self?.quit() }
        application.setKeys(["<Control>w"], for: "window.close")
        application.setKeys(["F1", "<Control>question"], for: "win.show-help-overlay")
    }

    /// Shows the window, or raises the one there is: a launcher may activate twice.
    private func activate() {
        if let window { return window.present() }
        let window = MainWindow(application: application.gtk)
        self.window = window
        connect(window.widget, "destroy") { [weak self] in self?.windowClosed() }
        connect(window.widget, "map") { StartupReport.shared.note(.windowMapped) }
        window.actions.set(.retry) { [weak self, weak window] in
            if let window { self?.open(in: window) }
        }
        window.present()
        open(in: window)
    }

    private func open(in window: MainWindow) {
        window.content.show(.opening)
        let location = location
        Task {
            do {
                // Off the main actor: opening reads the catalog and may make or mend it.
                let opened = try await Task.detached { try await OpenedLibrary.open(at: location) }.value
                await show(opened, in: window)
            } catch {
                // The window may have been closed meanwhile, and its widgets with it.
                guard self.window === window else {
                    return printError("the library was not opened: \(explanation(of: error))")
                }
                window.content.setTitle("Albumen", subtitle: "")
                window.content.show(.failure(OpeningFailure(error, location: location)))
            }
        }
    }

    private func show(_ opened: OpenedLibrary, in window: MainWindow) async {
        // The window may have been closed meanwhile.
        guard self.window === window else { return }
        let session = LibrarySession(
            library: opened.library, images: opened.images, scanner: opened.scanner)
        let browser = Browser(session: session, window: window)
        self.browser = browser
        window.actions.setEnabled(.retry, false)
        await browser.begin()
    }

    private func windowClosed() {
        browser?.end()
        browser = nil
        window = nil
    }

    private func quit() {
        guard let window else { return application.quit() }
        // Through the window, so that its size is kept.
        gtk_window_close(window.widget.as(GtkWindow.self))
    }
}
