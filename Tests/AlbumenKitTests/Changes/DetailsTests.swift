// SPDX-License-Identifier: GPL-3.0-or-later
// Details of changes against fresh fetches: thousands of random edits, several open results each, and no fetch where
// none is needed.

import Metadata
import Testing

@testable import AlbumenKit

@Suite("Details of changes", .timeLimit(.minutes(30)))
struct DetailsTests {
    private func rows(_ result: FetchResult<Asset>) async throws -> [Int64] {
        try await result.withAllRows { Array($0) }
    }

    /// 1 January 2021, in days since 1970.
    private static let firstDay: Int64 = 18_628

    private func open(_ test: TestLibrary) async throws -> [FetchResult<Asset>] {
        var results = [try await test.library.fetchAssets()]
        for subtype in [
            AssetCollectionSubtype.smartAlbumFavorites, .smartAlbumAllHidden, .smartAlbumRecentlyDeleted,
        ] {
            results.append(
                try await test.library.fetchAssets(in: test.library.fetchSmartAlbum(subtype)))
        }
        let album = try await test.library.fetchAlbums(titled: "Trip")[0]
        results.append(try await test.library.fetchAssets(in: album))
        for key in [AssetSortKey.rating, .isFavorite, .fileName, .modificationDate] {
            var options = FetchOptions()
            options.sortDescriptors = [SortDescriptor(key, ascending: key == .rating)]
            results.append(try await test.library.fetchAssets(options: options))
        }
        var options = FetchOptions()
        options.predicate = .state(.titled)
        results.append(try await test.library.fetchAssets(options: options))
        options = FetchOptions()
        options.includeHiddenAssets = true
        options.fetchLimit = 7
        options.fetchOffset = 2
        results.append(try await test.library.fetchAssets(in: album, options: options))
        // Two days, as they were taken and by rating
        var byRating = FetchOptions()
        byRating.sortDescriptors = [SortDescriptor(.rating, ascending: false)]
        for day in Self.firstDay...Self.firstDay + 1 {
            for options in [FetchOptions(), byRating] {
                let query = FetchQuery(
                    source: .moment(MomentSpan(day: day)), options: options, viewer: .everything)
                results.append(try await test.catalog.fetch(query, for: .app))
            }
        }
        return results
    }

