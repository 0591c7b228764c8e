// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the library away from the main thread, and says in words why it could not be.

import AlbumenKit
import Imaging

/// What opening gives: the library, its pictures, its scanner.
struct OpenedLibrary: Sendable {
    let library: PhotoLibrary
    let images: ImageManager
    let scanner: LibraryScanner
}

/// Why there is no library to show: a page of its own, with a way on where there is one.
struct OpeningFailure: Equatable {
    var iconName: String
    var title: String
    var description: String
    /// Whether trying again can help without leaving the app.
    var canRetry: Bool

    init(_ error: any Error, location: LibraryLocation) {
        let folder = location.data.displayString
        switch error {
        case LibraryError.catalogNewer:
            iconName = "software-update-available-symbolic"
            title = tr("Made by a Newer Albumen")
            description = tr(
                "The library in “{folder}” was written by a newer version. It was left as it is. Update Albumen to open it.",
                ["folder": folder])
            canRetry = false
        case LibraryError.noSpace:
            iconName = "drive-harddisk-symbolic"
            title = tr("No Space Left")
            description = tr(
                "There is no space left for the library in “{folder}”. Free some and try again.",
                ["folder": folder])
            canRetry = true
        case LibraryError.file(.permissionDenied(let path)):
            iconName = "system-lock-screen-symbolic"
            title = tr("The Library Cannot Be Written")
            description = tr(
                "Albumen may not write in “{folder}”. Change the folder's permissions and try again.",
                ["folder": path.displayString])
            canRetry = true
        case LibraryError.catalogPlace:
            iconName = "dialog-error-symbolic"
            title = tr("The Library Cannot Be Opened")
            // Which file it is and what to do about it.
            description = explanation(of: error)
            canRetry = true
        default:
            iconName = "dialog-error-symbolic"
            title = tr("The Library Cannot Be Opened")
            description = tr(
                "“{folder}”: {reason}", ["folder": folder, "reason": explanation(of: error)])
            canRetry = true
        }
    }
}

extension OpenedLibrary {
    /// Opens or makes the library at `location`. Nothing of it runs on the main actor.
    static func open(at location: LibraryLocation) async throws -> OpenedLibrary {
        let decoders = DecoderPool(
            configuration: .init(onConfinement: { confinement in
                guard !confinement.isSandboxed else { return }
                printError("the decoder is \(confinement)")
            }))
        // Beside the opening, so that the first picture waits for no process. Where it does not start, pictures say so.
        Task { try? await decoders.prepare() }
        let library = try await PhotoLibrary.open(at: location, client: .app, decoders: decoders)
        return OpenedLibrary(
            library: library, images: ImageManager(library: library),
            scanner: LibraryScanner(library: library))
    }
}
