// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo: everything is as it was, and what others changed since stays theirs.

import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Undo", .timeLimit(.minutes(30)))
struct UndoTests {
    /// Everything that changes are about, but for times of modification and the numbers behind orders.
    private func state(_ test: TestLibrary) async throws -> [String] {
        try await test.catalog.read { connection in
            let assets = try connection.all(
                """
                SELECT json_array(hex(uuid), is_favorite, is_hidden, trashed_at IS NULL, rating, title, caption,
                    wall_seconds, time_source, sort_key, latitude, is_own_place,
                    (SELECT group_concat(title) FROM (SELECT title FROM asset_keyword
                        JOIN keyword ON keyword.id = keyword_id WHERE asset_id = asset.id ORDER BY title)))
                FROM asset ORDER BY id
                """
            ) { $0.string(0) }
            return try assets + Self.tree(CollectionTree.root, connection, indent: "")
        }
    }

    private static func tree(_ list: Int64, _ connection: Connection, indent: String) throws -> [String] {
        try CollectionTree(connection: connection).children(of: list).flatMap { child -> [String] in
            let sql = "SELECT title, hex(uuid) FROM \(child.kind.table) WHERE id = ?"
            let line =
                try connection.first(sql, child.row) { indent + $0.string(0) + " " + $0.string(1) } ?? ""
            guard child.kind == .album else {
                return try [line] + tree(child.row, connection, indent: indent + "  ")
            }
            let members = try connection.all(
                "SELECT asset_id FROM album_member WHERE album_id = ? ORDER BY position", child.row
            ) { String($0.int64(0)) }
            let count = try connection.int64("SELECT visible_count FROM album WHERE id = ?", child.row) ?? -1
            return [line + " \(count): " + members.joined(separator: " ")]
        }
    }

    @Test("Random changes: undone all is as before, redone as after, and undone again as before")
    func randomChanges() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(12)
        var random = SeededGenerator(state: 99)
        for round in 0..<120 {
            let (before, seed) = (try await state(test), random.next())
            let done = try await test.library.performChanges { changes in
                var random = SeededGenerator(state: seed)
                for _ in 0..<6 { try Self.edit(changes, all, &random) }
            }
            let after = try await state(test)
            let redo = try await test.library.undo(done.undo)
            #expect(try await state(test) == before, "round \(round), undone")
            let undo = try await test.library.undo(redo)
            let redone = try await state(test)
            #expect(redone == after, "round \(round), redone: \(redone.difference(from: after))")
            try await test.library.undo(undo)
            #expect(try await state(test) == before, "round \(round), undone again")
            // The next round begins with what this one did.
            try await test.library.performChanges { changes in
                var random = SeededGenerator(state: seed)
                for _ in 0..<6 { try Self.edit(changes, all, &random) }
            }
        }
        #expect(try await test.library.catalogProblems().isEmpty)
    }

    private static func identifiers(_ table: String, _ changes: ChangeRequests) throws -> [String] {
        try changes.connection.all("SELECT uuid FROM \(table) ORDER BY id") {
            LocalIdentifier.text($0.bytes(0))
        }
    }

    private static func edit(
        _ changes: ChangeRequests, _ all: [String], _ random: inout SeededGenerator
    ) throws {
        let some = Array(all.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        let albums = try identifiers("album", changes)
        let lists = try Array(identifiers("collection_list", changes).dropFirst())
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            try changes.createAlbum(title: "Album \(albums.count)", in: lists.randomElement(using: &random))
        case 1: try changes.createFolder(title: "Folder", in: lists.randomElement(using: &random))
        case 2:
            let request = try changes.request(for: some[0])
            request.isFavorite.toggle()
            request.rating = Int.random(in: 0...5, using: &random)
            request.title = Bool.random(using: &random) ? nil : "T"
            request.captureTime = CaptureTime(
                wallSeconds: Int64.random(in: 0...9, using: &random), source: .person)
        case 3:
            let request = try changes.request(for: some[0])
            request.keywords = Array(["a", "b", "c"].shuffled(using: &random).prefix(2))
            request.isHidden.toggle()
        case 4: try changes.deleteAssets(some)
        case 5: try changes.restoreAssets(some)
        case 6 where albums.count > 4: try changes.deleteAlbums([albums.randomElement(using: &random)!])
        case 7 where lists.count > 4: try changes.deleteFolders([lists.randomElement(using: &random)!])
        case 8 where !albums.isEmpty:
            let root = try changes.requestForTopLevelCollections()
            try root.insertChildCollections(albums.shuffled(using: &random).prefix(2).map { $0 }, at: 0)
            if let list = lists.randomElement(using: &random) {
                try changes.request(forFolder: list).addChildCollections([
                    albums.randomElement(using: &random)!
                ])
                try changes.request(forFolder: list).title = "Folder \(albums.count)"
            }
        case _ where !albums.isEmpty:
            let request = try changes.request(forAlbum: albums.randomElement(using: &random)!)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try request.removeAssets(some)
            case 1:
                try request.addAssets(some)
                try? request.moveAssets(at: [0], to: 0)
                request.title += "!"
            case 2: try request.insertAssets(some, at: 0)
            default:
                try request.addAssets(all)
                try? request.moveAssets(at: [0, 2, 3], to: 1)
            }
        default: break
        }
    }

    @Test("What others changed since stays as they left it")
    func others() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(3)
        let done = try await test.library.performChanges { changes in
            for photo in all { try changes.request(for: photo).rating = 2 }
            let album = try changes.createAlbum(title: "Mine")
            try changes.request(forAlbum: album).addAssets([all[0]])
            return album
        }
        // Given that somebody rates one of them again, and puts another into the album
        try await test.library.performChanges { changes in
            try changes.request(for: all[1]).rating = 5
            try changes.request(forAlbum: done.result).addAssets([all[2]])
        }
        // When the first change is undone
        try await test.library.undo(done.undo)
        // Then their rating and their photo are there, and the rest is undone
        let ratings = try await test.library.fetchAssets(withLocalIdentifiers: all).map(\.rating)
        #expect(ratings == [0, 5, 0])
        let album = try #require(try await test.library.fetchAlbums(titled: "Mine").first)
        #expect(try await test.identifiers(test.library.fetchAssets(in: album)) == [all[2]])
    }

    @Test("A denied client cannot undo")
    func denied() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(1)
        let done = try await test.library.performChanges { try $0.deleteAssets(all) }
        try await test.library.setAuthorization(.denied, for: .readWrite)
        let error = await thrown(LibraryError.self) { try await test.library.undo(done.undo) }
        #expect(error?.isNotAuthorized == true)
    }
}
