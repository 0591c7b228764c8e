// SPDX-License-Identifier: GPL-3.0-or-later
// What a closed window leaves behind while the process goes on, as it does when D-Bus started it. Reads the app's
// internals, which only a debug build lets others see.

#if DEBUG
    import CAdwaita
    import GTKBridge
    @testable import AlbumenApp
    @testable import AlbumenKit

    /// What has to be gone with the window.
    @MainActor
    private struct Remains {
        weak var browser: Browser?
        weak var window: MainWindow?
        weak var session: LibrarySession?
        weak var access: AccessController?
        weak var viewer: PhotoViewer?
        weak var grid: PhotoGrid?
        weak var list: AssetList?
        weak var images: ImageManager?
        weak var library: PhotoLibrary?

        init(_ browser: Browser) {
            self.browser = browser
            window = browser.window
            session = browser.session
            access = browser.access
            viewer = browser.viewer
            grid = browser.grid
            list = browser.list
            images = browser.session.images
            library = browser.session.library
        }

        var names: String {
            let all: [(String, AnyObject?)] = [
                ("browser", browser), ("window", window), ("session", session), ("access", access),
                ("viewer", viewer), ("grid", grid), ("list", list), ("images", images),
                ("library", library),
            ]
            return all.filter { $0.1 != nil }.map(\.0).joined(separator: " ")
        }
    }

    /// Opens the app's window on a new library several times, each time closed in another state.
    @MainActor
    func checkSession() {
        let app = AlbumenApplication(options: LaunchOptions(library: FilePath(argument())))
        Task {
            // It runs this task; held, it goes on without a window.
            guard let process = g_application_get_default() else { fail("no application runs", 1) }
            g_application_hold(process)
            var boxes: [Int] = []
            for state in ["asking", "denied", "managing", "denied", "managing"] {
                if state != "asking" { g_application_activate(process) }
                guard let remains = await showAndClose(app, state) else { break }
                report("left_\(boxes.count)_\(state)", await names(of: remains))
                boxes.append(BoxCounter.live)
            }
            // The second time the same leaves what the first time left.
            report("boxes", boxes)
            report("boxes_same", boxes.count == 5 && boxes[1] == boxes[3] && boxes[2] == boxes[4])
            checkPressure()
            g_application_release(process)
            g_application_quit(process)
        }
        report("status", app.run())
    }

    /// One life of a window, which ends while something is going on in it.
    @MainActor
    private func showAndClose(_ app: AlbumenApplication, _ state: String) async -> Remains? {
        guard await turnTasks({ app.browser?.list != nil }), let browser = app.browser else { return nil }
        let toplevels = ObjectRef(retaining: gtk_window_get_toplevels())
        let isDialogOpen = { g_list_model_get_n_items(toplevels.opaque) > 1 }
        switch state {
        case "asking": break
        case "denied":
            try? await browser.session.library.setAuthorization(.denied, for: .readWrite)
            browser.session.toast("A message", undo: {})
        default:
            try? await browser.session.library.setAuthorization(.limited, for: .readWrite)
            gtk_widget_activate_action_variant(browser.window.widget, "win.manage-access", nil)
        }
        if state != "denied" { report("dialog_\(state)", await turnTasks(isDialogOpen)) }
        gtk_window_close(browser.window.widget.as(GtkWindow.self))
        return Remains(browser)
    }

    /// What is still there when it should all be gone.
    @MainActor
    private func names(of remains: Remains) async -> String {
        _ = await turnTasks { remains.names.isEmpty }
        return remains.names
    }

    /// Lets the loop run until `condition` holds. Gives up after ten seconds, which only a failure reaches.
    @MainActor
    private func turnTasks(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1_000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }

    /// The system says that memory is short; after the end nobody listens.
    @MainActor
    private func checkPressure() {
        var kept: [Int] = []
        let pressure = MemoryPressure { kept.append($0.bytesKept(of: 1_000)) }
        let monitor = ObjectRef(adopting: g_memory_monitor_dup_default())
        // Of GMemoryMonitorWarningLevel.
        let levels: [Int32] = [50, 100, 255]
        func warn() {
            for level in levels {
                emit(
                    monitor, "low-memory-warning",
                    .enumeration(g_memory_monitor_warning_level_get_type(), level))
            }
        }
        warn()
        pressure.end()
        warn()
        report("kept_under_pressure", kept)
    }
#else
    @MainActor
    func checkSession() { fail("the check needs a debug build", 2) }
#endif
