// SPDX-License-Identifier: GPL-3.0-or-later
// What scanning writes: new, changed, moved, missing and broken files.

import Foundation
import Metadata
import Testing

@testable import AlbumenKit

@Suite("Recording files", .timeLimit(.minutes(30)))
struct RecordingTests {
    @Test("A changed file keeps its asset and what the person set")
    func update() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(1)
        try await test.favorite(all)
        // When the file is edited outside
        let outcome = try await test.catalog.record([
            .photo(0, inode: 77) {
                $0.displaySize = PixelSize(width: 10, height: 20)
                $0.title = "From the file"
            }
        ])
        // Then it is the same asset with the new facts, still a favourite
        #expect(outcome == [.updated(1)])
        let asset = try await test.library.fetchAssets(withLocalIdentifiers: all)[0]
        #expect(asset.pixelSize == PixelSize(width: 10, height: 20))
        #expect(asset.isFavorite && asset.title == "From the file" && asset.stamp.inode == 77)
    }

    @Test("A file that moved is found by its identity, and keeps its albums")
    func move() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(2)
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets(all)
        }
        // When a file of the same inode, size and time turns up elsewhere, and its old place is empty
        let outcome = try await test.catalog.record([
            .photo(1, name: "renamed.jpg", folder: FilePath("/elsewhere"), inode: 2)
        ])
        // Then it is the old asset
        #expect(outcome == [.moved(2)])
        #expect(try await test.library.fetchAssets().count == 2)
        #expect(try await test.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [2])
        let asset = try await test.library.fetchAsset(at: FilePath("/elsewhere/renamed.jpg"))
        #expect(asset?.localIdentifier == all[0])
    }

    @Test("A hard link is an asset of its own")
    func hardLink() async throws {
        // Given a real file with two names
        let test = try await TestLibrary()
        let first = test.folder.appendingPathComponent("a.jpg")
        try Data([1, 2, 3]).write(to: first)
        try FileManager.default.linkItem(at: first, to: test.folder.appendingPathComponent("b.jpg"))
        let stamp = try OpenFile(path: FilePath(first.path)).stamp
        var record = FileRecord.photo(0, name: "a.jpg", folder: FilePath(test.folder.path))
        record.stamp = stamp
        var link = record
        link.name = Array("b.jpg".utf8)
        // When both are recorded, then both are there
        let outcomes = try await test.catalog.record([record, link])
        #expect(outcomes == [.inserted(1), .inserted(2)])
    }

    @Test("What a file says follows the file; what the person says stays")
    func words() async throws {
        let test = try await TestLibrary()
        let rows = try await test.record([
            .photo(0) {
                $0.title = "Old title"
                $0.caption = "Old caption"
                $0.rating = 2
                $0.keywords = ["sea", "boat"]
            }
        ])
        // Given a title and a time that the person gave, a keyword added and one taken away
        try await test.catalog.write { writer in
            try writer.connection.execute(
                "UPDATE asset SET title = 'Mine', wall_seconds = 5, time_source = ?",
                TimeSource.person.rawValue)
            try writer.connection.execute(
                "DELETE FROM asset_keyword WHERE keyword_id = (SELECT id FROM keyword WHERE title = 'sea')")
            try writer.connection.execute("INSERT INTO keyword(title) VALUES ('mine')")
            try writer.connection.execute(
                "INSERT INTO asset_keyword SELECT ?, id FROM keyword WHERE title = 'mine'", rows[0])
            writer.note(.asset, .updated, row: rows[0])
        }
        // When the file says something else in everything
        try await test.record([
            .photo(0) {
                $0.title = "New title"
                $0.rating = 4
                $0.keywords = ["sea", "harbour"]
            }
        ])
        // Then only what came from the file is another
        let asset = try await test.library.fetchAssets().object(at: 0)
        #expect(asset.title == "Mine" && asset.captureTime?.wallSeconds == 5)
        #expect(asset.caption == nil && asset.rating == 4)
        #expect(try await test.library.fetchKeywords(of: asset).sorted() == ["harbour", "mine"])
    }

    @Test("A broken file is an asset with its reason; missing and back again it is broken still")
    func broken() async throws {
        let test = try await TestLibrary()
        let rows = try await test.record([.photo(0), .photo(1, state: .broken(reason: "it ends too early"))])
        let states = { @Sendable in try await test.library.fetchAssets().objects(at: 0..<2).map(\.state) }
        #expect(try await states() == [.broken(reason: "it ends too early"), .ok])
        let before = try await test.catalog.knownFiles(in: FilePath("/nowhere")).map(\.state)
        #expect(before == [.ok, .broken(reason: "it ends too early")])
        try await test.catalog.markMissing(rows)
        #expect(try await states() == [.offline, .offline])
        try await test.catalog.markPresent(rows)
        let after = try await test.catalog.knownFiles(in: FilePath("/nowhere")).map(\.state)
        #expect(after == before)
        // And once it can be read, it is well
        try await test.record([.photo(1)])
        #expect(try await states() == [.ok, .ok])
    }

    @Test("A file that breaks keeps what was known of it")
    func breaks() async throws {
        let test = try await TestLibrary()
        _ = try await test.addPhotos(1)
        try await test.record([.photo(0, inode: 5, state: .broken(reason: "zero bytes"))])
        let asset = try await test.library.fetchAssets().object(at: 0)
        #expect(asset.state == .broken(reason: "zero bytes"))
        #expect(asset.pixelSize == PixelSize(width: 4000, height: 3000) && asset.captureTime != nil)
    }

    @Test("A file that a passing error kept from being read is read again; a broken one is not")
    func passingErrors() async throws {
        let test = try await TestLibrary()
        var passing = FileRecord.photo(0, state: .broken(reason: "The disk could not read it"))
        passing.isFinal = false
        try await test.record([passing, .photo(1, state: .broken(reason: "it ends too early"))])
        let versions = try await test.catalog.knownFiles(in: FilePath("/nowhere")).map(\.factsVersion)
        #expect(versions == [0, DetectorVersion.current])
    }

    @Test("Known folders and files, by their bytes")
    func known() async throws {
        let test = try await TestLibrary()
        let odd = FilePath(bytes: Array("/pictures/".utf8) + [0xFF])
        try await test.record([
            .photo(0, folder: FilePath("/pictures")), .photo(1, folder: FilePath("/pictures/sub")),
            .photo(2, folder: FilePath("/pictures-old")), .photo(3, folder: odd),
        ])
        let below = try await test.catalog.knownFolders(below: FilePath("/pictures"))
        #expect(below == [FilePath("/pictures"), FilePath("/pictures/sub"), odd])
        #expect(try await test.catalog.knownFolders(below: FilePath("/")).count == 4)
        let files = try await test.catalog.knownFiles(in: odd)
        #expect(files.map(\.name) == [Array("IMG_3.JPG".utf8)])
        #expect(files.map(\.factsVersion) == [DetectorVersion.current])
        #expect(files.map(\.stamp) == [FileRecord.photo(3).stamp])
    }

    @Test("Watched folders are kept in order, each once")
    func watched() async throws {
        let test = try await TestLibrary()
        let folders = [FilePath("/b"), FilePath("/a"), FilePath("/b")]
        for folder in folders { try await test.catalog.addWatchedFolder(folder) }
        #expect(try await test.catalog.watchedFolders() == [FilePath("/b"), FilePath("/a")])
        try await test.catalog.removeWatchedFolder(FilePath("/b"))
        #expect(try await test.catalog.watchedFolders() == [FilePath("/a")])
    }

    @Test("More assets than can be listed are one change that says so")
    func manyAtOnce() async throws {
        let test = try await TestLibrary()
        var changes = test.library.changes().makeAsyncIterator()
        try await test.record((0..<CatalogWriter.assetRowLimit + 1).map { .photo($0) })
        let change = try #require(await changes.next())
        #expect(change.assetRows == nil)
        #expect(try await test.library.fetchAssets().count == CatalogWriter.assetRowLimit + 1)
    }
}