    @Test("Random edits: what the details lead to is what a fetch gives, for every open result")
    func randomEdits() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(25)
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets(Array(all.prefix(12)))
        }
        var random = SeededGenerator(state: 4_242)
        var results = try await open(test)
        var observer = test.library.changes().makeAsyncIterator()
        var edits = 0
        for round in 0..<250 {
            let seed = random.next()
            let before = try await test.library.fetchAssets().generation
            let count = try await test.library.performChanges { changes -> Int in
                var random = SeededGenerator(state: seed)
                let count = Int.random(in: 1...6, using: &random)
                for _ in 0..<count { try Self.edit(changes, all, &random) }
                return count
            }.result
            edits += count
            guard try await test.library.fetchAssets().generation > before else { continue }
            let change = try #require(await observer.next())
            let fresh = try await open(test)
            for index in results.indices {
                let expected = try await rows(fresh[index])
                guard let details = try await test.library.changeDetails(for: results[index], in: change)
                else {
                    #expect(try await rows(results[index]) == expected, "round \(round), result \(index)")
                    continue
                }
                #expect(try await rows(details.after) == expected, "round \(round), result \(index)")
                #expect(try await applied(details) == expected, "round \(round), result \(index)")
                results[index] = details.after
            }
        }
        #expect(edits > 500)
    }

    private static func edit(
        _ changes: ChangeRequests, _ all: [String], _ random: inout SeededGenerator
    ) throws {
        let photo = all.randomElement(using: &random)!
        let request = try changes.request(for: photo)
        let album = try changes.request(forAlbum: changes.findOrCreateAlbum(title: "Trip"))
        switch Int.random(in: 0..<9, using: &random) {
        case 0: request.isFavorite.toggle()
        case 1: request.isHidden.toggle()
        case 2: request.rating = Int.random(in: 0...5, using: &random)
        case 3: request.title = request.title == nil ? "T" : nil
        case 4:
            let day = firstDay + Int64.random(in: 0...1, using: &random)
            let second = day * 86_400 + Int64.random(in: 0...40, using: &random)
            request.captureTime = CaptureTime(wallSeconds: second, source: .person)
        case 5: try changes.deleteAssets([photo])
        case 6: try changes.restoreAssets([photo])
        case 7: try album.removeAssets([photo])
        default:
            try album.removeAssets([photo])
            try album.insertAssets([photo], at: 0)
        }
    }

    private func applied(_ details: FetchResultChangeDetails<Asset>) async throws -> [Int64] {
        var list = try await rows(details.before)
        let after = try await rows(details.after)
        for index in details.removedIndexes.reversed() { list.remove(at: index) }
        for index in details.insertedIndexes { list.insert(after[index], at: index) }
        let moved = details.moves.map { (to: $0.to, row: list[$0.from]) }
        for from in details.moves.map(\.from).sorted(by: >) { list.remove(at: from) }
        for move in moved.sorted(by: { $0.to < $1.to }) { list.insert(move.row, at: move.to) }
        return list
    }

    @Test("A favourite in the whole library keeps its very rows; in Favourites it is fetched")
    func nothingFetchedAnew() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(2_000)
        let library = try await test.library.fetchAssets()
        let favorites = try await test.library.fetchAssets(
            in: test.library.fetchSmartAlbum(.smartAlbumFavorites))
        var observer = test.library.changes().makeAsyncIterator()
        try await test.favorite([all[1_500]])
        let change = try #require(await observer.next())
        let details = try #require(try await test.library.changeDetails(for: library, in: change))
        #expect(details.after.storage.rowIDs === library.storage.rowIDs)
        #expect(details.changedIndexes == [1_500] && details.hasIncrementalChanges)
        #expect(try await details.changedObjects().map(\.isFavorite) == [true])
        let other = try #require(try await test.library.changeDetails(for: favorites, in: change))
        #expect(other.insertedIndexes == [0])
        #expect(try await other.insertedObjects().map(\.localIdentifier) == [all[1_500]])
    }

    @Test("Details of one asset and of one album")
    func objects() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        let assets = try await test.library.fetchAssets().objects(at: 0..<3)
        try await test.library.performChanges { try $0.createAlbum(title: "Trip") }
        let album = try await test.library.fetchAlbums(titled: "Trip")[0]
        var observer = test.library.changes().makeAsyncIterator()
        try await test.library.performChanges { changes in
            try changes.request(for: all[0]).rating = 3
            try changes.request(forAlbum: album).addAssets([all[0]])
        }
        var change = try #require(await observer.next())
        let rated = try #require(try await test.library.changeDetails(for: assets[0], in: change))
        #expect(
            rated.objectAfterChanges?.rating == 3 && !rated.objectWasDeleted && !rated.assetContentChanged)
        let none = try await test.library.changeDetails(for: assets[1], in: change)
        #expect(none?.objectBeforeChanges == nil)
        let filled = try #require(try await test.library.changeDetails(for: album, in: change))
        #expect(filled.objectAfterChanges?.assetCount == 1)
        try await test.library.performChanges { try $0.deleteAlbums([album]) }
        change = try #require(await observer.next())
        #expect(try await test.library.changeDetails(for: album, in: change)?.objectWasDeleted == true)
        // What is kept nowhere is changed by nobody
        let transient = AssetCollection.transient(assets: assets)
        #expect(try await test.library.changeDetails(for: transient, in: change)?.objectWasDeleted == nil)
    }

    @Test("Details of a folder: its title, its place, what is in it and in which order")
    func folders() async throws {
        let test = try await TestLibrary()
        let made = try await test.library.performChanges { changes in
            let folder = try changes.createFolder(title: "Trips")
            for title in ["A", "B"] { try changes.createAlbum(title: title, in: folder) }
            return (folder, try changes.createFolder(title: "Above"))
        }.result
        var observer = test.library.changes().makeAsyncIterator()
        var list = try await test.library.fetchCollectionLists(
            withLocalIdentifiers: [made.0.localIdentifier]
        ).all()[0]
        let edits: [@Sendable (ChangeRequests) throws -> Void] = [
            { try $0.request(forFolder: made.0).title = "Journeys" },
            { try $0.request(forFolder: made.0).moveChildCollections(at: [1], to: 0) },
            { try $0.createAlbum(title: "C", in: made.0) },
            { try $0.request(forFolder: made.1).addChildCollections([made.0]) },
        ]
        for edit in edits {
            try await test.library.performChanges(edit)
            let change = try #require(await observer.next())
            let details = try #require(try await test.library.changeDetails(for: list, in: change))
            #expect(details.objectBeforeChanges == list && !details.objectWasDeleted)
            list = try #require(details.objectAfterChanges)
            #expect(try await test.library.changeDetails(for: list, in: change)?.objectWasDeleted == nil)
        }
        #expect(list.title == "Journeys" && list.collectionCount == 3)
        #expect(list.parentIdentifier == made.1.localIdentifier)
        try await test.library.performChanges { try $0.deleteFolders([made.1]) }
        let change = try #require(await observer.next())
        #expect(try await test.library.changeDetails(for: list, in: change)?.objectWasDeleted == true)
        let transient = CollectionList.transient(with: [.folder(list)])
        #expect(try await test.library.changeDetails(for: transient, in: change)?.objectWasDeleted == nil)
    }

    @Test("A limited client hears that its asset is gone for good, and nothing of another's")
    func purged() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(2)
        let assets = try await test.library.fetchAssets().objects(at: 0..<2)
        let guest = test.library(for: ClientIdentifier("org.example.Guest"))
        try await guest.setAuthorization(.limited, for: .readWrite)
        try await guest.setLimitedSelection(all)
        var observer = guest.changes().makeAsyncIterator()
        let row = assets[0].rowID
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM asset WHERE id = ?", row)
            writer.note(.asset, .deleted, row: row)
        }
        let change = try #require(await observer.next())
        #expect(try await guest.changeDetails(for: assets[0], in: change)?.objectWasDeleted == true)
        #expect(try await guest.changeDetails(for: assets[1], in: change)?.objectWasDeleted == nil)
    }
}
