// SPDX-License-Identifier: GPL-3.0-or-later
// Requests: every property, and PhotoKit's index rules, with what they refuse.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Change requests", .timeLimit(.minutes(30)))
struct RequestTests {
    private func members(_ album: String, _ test: TestLibrary) async throws -> [String] {
        let albums = try await test.library.fetchAssetCollections(with: .album)
        let collection = try #require(albums.first { $0.localIdentifier == album })
        return try await test.identifiers(test.library.fetchAssets(in: collection))
    }

    /// An album with these photos.
    private func album(_ photos: [String], _ test: TestLibrary) async throws -> String {
        try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Trip")
            try changes.request(forAlbum: album).addAssets(photos)
            return album.localIdentifier
        }.result
    }

    @Test("What a person says of a photo is kept, and outlives a new reading of its file")
    func properties() async throws {
        let test = try await TestLibrary()
        let photo = try await test.addPhotos(1)[0]
        let place = try #require(Location(latitude: 48.2, longitude: 16.4, altitude: 171))
        let time = CaptureTime(wallSeconds: 1_000_000_000, milliseconds: 7, utcOffset: 3_600, source: .person)
        // When everything is set at once
        try await test.library.performChanges { changes in
            let request = try changes.request(for: photo)
            request.isFavorite = true
            request.rating = 4
            request.title = "Cafe\u{301}"
            request.caption = ""
            request.location = place
            request.captureTime = time
            request.keywords = ["sea", "sand"]
            try request.addKeyword("sun")
            try request.removeKeyword("sand")
            #expect(request.keywords == ["sea", "sun"] && request.location == place)
        }
        // And its file is read again
        try await test.record([.photo(0) { $0.rating = 1 }])
        // Then it is all there
        let asset = try await test.library.fetchAssets(withLocalIdentifiers: [photo])[0]
        #expect(asset.isFavorite && asset.rating == 4)
        #expect(asset.title == "Caf\u{E9}" && asset.caption == nil)
        #expect(asset.captureTime == time)
        #expect(try await test.library.fetchKeywords(of: asset) == ["sea", "sun"])
        let kept = try await test.library.performChanges { try $0.request(for: photo).location }.result
        #expect(kept == place)
    }

    @Test("A date set is that instant, by the clock of the place")
    func creationDate() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(0) { $0.captureTime = CaptureTime(wallSeconds: 7_200, utcOffset: 7_200, source: .exif) }
        ])
        let photo = try await test.identifiers(test.library.fetchAssets())[0]
        try await test.library.performChanges { changes in
            let request = try changes.request(for: photo)
            #expect(request.creationDate == Date(timeIntervalSince1970: 0))
            request.creationDate = Date(timeIntervalSince1970: 100.25)
        }
        let asset = try await test.library.fetchAssets(withLocalIdentifiers: [photo])[0]
        #expect(
            asset.captureTime
                == CaptureTime(wallSeconds: 7_300, milliseconds: 250, utcOffset: 7_200, source: .person))
    }

    @Test("A property that cannot be set ends the whole change")
    func refusedProperty() async throws {
        let test = try await TestLibrary()
        let photo = try await test.addPhotos(1)[0]
        let error = await thrown(LibraryError.self) {
            try await test.library.performChanges { changes in
                let request = try changes.request(for: photo)
                request.isFavorite = true
                request.rating = 6
            }
        }
        #expect(error?.isNotAllowed == true)
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumFavorites).assetCount == 0)
    }

    @Test("Insert, remove, replace and move follow PhotoKit's index rules")
    func indexes() async throws {
        let test = try await TestLibrary()
        let p = try await test.addPhotos(8)
        let album = try await album(Array(p[0..<5]), test)
        func edit(_ body: @escaping @Sendable (AssetCollectionChangeRequest) throws -> Void) async throws {
            try await test.library.performChanges { try body(try $0.request(forAlbum: album)) }
        }
        try await edit { try $0.insertAssets([p[5], p[0], p[6]], at: 1) }
        #expect(try await members(album, test) == [p[0], p[5], p[6], p[1], p[2], p[3], p[4]])
        try await edit { try $0.removeAssets(at: [5, 0]) }
        #expect(try await members(album, test) == [p[5], p[6], p[1], p[2], p[4]])
        // The target counts after the removal.
        try await edit { try $0.moveAssets(at: [0, 3], to: 2) }
        #expect(try await members(album, test) == [p[6], p[1], p[5], p[2], p[4]])
        try await edit { try $0.moveAssets(at: [4], to: 0) }
        #expect(try await members(album, test) == [p[4], p[6], p[1], p[5], p[2]])
        // One that is a member elsewhere stays there.
        try await edit { try $0.replaceAssets(at: [1, 4], with: [p[7], p[4]]) }
        #expect(try await members(album, test) == [p[4], p[7], p[1], p[5]])
        // Later requests of a change count in what earlier ones made.
        try await edit { request in
            try request.insertAssets([p[0]], at: 0)
            try request.removeAssets(at: [1])
            try request.moveAssets(at: [0], to: 3)
        }
        #expect(try await members(album, test) == [p[7], p[1], p[5], p[0]])
        for wrong in [-1, 5] {
            let error = await thrown(LibraryError.self) {
                try await test.library.performChanges {
                    try $0.request(forAlbum: album).insertAssets([p[3]], at: wrong)
                }
            }
            #expect(error?.isNotAllowed == true)
        }
    }

    @Test("Thousands of random edits of an album agree with an array")
    func randomMembers() async throws {
        let test = try await TestLibrary()
        var random = SeededGenerator(state: 7)
        let all = try await test.addPhotos(30)
        let album = try await album(Array(all[0..<10]), test)
        var expected = Array(all[0..<10])
        for _ in 0..<60 {
            let seed = random.next()
            let (before, all) = (expected, all)
            expected = try await test.library.performChanges { changes in
                var random = SeededGenerator(state: seed)
                var list = before
                let request = try changes.request(forAlbum: album)
                for _ in 0..<50 { try Self.edit(request, &list, all, &random) }
                return list
            }.result
            #expect(try await members(album, test) == expected)
        }
    }

    private static func edit(
        _ request: AssetCollectionChangeRequest, _ list: inout [String], _ all: [String],
        _ random: inout SeededGenerator
    ) throws {
        let some = Array(all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // Always in the same gap, which is full in the end.
            let index = min(3, list.count)
            try request.insertAssets(some, at: index)
            list.insert(contentsOf: some.filter { !list.contains($0) }, at: index)
        case 1 where list.count > 12:
            let indexes = Set(some.indices.map { _ in Int.random(in: 0..<list.count, using: &random) })
            try request.removeAssets(at: indexes)
            list = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
        case 2 where !list.isEmpty:
            let indexes = Set(some.indices.map { _ in Int.random(in: 0..<list.count, using: &random) })
            let moved = indexes.sorted().map { list[$0] }
            list = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
            let target = Int.random(in: 0...list.count, using: &random)
            list.insert(contentsOf: moved, at: target)
            try request.moveAssets(at: indexes, to: target)
        default:
            try request.addAssets(some)
            list += some.filter { !list.contains($0) }
        }
    }

    @Test("Indexes of a former fetch mean the same neighbours, whoever edited meanwhile")
    func remappedIndexes() async throws {
        let test = try await TestLibrary()
        let p = try await test.addPhotos(6)
        let album = try await album(Array(p[0..<4]), test)
        let collection = try #require(try await test.library.fetchAlbums(titled: "Trip").first)
        let seen = try await test.library.fetchAssets(in: collection)
        // Given that somebody took two out and put one in front
        try await test.library.performChanges { changes in
            let request = try changes.request(forAlbum: album)
            try request.removeAssets([p[0], p[2]])
            try request.insertAssets([p[4]], at: 0)
        }
        // When the one who has not seen it inserts before the third, and removes the fourth
        try await test.library.performChanges { changes in
            let request = try changes.request(forAlbum: album, assets: seen)
            try request.insertAssets([p[5]], at: 2)
            try request.removeAssets(at: [4])
        }
        // Then it is between the neighbours it was meant to be between
        #expect(try await members(album, test) == [p[4], p[1], p[5]])
    }

    @Test("A request does nothing outside of its change")
    func escaped() async throws {
        let test = try await TestLibrary()
        let photo = try await test.addPhotos(1)[0]
        // @unchecked Sendable holds: written by the change, read after it has ended.
        final class Box: @unchecked Sendable { var changes: ChangeRequests? }
        let box = Box()
        try await test.library.performChanges { box.changes = $0 }
        let error = thrown(LibraryError.self) { try box.changes?.deleteAssets([photo]) }
        #expect(error?.isNotAllowed == true)
    }

    @Test("What a change worked with goes with it: a request that stayed would keep the catalog open")
    func released() async throws {
        let test = try await TestLibrary()
        let photo = try await test.addPhotos(1)[0]
        // @unchecked Sendable holds: written by the change, read after it has ended.
        final class Box: @unchecked Sendable { weak var changes: ChangeRequests? }
        let box = Box()
        try await test.library.performChanges { changes in
            box.changes = changes
            try changes.request(for: photo).isFavorite = true
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets([photo])
        }
        #expect(box.changes == nil)
    }

    @Test("Two with the same key get one album, whatever it is called by now")
    func key() async throws {
        let test = try await TestLibrary()
        let first = try await test.library.performChanges {
            try $0.findOrCreateAlbum(title: "Scans", key: "scans")
        }.result
        let second = try await test.library.performChanges { changes in
            try changes.request(forAlbum: first).title = "Old pictures"
            return try changes.findOrCreateAlbum(title: "Scans", key: "scans")
        }.result
        #expect(first == second)
        // Another program's key is its own.
        let guest = test.library(for: ClientIdentifier("org.example.Guest"))
        try await guest.setAuthorization(.authorized, for: .readWrite)
        let other = try await guest.performChanges {
            try $0.findOrCreateAlbum(title: "Scans", key: "scans")
        }.result
        #expect(other != first)
    }
}
