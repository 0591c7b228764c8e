// SPDX-License-Identifier: GPL-3.0-or-later
// Collections: folders and their order, what an asset is in, key assets, collections that are not stored, what each
// kind allows.

import Foundation
import Metadata
import SQLite
import Testing

@testable import AlbumenKit

@Suite("Collections", .timeLimit(.minutes(30)))
struct CollectionTests {
    private let guest = ClientIdentifier("org.example.Guest")

    /// Makes a folder and returns its row.
    private func makeFolder(
        _ title: String, in parent: Int64 = 1, at position: Int, by client: String = "", _ test: TestLibrary
    ) async throws -> Int64 {
        try await test.catalog.write { writer in
            try writer.connection.execute(
                "INSERT INTO collection_list(uuid, parent_id, position, title, created_by) VALUES (?, ?, ?, ?, ?)",
                LocalIdentifier.random(), parent, position, title, client)
            let row = writer.connection.lastInsertRowID
            writer.note(.list, .inserted, row: row)
            return row
        }
    }

    private func place(_ album: String, in parent: Int64, at position: Int, _ test: TestLibrary) async throws
    {
        try await test.catalog.write { writer in
            try writer.connection.execute(
                "UPDATE album SET parent_id = ?, position = ? WHERE uuid = ?", parent, position,
                LocalIdentifier.bytes(album))
        }
    }

    private func album(_ title: String, _ members: [String] = [], _ library: PhotoLibrary) async throws
        -> String
    {
        try await library.performChanges { changes in
            let album = try changes.createAlbum(title: title)
            try changes.request(forAlbum: album).addAssets(members)
            return album.localIdentifier
        }.result
    }

    @Test("Albums and folders stand in the person's order, at the top and in folders")
    func tree() async throws {
        // Given a folder with an album and a folder in it, between two albums
        let test = try await TestLibrary()
        let (library, all) = (test.library, try await test.addPhotos(2))
        let (zoo, ant, inner) = (
            try await album("Zoo", all, library), try await album("Ant", [], library),
            try await album("Inner", [], library)
        )
        let trips = try await makeFolder("Trips", at: 2, test)
        let empty = try await makeFolder("Empty", in: trips, at: 1, test)
        for (album, parent, position) in [(zoo, 1, 1), (ant, 1, 3), (inner, trips, 2)]
            as [(String, Int64, Int)]
        {
            try await place(album, in: parent, at: position, test)
        }
        // When the top level is fetched
        let top = try await library.fetchTopLevelUserCollections()
        // Then all stand in their order, with counts and without a parent
        #expect(top.map(\.title) == ["Zoo", "Trips", "Ant"])
        #expect(top.allSatisfy { $0.parentIdentifier == nil } && top[0].localIdentifier == zoo)
        let folder = try #require(top[1].folder)
        #expect(folder.collectionCount == 2 && folder.subtype == .regularFolder && folder.rowID == trips)
        // And what is in the folder says so
        let inside = try await library.fetchCollections(in: folder)
        #expect(inside.map(\.title) == ["Empty", "Inner"])
        #expect(inside.allSatisfy { $0.parentIdentifier == folder.localIdentifier })
        let above = try await library.fetchCollectionLists(containing: inside[0])
        let root = try await library.fetchRootCollectionList()
        #expect(above == [folder, root] && root.subtype == .rootFolder && root.title == nil)
        #expect(try await library.fetchCollections(in: root) == top && root.collectionCount == 3)
        #expect(try await library.fetchCollectionLists(containing: .folder(root)).isEmpty)
        let folders = try await library.fetchCollectionLists(with: .regularFolder)
        #expect(folders.map(\.rowID) == [trips, empty])
        let named = try await library.fetchCollectionLists(
            withLocalIdentifiers: ["nothing", folder.localIdentifier, zoo])
        #expect(named.objects == [folder] && named.missing == ["nothing", zoo])
        let albums = try await library.fetchAssetCollections(
            withLocalIdentifiers: [inner, "smart/203", "smart/9", zoo, folder.localIdentifier])
        #expect(albums.map(\.title) == ["Inner", nil, "Zoo"] && albums[1].subtype == .smartAlbumFavorites)
        #expect(albums.missing == ["smart/9", folder.localIdentifier])
    }

