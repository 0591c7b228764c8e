// SPDX-License-Identifier: GPL-3.0-or-later
// Changes: all or nothing, told once, and enough to bring a list up to date.

import Metadata
import Testing

@testable import AlbumenKit

private struct Refusal: Error {}

@Suite("Changes", .timeLimit(.minutes(30)))
struct ChangeTests {
    @Test("A change that throws leaves nothing and tells nobody")
    func atomic() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        var changes = test.library.changes().makeAsyncIterator()
        // When a change fails after half of it
        await #expect(throws: Refusal.self) {
            try await test.library.performChanges { changes in
                try changes.setFavorite(true, forAssets: all)
                _ = try changes.createAlbum(title: "Half")
                throw Refusal()
            }
        }
        // Then nothing of it is there
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumFavorites).assetCount == 0)
        #expect(try await test.library.fetchAssetCollections(with: .album).isEmpty)
        // And the first thing an observer hears is the next change
        try await test.favorite([all[1]])
        let change = try #require(await changes.next())
        #expect(change.assetRows?.count == 1 && !change.collectionsChanged)
        #expect(change.toGeneration == change.fromGeneration + 1)
    }

    @Test("Setting what is set already is no change")
    func noChange() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(2)
        try await test.favorite([all[0]])
        let before = try await test.library.fetchAssets()
        try await test.favorite([all[0]])
        #expect(try await test.library.fetchAssets().generation == before.generation)
    }

    @Test("A favourite is one changed index, and its cell shows it")
    func favoriteDetails() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(1_000)
        let before = try await test.library.fetchAssets()
        var changes = test.library.changes().makeAsyncIterator()
        try await test.favorite([all[3]])
        let change = try #require(await changes.next())
        let details = try #require(try await test.library.changeDetails(for: before, in: change))
        #expect(details.changedIndexes == [3])
        #expect(details.removedIndexes.isEmpty && details.insertedIndexes.isEmpty && details.moves.isEmpty)
        #expect(try await details.after.object(at: 3).isFavorite)
        #expect(details.after.cachedObject(at: 2) != nil, "neighbours stay in memory")
    }

    @Test("Delete, restore: the album has them where they were")
    func deleteAndRestore() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(6)
        let order = [all[4], all[0], all[2], all[5]]
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Trip")
            try changes.request(forAlbum: album).addAssets(order + [all[0]])
            return album.localIdentifier
        }.result
        let collection = try #require(try await test.library.fetchAlbums(titled: "Trip").first)
        #expect(collection.localIdentifier == album && collection.assetCount == 4)
        // When two are deleted
        try await test.library.performChanges { try $0.deleteAssets([all[0], all[5]]) }
        // Then they are in Recently Deleted and nowhere else
        let deleted = try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted)
        #expect(Set(try await test.identifiers(test.library.fetchAssets(in: deleted))) == [all[0], all[5]])
        #expect(try await test.identifiers(test.library.fetchAssets(in: collection)) == [all[4], all[2]])
        #expect(try await test.library.fetchAssets().count == 4)
        // And restoring brings them back to their places
        try await test.library.performChanges { try $0.restoreAssets([all[0], all[5]]) }
        #expect(try await test.identifiers(test.library.fetchAssets(in: collection)) == order)
        #expect(try await test.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [4])
    }

    @Test("Fifty that save to the same album at once make one album")
    func findOrCreate() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for identifier in all {
                group.addTask {
                    try await test.library.performChanges { changes in
                        // Half of them type the accent as a character of its own.
                        let title = identifier.hash % 2 == 0 ? "Caf\u{E9}" : "Cafe\u{301}"
                        try changes.request(forAlbum: changes.findOrCreateAlbum(title: title)).addAssets([
                            identifier
                        ])
                    }
                }
            }
            try await group.waitForAll()
        }
        let albums = try await test.library.fetchAssetCollections(with: .album)
        #expect(albums.map(\.title) == ["Caf\u{E9}"])
        #expect(albums.map(\.assetCount) == [50])
        // Titles are compared whole.
        #expect(try await test.library.fetchAlbums(titled: "Caf").isEmpty)
    }

    @Test("Renaming, removing and deleting albums")
    func albums() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "First")
            try changes.request(forAlbum: album).addAssets(all)
            try changes.request(forAlbum: album).title = "Second"
            try changes.request(forAlbum: album).removeAssets([all[1]])
            return album
        }.result
        #expect(try await test.library.fetchAlbums(titled: "First").isEmpty)
        let found = try await test.library.fetchAlbums(titled: "Second")
        #expect(found.map(\.assetCount) == [2])
        let asset = try await test.library.fetchAssets(withLocalIdentifiers: [all[0]])[0]
        #expect(try await test.library.fetchAssetCollections(containing: asset) == found)
        await #expect(throws: LibraryError.self) {
            try await test.library.performChanges { try $0.request(forAlbum: album).title = " \n" }
        }
        try await test.library.performChanges { try $0.deleteAlbums([album]) }
        #expect(try await test.library.fetchAssets().count == 3)
        await #expect(throws: LibraryError.self) {
            try await test.library.performChanges { try $0.request(forAlbum: album).addAssets(all) }
        }
    }

    @Test("A slow observer gets one change that is the sum")
    func coalescing() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(5)
        var slow = test.library.changes().makeAsyncIterator()
        let start = try await test.library.fetchAssets().generation
        // Given changes that nobody has taken yet
        for identifier in all { try await test.favorite([identifier]) }
        _ = try await test.library.performChanges { try $0.createAlbum(title: "New") }
        // When the observer looks
        let change = try #require(await slow.next())
        // Then it gets all of them at once
        #expect(change.fromGeneration == start && change.toGeneration == start + 6)
        #expect(change.assetRows?.count == 5 && change.collectionsChanged)
    }

    @Test("Random edits: the details lead from the old result to the new one")
    func randomEdits() async throws {
        let test = try await TestLibrary()
        var random = SeededGenerator(state: 42)
        var next = 200
        try await test.record((0..<200).map { .photo($0) })
        var known = try await test.library.fetchAssets()
        let everyone = try await test.identifiers(known)
        var observer = test.library.changes().makeAsyncIterator()
        for _ in 0..<120 {
            // Given one edit of some kind
            let some = (0..<5).compactMap { _ in everyone.randomElement(using: &random) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try await test.library.performChanges { try $0.deleteAssets(some) }
            case 1: try await test.library.performChanges { try $0.restoreAssets(some) }
            case 2:
                // A photo whose time was corrected moves.
                let second = Int.random(in: 0..<200, using: &random)
                let time = Int64.random(in: 0..<300, using: &random) + 1_609_459_200
                try await test.record([.photo(second) { $0.captureTime?.wallSeconds = time }])
            default:
                next += 1
                let time = Int64.random(in: 0..<300, using: &random) + 1_609_459_200
                try await test.record([.photo(next) { $0.captureTime?.wallSeconds = time }])
            }
            guard try await test.library.fetchAssets().generation > known.generation else { continue }
            // When the details are applied to what was known
            let change = try #require(await observer.next())
            guard let details = try await test.library.changeDetails(for: known, in: change) else { continue }
            var rows = try await known.withAllRows { Array($0) }
            for index in details.removedIndexes.reversed() { rows.remove(at: index) }
            for index in details.insertedIndexes {
                rows.insert(try #require(details.after.rowID(at: index)), at: index)
            }
            let moved = details.moves.map { (to: $0.to, row: rows[$0.from]) }
            for from in details.moves.map(\.from).sorted(by: >) { rows.remove(at: from) }
            for move in moved.sorted(by: { $0.to < $1.to }) { rows.insert(move.row, at: move.to) }
            // Then it is what a fetch gives
            #expect(try await details.after.withAllRows { Array($0) } == rows)
            known = details.after
        }
    }
}
