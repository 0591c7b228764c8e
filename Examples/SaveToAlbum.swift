// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a picture into a named album, asking for permission where nobody has been asked yet.

import AlbumenKit

func save(_ file: String, toAlbum title: String, in folder: String) async throws {
    let library = try await openLibrary(folder)
    // A program with windows shows a dialog here; this one asks on the terminal.
    library.authorizationPrompt = { @Sendable level in
        print("May the examples \(level == .addOnly ? "add to" : "use") your photos? [y/N]")
        return readLine() == "y" ? .authorized : .denied
    }
    do {
        // The album is found by its exact title or made; photo and album come in one change, or neither does.
        let identifier = try await library.save(fileAt: FilePath(file), toAlbum: title)
        print("saved\t\(identifier)")
    } catch LibraryError.notAuthorized(let status) {
        print("not allowed\t\(status)")
    }
}