    @Test("A limited client sees the folders and albums that it made; a denied one none")
    func views() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        let library = test.library(for: guest)
        try await library.setAuthorization(.limited, for: .readWrite)
        try await library.setLimitedSelection([all[0]])
        _ = try await makeFolder("The person's", at: 0, test)
        let own = try await makeFolder("The guest's", at: 2, by: guest.rawValue, test)
        _ = try await album("Also the person's", all, test.library)
        let mine = try await album("Mine", [all[0]], library)
        try await place(mine, in: own, at: 1, test)
        let top = try await library.fetchTopLevelUserCollections()
        #expect(top.map(\.title) == ["The guest's"])
        let folder = try #require(top[0].folder)
        #expect(try await library.fetchCollections(in: folder).map(\.title) == ["Mine"])
        #expect(try await library.fetchRootCollectionList().collectionCount == 1)
        let persons = try await test.library.fetchTopLevelUserCollections()
        let hidden = try #require(persons[0].folder)
        await #expect(throws: LibraryError.self) { try await library.fetchCollections(in: hidden) }
        #expect(
            try await library.fetchCollectionLists(withLocalIdentifiers: [hidden.localIdentifier]).isEmpty)
        // A folder that it does not see is no parent of its album's either
        try await test.catalog.write {
            try $0.connection.execute("UPDATE collection_list SET created_by = '' WHERE id = ?", own)
        }
        #expect(try await library.fetchAlbums(titled: "Mine").map(\.parentIdentifier) == [nil])
        let denied = test.library(for: ClientIdentifier("org.example.Denied"))
        #expect(try await denied.fetchTopLevelUserCollections().isEmpty)
        #expect(try await denied.fetchCollectionLists(with: .regularFolder).isEmpty)
        await #expect(throws: LibraryError.self) { try await denied.fetchRootCollectionList() }
    }

    @Test("An asset says what it is in: albums, smart albums, the day")
    func containing() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(0, name: "a") { $0.subtypes = [.panorama, .live] },
            .photo(1, name: "b") { $0.mediaType = .video },
        ])
        let (library, all) = (test.library, try await test.identifiers(test.library.fetchAssets()))
        _ = try await album("B", [all[1]], library)
        _ = try await album("A", all, library)
        try await test.favorite([all[1]])
        let asset = try await library.fetchAssets(withLocalIdentifiers: [all[1]]).all()[0]
        #expect(try await library.fetchAssetCollections(containing: asset).map(\.title) == ["A", "B"])
        let smart = try await library.fetchAssetCollections(containing: asset, with: .smartAlbum)
        #expect(
            smart.map(\.subtype) == [
                .smartAlbumPanoramas, .smartAlbumFavorites, .smartAlbumRecentlyAdded, .smartAlbumUserLibrary,
                .smartAlbumLivePhotos,
            ])
        let days = try await library.fetchAssetCollections(containing: asset, with: .moment)
        #expect(days.map(\.assetCount) == [2])
        #expect(days.first?.day.map { [$0.year, $0.month, $0.day] } == [2021, 1, 1])
        // And a client that does not see it learns nothing
        let denied = test.library(for: guest)
        await #expect(throws: LibraryError.self) { try await denied.fetchAssetCollections(containing: asset) }
    }

    @Test("A key asset is the chosen one, else the last put in; of a smart album the newest")
    func keyAssets() async throws {
        let test = try await TestLibrary()
        let (library, all) = (test.library, try await test.addPhotos(6))
        let identifier = try await album("Trip", [all[0], all[4], all[2], all[3]], library)
        let trip = try await library.fetchAlbums(titled: "Trip")[0]
        func keys(_ collection: AssetCollection, _ limit: Int = 1) async throws -> [String] {
            try await library.fetchKeyAssets(in: collection, limit: limit).map(\.localIdentifier)
        }
        #expect(try await keys(trip) == [all[3]])
        #expect(try await keys(trip, 3) == [all[3], all[2], all[4]])
        // When one is chosen, then it comes first, as long as it is shown and in the album
        let undo = try await library.performChanges { changes in
            try changes.request(forAlbum: identifier).setKeyAsset(all[4])
        }.undo
        #expect(try await keys(trip, 2) == [all[4], all[3]])
        let redo = try await library.undo(undo)
        #expect(try await keys(trip) == [all[3]])
        _ = try await library.undo(redo)
        await #expect(throws: LibraryError.self) {
            try await library.performChanges { try $0.request(forAlbum: identifier).setKeyAsset(all[5]) }
        }
        try await library.performChanges { try $0.setHidden(true, forAssets: [all[4], all[3]]) }
        #expect(try await keys(trip) == [all[2]])
        try await library.performChanges { changes in
            try changes.setHidden(false, forAssets: [all[4]])
            try changes.request(forAlbum: identifier).removeAssets([all[4]])
        }
        #expect(try await keys(trip, 9) == [all[2], all[0]])
        #expect(try await keys(library.fetchSmartAlbum(.smartAlbumUserLibrary)) == [all[0]])
        #expect(try await keys(library.fetchSmartAlbum(.smartAlbumVideos)).isEmpty)
        #expect(try await keys(library.fetchMoments()[0]) == [all[0]])
        let chosen = try await library.fetchAssets(withLocalIdentifiers: [all[5], all[1]])
        #expect(try await keys(.transient(assets: chosen)) == [all[5]])
        // And a limited client gets what it may see
        let limited = test.library(for: guest)
        try await limited.setAuthorization(.limited, for: .readWrite)
        try await limited.setLimitedSelection([all[5]])
        let smart = try await limited.fetchSmartAlbum(.smartAlbumUserLibrary)
        #expect(try await limited.fetchKeyAssets(in: smart).map(\.localIdentifier) == [all[5]])
        await #expect(throws: LibraryError.self) { try await limited.fetchKeyAssets(in: trip) }
    }

    @Test("A transient collection holds what it was given, once each, in that order, and follows deletions")
    func transient() async throws {
        let test = try await TestLibrary()
        let (library, all) = (test.library, try await test.addPhotos(1_500))
        let chosen = try await library.fetchAssets(withLocalIdentifiers: [all[7], all[2], all[7], all[9]])
        let some = AssetCollection.transient(assets: chosen, title: "Some")
        #expect(some.assetCount == 3 && some.title == "Some")
        #expect(try await test.identifiers(library.fetchAssets(in: some)) == [all[7], all[2], all[9]])
        let everything = try await AssetCollection.transient(assets: library.fetchAssets())
        let result = try await library.fetchAssets(in: everything)
        #expect(try await test.identifiers(result) == all && everything != some)
        try await library.performChanges { try $0.deleteAssets([all[2]]) }
        #expect(try await test.identifiers(library.fetchAssets(in: some)) == [all[7], all[9]])
        let list = CollectionList.transient(with: [.album(some), .album(everything)], title: "Both")
        #expect(try await library.fetchCollections(in: list) == [.album(some), .album(everything)])
        #expect(list.collectionCount == 2)
        for operation in CollectionEditOperation.allCases {
            #expect(!some.canPerform(operation) && !list.canPerform(operation))
        }
    }

    @Test("Each kind of collection allows what makes sense for it")
    func allowed() async throws {
        let test = try await TestLibrary()
        let library = test.library
        _ = try await test.addPhotos(1)
        _ = try await album("Trip", [], library)
        func allowed(_ collection: LibraryCollection) -> Set<Int> {
            Set(CollectionEditOperation.allCases.filter(collection.canPerform).map(\.rawValue))
        }
        let trip = try await library.fetchTopLevelUserCollections()[0]
        #expect(allowed(trip) == Set(1...7) && trip.canContainAssets && !trip.canContainCollections)
        #expect(try await allowed(.folder(library.fetchRootCollectionList())) == Set(1...5))
        #expect(try await allowed(.album(library.fetchSmartAlbum(.smartAlbumVideos))) == [1])
        #expect(try await allowed(.album(library.fetchSmartAlbum(.smartAlbumRecentlyDeleted))) == [])
        #expect(try await allowed(.album(library.fetchMoments()[0])) == [1])
        // And assets: everything but deleting twice, and editing what cannot be read
        let result = try await library.fetchAssets()
        let asset = try #require(try await result.firstObject)
        #expect(AssetEditOperation.allCases.allSatisfy(asset.canPerform))
        #expect(asset.sourceType == .userLibrary && !asset.hasAdjustments && asset.playbackStyle == .image)
        try await library.performChanges { try $0.deleteAssets([asset.localIdentifier]) }
        let deleted = try await library.fetchAssets(withLocalIdentifiers: [asset.localIdentifier]).all()[0]
        #expect(!deleted.canPerform(.delete) && deleted.trashedDate != nil)
    }

    @Test("Dates of an album are those of its first and its last photo; an empty one has none")
    func dates() async throws {
        let test = try await TestLibrary()
        let (library, all) = (test.library, try await test.addPhotos(5))
        _ = try await album("Trip", [all[1], all[3]], library)
        let trip = try await library.fetchAlbums(titled: "Trip")[0]
        let dates = try await library.fetchDates(of: trip)
        #expect(dates?.lowerBound == Date(timeIntervalSince1970: 1_609_459_201))
        #expect(dates?.upperBound == Date(timeIntervalSince1970: 1_609_459_203))
        #expect(try await library.fetchDates(of: library.fetchSmartAlbum(.smartAlbumVideos)) == nil)
    }
}

extension LibraryCollection {
    fileprivate var folder: CollectionList? {
        if case .folder(let folder) = self { folder } else { nil }
    }
}
