// SPDX-License-Identifier: GPL-3.0-or-later
// An import is taken back as one, and done again: no file is ever touched.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Taking an import back", .timeLimit(.minutes(30)))
struct ImportUndoTests {
    private func latest(_ test: ImportTestLibrary) async throws -> String {
        let latest = try await test.library.fetchImports().first
        return try #require(latest).identifier
    }

    private func deletedCount(_ test: ImportTestLibrary) async throws -> Int {
        try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount
    }

    @Test("Copies go to Recently Deleted with the album and the collection, and come back with both")
    func copies() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(4)
        try await test.take { $0.album = "Trip" }
        let paths = try await test.assets().map(\.path)
        // When it is taken back
        let redo = try await test.library.undoImport(latest(test))
        // Then nothing of it is left in sight, and every file is where it was
        #expect(try await test.library.fetchAssets().count == 0)
        #expect(try await deletedCount(test) == 4)
        #expect(try await test.library.fetchAlbums(titled: "Trip").isEmpty)
        #expect(try await test.imports().isEmpty)
        #expect((files + paths).allSatisfy { FileStamp(at: $0) != nil })
        // And when that is taken back, all is as it was
        try await test.library.undo(redo)
        #expect(try await test.library.fetchAssets().count == 4)
        #expect(try await deletedCount(test) == 0)
        #expect(try await test.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [4])
        #expect(try await test.imports().map(\.assetCount) == [4])
        // And it can be taken back again
        try await test.library.undoImport(latest(test))
        #expect(try await deletedCount(test) == 4)
        #expect(try await test.library.catalogProblems().isEmpty)
    }

    @Test("Files left in place go out of the library, and come back with what was done to them")
    func references() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(3)
        try await test.take { $0.mode = .reference }
        let asset = try #require(try await test.assets().first { $0.path == files[1] })
        try await test.library.performChanges { changes in
            let request = try changes.request(for: asset)
            request.isFavorite = true
            try request.addKeyword("sea")
            try changes.request(forAlbum: changes.findOrCreateAlbum(title: "Mine")).addAssets([asset])
        }
        let redo = try await test.library.undoImport(latest(test))
        #expect(try await test.library.fetchAssets().count == 0)
        #expect(try await deletedCount(test) == 0)
        #expect(files.allSatisfy { FileStamp(at: $0) != nil })
        #expect(try await test.library.fetchAlbums(titled: "Mine").map(\.assetCount) == [0])
        let again = try await test.library.undo(redo)
        let back = try #require(try await test.assets().first { $0.path == files[1] })
        #expect(back.localIdentifier == asset.localIdentifier && back.isFavorite)
        #expect(try await test.library.fetchKeywords(of: back) == ["sea"])
        #expect(try await test.library.fetchAlbums(titled: "Mine").map(\.assetCount) == [1])
        #expect(try await test.imports().map(\.assetCount) == [3])
        try await test.library.undo(again)
        #expect(try await test.library.fetchAssets().count == 0)
        #expect(try await test.library.catalogProblems().isEmpty)
    }

    @Test("What was there before stays, out of the album that it was filed in, and back in Recently Deleted")
    func before() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(3)
        try await test.take([files[0], files[1]])
        let old = try await test.assets()
        let deleted = try #require(old.first { $0.path.lastComponent == files[1].lastComponent })
        try await test.library.performChanges { changes in
            try changes.deleteAssets([deleted])
            let kept = old.filter { $0 != deleted }
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets(kept)
        }
        // Given an import that files one that was in the album, brings one back and adds one
        let results = try await test.take { $0.album = "Trip" }
        #expect(results.map(\.verdict) == [.duplicate, .imported, .imported])
        #expect(try await test.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [3])
        // When it is taken back
        try await test.library.undoImport(latest(test))
        // Then all is as it was before it
        #expect(
            try await test.assets().map(\.localIdentifier)
                == old.filter { $0 != deleted }.map(\.localIdentifier))
        #expect(try await deletedCount(test) == 2)
        #expect(try await test.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [1])
    }

    @Test("Files in a watched folder belong to the library for that")
    func watched() async throws {
        let test = try await ImportTestLibrary()
        test.write(2)
        try await test.take { $0.mode = .reference }
        try await test.library.catalog.addWatchedFolder(test.photos.path)
        try await test.library.undoImport(latest(test))
        #expect(try await test.library.fetchAssets().count == 2)
        #expect(try await test.imports().isEmpty)
    }

    @Test("Nobody takes back what another client imported, unless it sees everything")
    func clients() async throws {
        let test = try await ImportTestLibrary()
        test.write(1)
        try await test.take()
        let guest = PhotoLibrary(
            client: ClientIdentifier("org.example.Guest"), location: test.library.location, recovery: nil,
            decoders: test.library.decoders, catalog: test.library.catalog)
        try await guest.setAuthorization(.limited, for: .readWrite)
        #expect(try await guest.fetchImports().isEmpty)
        let identifier = try await latest(test)
        let error = await thrown(LibraryError.self) { try await guest.undoImport(identifier) }
        if case .identifiersNotFound = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try await test.library.fetchAssets().count == 1)
    }
}
