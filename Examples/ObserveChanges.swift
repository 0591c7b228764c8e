// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a list of photos up to date, whoever changes the library: this program or another.

import AlbumenKit
import Glibc

func observeChanges(in folder: String) async throws {
    let library = try await openLibrary(folder)
    // First subscribe, then fetch: nothing is missed in between.
    let changes = library.changes()
    var photos = try await library.fetchAssets()
    print("photos\t\(photos.count)")
    fflush(nil)
    for await change in changes {
        // Nil where this list is not concerned.
        guard let details = try await library.changeDetails(for: photos, in: change) else { continue }
        photos = details.after
        print(
            "removed \(details.removedIndexes) inserted \(details.insertedIndexes) changed \(details.changedIndexes)"
        )
        fflush(nil)
    }
}
