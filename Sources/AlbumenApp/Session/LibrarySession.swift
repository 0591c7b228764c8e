// SPDX-License-Identifier: GPL-3.0-or-later
// What every view of one open library shares; it subscribes to the library's changes once, for all of them.

import AlbumenKit
import GTKBridge

/// An open library, its pictures and its scanner, on the main actor.
///
/// Views keep no subscription of their own: `observeChanges` passes each change on, in order, for as long as the
/// observer lives.
@MainActor
final class LibrarySession {
    let library: PhotoLibrary
    let images: ImageManager
    private(set) var scanner: LibraryScanner
    /// What a person does to assets, wherever they are shown.
    var actions: AssetActions { AssetActions(session: self) }

    /// The window that the library is shown in; nil once it is closed. What goes on after a wait looks here first: the
    /// window's widgets go with it.
    var window: Widget?
    /// Shows a toast; the window sets it.
    var presentToast: (Toast) -> Void = { _ in }
    /// Puts the window into full screen or back; the window sets it.
    var toggleFullscreen: () -> Void = {}
    /// Shows the album with this local identifier; the window sets it.
    var showAlbum: (String) -> Void = { _ in }

    /// The photos that are being dragged, from whichever view; empty while none are.
    var dragged: [Asset] = []

    /// Asks for an album and saves the photos to it; the window sets it.
    var saveToAlbum: ([Asset]) -> Void = { _ in }

    /// There is another scanner, whose progress is to be followed; the browser sets it.
    var scannerRenewed: () -> Void = {}

    private var observers: [Observer] = []
    private var subscription: Task<Void, Never>?
    private var pressure: MemoryPressure?

    init(library: PhotoLibrary, images: ImageManager, scanner: LibraryScanner) {
        self.library = library
        self.images = images
        self.scanner = scanner
    }

    /// Begins to pass changes on. Called once, before the first fetch, so that none is missed between the two.
    func start() {
        precondition(subscription == nil, "A session starts once.")
        pressure = MemoryPressure { [images] level in
            images.trim(toBytes: level.bytesKept(of: images.memoryByteCount))
        }
        let changes = library.changes()
        subscription = Task { [weak self] in
            for await change in changes {
                guard let self else { return }
                deliver(change)
            }
        }
    }

    /// Shows what an import brought, where it is still together.
    func showImport(_ identifier: String) async {
        let records = (try? await library.fetchImports()) ?? []
        let record = records.first { $0.identifier == identifier }
        if let collection = record?.collectionIdentifier { showAlbum(collection) }
    }

    /// Ends the scan; another can begin with the new scanner. A scanner that was stopped stays stopped.
    func renewScanner() async {
        await scanner.stop()
        scanner = LibraryScanner(library: library)
        scannerRenewed()
    }

    /// Ends the subscription and the scan, and lets go of the window, which is closed.
    func stop() {
        subscription?.cancel()
        subscription = nil
        pressure?.end()
        pressure = nil
        observers.removeAll()
        window = nil
        presentToast = { _ in }
        toggleFullscreen = {}
        showAlbum = { _ in }
        saveToAlbum = { _ in }
        scannerRenewed = {}
        Task { [scanner] in await scanner.stop() }
    }

    /// Calls `handler` on the main actor for each change until `owner` is gone. `owner` is held weakly; the
    /// handler should hold it weakly too.
    func observeChanges(_ owner: AnyObject, _ handler: @escaping @MainActor (LibraryChange) -> Void) {
        observers.append(Observer(owner: owner, handler: handler))
    }

    /// A short message at the bottom of the window; with `undo`, also a button that takes the act back.
    func toast(_ text: String, undo: (() -> Void)? = nil) {
        presentToast(Toast(text: text, undo: undo))
    }

    /// A message for an act that failed, in words that say why.
    func report(_ error: any Error, doing act: String) {
        if error is CancellationError { return }
        presentToast(Toast(text: tr("{act}: {reason}", ["act": act, "reason": explanation(of: error)])))
    }

    private func deliver(_ change: LibraryChange) {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.handler(change) }
    }

    private struct Observer {
        weak var owner: AnyObject?
        let handler: @MainActor (LibraryChange) -> Void
    }
}
