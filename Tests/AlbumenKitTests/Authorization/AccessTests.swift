// SPDX-License-Identifier: GPL-3.0-or-later
// What a client may see and change: denied, limited, full; and that no read goes round it.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Access", .timeLimit(.minutes(30)))
struct AccessTests {
    private let guest = ClientIdentifier("org.example.Guest")

    @Test(
        "A client that was not granted anything sees nothing and changes nothing",
        arguments: [
            AuthorizationStatus.notDetermined, .denied, .restricted,
        ])
    func denied(status: AuthorizationStatus) async throws {
        // Given photos, and a client without a grant
        let test = try await TestLibrary()
        let identifiers = try await test.addPhotos(3)
        let library = test.library(for: guest)
        if status != .notDetermined { try await library.setAuthorization(status, for: .readWrite) }
        #expect(library.authorizationStatus(for: .readWrite) == status)
        // Then reads are empty
        #expect(try await library.fetchAssets().count == 0)
        #expect(try await library.fetchSmartAlbum(.smartAlbumUserLibrary).assetCount == 0)
        #expect(try await library.fetchAssetCollections(with: .album).isEmpty)
        #expect(try await library.fetchAsset(at: FilePath("/nowhere/IMG_0.JPG")) == nil)
        await #expect(throws: LibraryError.self) {
            try await library.fetchAssets(withLocalIdentifiers: identifiers).all()
        }
        // And changes throw, saying where the client stands
        let error = await thrown(LibraryError.self) {
            try await library.performChanges { try $0.setFavorite(true, forAssets: identifiers) }
        }
        guard case .notAuthorized(status) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumFavorites).assetCount == 0)
    }

    @Test("A limited client sees its photos and nothing else, counts and smart albums included")
    func limited() async throws {
        // Given ten photos, six of them favourites, an album of the app's with all of them
        let test = try await TestLibrary()
        let all = try await test.addPhotos(10)
        try await test.favorite(Array(all[0..<6]))
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Everything")
            try changes.request(forAlbum: album).addAssets(all)
            return album
        }.result
        let inAlbum = try await test.library.fetchAlbums(titled: "Everything")
        // When a guest is given four of them, two being favourites
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        let chosen = [all[9], all[1], all[4], all[8]]
        try await library.setLimitedSelection(chosen)
        // Then fetches, counts, smart albums and look-ups show these
        let visible = [all[1], all[4], all[8], all[9]]
        let result = try await library.fetchAssets()
        #expect(try await test.identifiers(result) == visible)
        #expect(try await library.limitedSelection() == visible)
        #expect(try await library.fetchSmartAlbum(.smartAlbumUserLibrary).assetCount == 4)
        let favorites = try await library.fetchSmartAlbum(.smartAlbumFavorites)
        #expect(favorites.assetCount == 2)
        #expect(try await test.identifiers(library.fetchAssets(in: favorites)) == [all[1], all[4]])
        #expect(try await result.countOfAssets(with: .image) == 4)
        // And a photo outside does not exist for it, nor the app's album
        await #expect(throws: LibraryError.self) {
            try await library.fetchAssets(withLocalIdentifiers: [all[0]]).all()
        }
        let error = await thrown(LibraryError.self) {
            try await library.performChanges { try $0.setFavorite(false, forAssets: [all[1], all[0]]) }
        }
        guard case .identifiersNotFound([all[0]]) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(try await library.fetchAssetCollections(with: .album).isEmpty)
        await #expect(throws: LibraryError.self) { try await library.fetchAssets(in: inAlbum[0]) }
        await #expect(throws: LibraryError.self) {
            try await library.performChanges { try $0.request(forAlbum: album).addAssets([all[1]]) }
        }
        // And changes of what it does not see are told without a word of them
        var changes = library.changes().makeAsyncIterator()
        try await test.favorite([all[0], all[2], all[4]], false)
        let seen = try #require(await changes.next()).assetRows
        #expect(seen?.sorted() == [result.rowID(at: 1)].compactMap { $0 })
        // But it may change its own, and make albums of them
        try await library.performChanges { changes in
            try changes.setFavorite(false, forAssets: [all[1]])
            let own = try changes.findOrCreateAlbum(title: "Everything")
            #expect(own != album)
            try changes.request(forAlbum: own).addAssets([all[4], all[9]])
        }
        let own = try await library.fetchAlbums(titled: "Everything")
        #expect(own.map(\.assetCount) == [2])
        #expect(try await test.identifiers(library.fetchAssets(in: own[0])) == [all[4], all[9]])
    }

    @Test("A new selection arrives as a change, and what the client added itself stays")
    func selectionChanges() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(4)
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        try await library.setLimitedSelection([all[0], all[1]])
        try await test.record([.photo(100, addedBy: guest)])
        let before = try await library.fetchAssets()
        #expect(before.count == 3)
        // Given an observer
        var changes = library.changes().makeAsyncIterator()
        // When the person chooses others
        try await library.setLimitedSelection([all[1], all[3]])
        // Then it is a change with details
        let change = try #require(await changes.next())
        #expect(change.accessChanged)
        let details = try #require(try await library.changeDetails(for: before, in: change))
        #expect(details.removedIndexes == [1] && details.insertedIndexes == [2])
        #expect(details.after.count == 3)
        // And a choice that names an unknown photo changes nothing
        await #expect(throws: LibraryError.self) { try await library.setLimitedSelection(["nothing"]) }
        #expect(try await library.fetchAssets().count == 3)
    }

    @Test("To choose the same photos again is no change")
    func sameSelection() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        try await library.setLimitedSelection([all[0], all[1]])
        try await test.record([.photo(100, addedBy: guest)])
        let before = try await library.fetchAssets()
        let own = try await test.identifiers(before)[0]
        try await library.setLimitedSelection([all[1], all[0]])
        try await library.setLimitedSelection([all[1], all[0], own])
        #expect(try await library.fetchAssets().generation == before.generation)
        try await library.setLimitedSelection([all[1]])
        #expect(try await library.fetchAssets().generation > before.generation)
    }

    @Test("What one client has read is not shown to another that may not see it")
    func sharedCache() async throws {
        // Given a limited client with a result of two photos
        let test = try await TestLibrary()
        let all = try await test.addPhotos(2)
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        try await library.setLimitedSelection(all)
        let before = try await library.fetchAssets()
        #expect(before.cachedObject(at: 0) != nil)
        // When one of them is taken from it, and the app reads both
        try await library.setLimitedSelection([all[1]])
        let app = try await test.library.fetchAssets()
        #expect(try await test.identifiers(app) == all && app.cachedObject(at: 0) != nil)
        // Then that one is not there for the client
        #expect(before.cachedObject(at: 0) == nil)
        #expect(try await test.identifiers(before) == [all[1]])
        #expect(try await before.countOfAssets(with: .image) == 1)
    }

    @Test("What was read before access changed is not kept")
    func lateRead() async throws {
        let test = try await TestLibrary()
        _ = try await test.addPhotos(1)
        let asset = try await test.library.fetchAssets().object(at: 0)
        let cache = AssetCache()
        let viewer = Viewer.limited(guest)
        cache.invalidate(
            LibraryChange(
                fromGeneration: 5, toGeneration: 6, assetRows: [], collectionsChanged: false,
                accessChanged: true))
        cache.insert([asset], viewer, generation: 5)
        #expect(cache.asset(row: asset.rowID, viewer) == nil)
        cache.insert([asset], viewer, generation: 6)
        #expect(cache.asset(row: asset.rowID, viewer) == asset)
        #expect(cache.asset(row: asset.rowID, .everything) == nil)
    }

    @Test("A limited client takes back no change of an album that it does not see")
    func undo() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(1)
        let album = try await test.library.performChanges { try $0.createAlbum(title: "The app's") }
        let named = try await test.library.performChanges { changes in
            let request = try changes.request(forAlbum: album.result)
            request.title = "Renamed"
            try request.addAssets(all)
        }
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        try await library.setLimitedSelection(all)
        #expect(try await library.undo(named.undo).isEmpty)
        #expect(try await library.undo(album.undo).isEmpty)
        #expect(try await test.library.fetchAlbums(titled: "Renamed").map(\.assetCount) == [1])
    }

    @Test("Taking access away empties the view; adding is included in reading")
    func levels() async throws {
        let test = try await TestLibrary()
        _ = try await test.addPhotos(2)
        let library = test.library
        #expect(library.authorizationStatus(for: .addOnly) == .authorized)
        let before = try await library.fetchAssets()
        var changes = library.changes().makeAsyncIterator()
        try await library.setAuthorization(.denied, for: .readWrite)
        let change = try #require(await changes.next())
        let details = try #require(try await library.changeDetails(for: before, in: change))
        #expect(details.removedIndexes == [0, 1] && details.after.count == 0)
        // And what was fetched before cannot be read any more
        #expect(before.cachedObject(at: 0) == nil)
        let error = await thrown(LibraryError.self) { try await before.object(at: 0) }
        guard case .notAuthorized(.denied) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(library.authorizationStatus(for: .addOnly) == .notDetermined)
        try await library.setAuthorization(.authorized, for: .addOnly, client: guest)
        let known = try await library.authorizations().map {
            "\($0.client.rawValue) \($0.level) \($0.status)"
        }
        #expect(known == ["org.albumen.Albumen readWrite denied", "org.example.Guest addOnly authorized"])
    }

    @Test("Answers are kept in the catalog")
    func persistence() async throws {
        let folder = try TestLibrary.makeFolder()
        do {
            let library = try await PhotoLibrary.open(at: TestLibrary.location(folder), client: .app)
            #expect(library.authorizationStatus(for: .readWrite) == .notDetermined)
            try await library.setAuthorization(.limited, for: .readWrite)
        }
        let library = try await PhotoLibrary.open(at: TestLibrary.location(folder), client: .app)
        #expect(library.authorizationStatus(for: .readWrite) == .limited)
    }
}
