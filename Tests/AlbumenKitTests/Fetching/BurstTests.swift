// SPDX-License-Identifier: GPL-3.0-or-later
// Bursts: what is shown of them, who decides, and that nothing is ever lost behind them.

import Metadata
import Testing

@testable import AlbumenKit

@Suite("Bursts", .timeLimit(.minutes(30)))
struct BurstTests {
    @Test("A burst folds behind its representative, and comes back where that goes")
    func folding() async throws {
        // Given a burst of four and a photo of none
        let test = try await TestLibrary()
        try await test.record(
            (0..<5).map { second in .photo(second) { $0.burstIdentifier = second < 4 ? "B" : nil } })
        let library = test.library
        var everything = FetchOptions()
        everything.includeAllBurstAssets = true
        let all = try await test.identifiers(library.fetchAssets(options: everything))
        func shown(_ options: FetchOptions = FetchOptions()) async throws -> [Int] {
            try await test.identifiers(library.fetchAssets(options: options)).compactMap {
                all.firstIndex(of: $0)
            }
        }
        // Nobody chose: the first one represents it
        #expect(try await shown() == [0, 4])
        #expect(try await library.fetchSmartAlbum(.smartAlbumBursts).assetCount == 1)
        // When another does, then it alone is shown, and counted
        let undo = try await library.performChanges { try $0.request(for: all[2]).representBurst() }.undo
        #expect(try await shown() == [0, 2])
        #expect(try await library.fetchSmartAlbum(.smartAlbumUserLibrary).assetCount == 2)
        #expect(try await library.fetchSmartAlbum(.smartAlbumBursts).assetCount == 1)
        // And the person's picks beside it, and all for who asks
        try await library.performChanges { try $0.request(for: all[4]).burstSelectionTypes = .userPick }
        #expect(try await shown() == [0, 2, 4])
        var options = FetchOptions()
        options.includeAllBurstAssets = true
        #expect(try await shown(options) == [0, 1, 2, 3, 4])
        #expect(try await library.fetchAssets(withBurstIdentifier: "B").count == 2)
        #expect(
            try await test.identifiers(library.fetchAssets(withBurstIdentifier: "B", options: options))
                == [all[4], all[3], all[2], all[1]])
        // When another one is chosen, then it takes the place
        try await library.performChanges { try $0.request(for: all[1]).representBurst() }
        #expect(try await shown() == [0, 1, 4])
        // When that is hidden, the burst stays folded; when it is deleted, the others come forth
        try await library.performChanges { try $0.setHidden(true, forAssets: [all[1]]) }
        #expect(try await shown() == [0, 4])
        try await library.performChanges { try $0.deleteAssets([all[1]]) }
        #expect(try await shown() == [0, 2, 3, 4])
        // And fold again when it is back
        try await library.performChanges { changes in
            try changes.restoreAssets([all[1]])
            try changes.setHidden(false, forAssets: [all[1]])
        }
        #expect(try await shown() == [0, 1, 4])
        // A folded one that is deleted is in Recently Deleted
        try await library.performChanges { try $0.deleteAssets([all[3]]) }
        #expect(try await library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 1)
        #expect(try await library.catalogProblems() == [])
        // What was chosen since is not undone; what is in no burst represents none
        _ = try await library.undo(undo)
        #expect(try await shown() == [0, 1, 4])
        await #expect(throws: LibraryError.self) {
            try await library.performChanges { try $0.request(for: all[0]).representBurst() }
        }
    }
}
