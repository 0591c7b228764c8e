// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full in the middle of a change: an error that says so, and nothing changed.

import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Changes on a full disk", .timeLimit(.minutes(30)))
struct FullDiskTests {
    /// Lets the catalog grow by so many pages and no more, as a full file system would.
    private func limit(_ test: TestLibrary, morePages: Int64) async throws {
        try await test.catalog.database.writeWithoutTransaction { connection in
            let pages = try connection.int64("PRAGMA page_count") ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + morePages)")
        }
    }

    @Test("What does not fit is not done at all, also where the body carries on")
    func full() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(200)
        let text = String(repeating: "a long caption ", count: 400)
        try await limit(test, morePages: 4)
        let error = await thrown(LibraryError.self) {
            try await test.library.performChanges { changes in
                for photo in all {
                    // Whoever swallows the error does not get half a change for it.
                    let request = try? changes.request(for: photo)
                    request?.caption = text
                    request?.isFavorite = true
                }
            }
        }
        if case .noSpace = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumFavorites).assetCount == 0)
        let assets = try await test.library.fetchAssets().objects(at: 0..<200)
        #expect(assets.allSatisfy { $0.caption == nil })
        #expect(try await test.library.catalogProblems().isEmpty)
        // And when there is room again, it goes on
        try await limit(test, morePages: 100_000)
        try await test.favorite([all[0]])
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumFavorites).assetCount == 1)
    }
}
