// SPDX-License-Identifier: GPL-3.0-or-later
// Small programs on AlbumenKit, each in a file of its own: `swift run examples NAME LIBRARY …`.

import AlbumenKit
import Glibc

/// The examples' application id: what they may see is granted to it, not to Albumen.
let exampleClient = ClientIdentifier("org.albumen.Examples")

func openLibrary(_ folder: String) async throws -> PhotoLibrary {
    try await PhotoLibrary.open(at: LibraryLocation(directory: FilePath(folder)), client: exampleClient)
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("smart-albums", 2): try await listSmartAlbums(in: words[1])
case ("save", 4): try await save(words[2], toAlbum: words[3], in: words[1])
case ("observe", 2): try await observeChanges(in: words[1])
case ("limited", 2): try await showLimitedLibrary(in: words[1])
default:
    print(
        """
        usage: examples smart-albums LIBRARY
               examples save LIBRARY FILE ALBUM
               examples observe LIBRARY
               examples limited LIBRARY
        """)
    exit(2)
}
