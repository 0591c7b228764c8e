// SPDX-License-Identifier: GPL-3.0-or-later
// Opening on bad days: damaged, newer and older catalogs.

import Foundation
import Metadata
import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Opening", .timeLimit(.minutes(30)))
struct OpeningTests {
    let folder: URL
    var location: LibraryLocation { TestLibrary.location(folder) }
    var file: URL { folder.appendingPathComponent("data/catalog.sqlite") }

    init() throws { folder = try TestLibrary.makeFolder() }

    /// A closed catalog with some content and decisions.
    private func makeCatalog() async throws {
        let library = try await PhotoLibrary.open(at: location, client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        try await library.catalog.addWatchedFolder(FilePath("/pictures"))
        _ = try await library.catalog.record((0..<2_000).map { .photo($0) })
        await library.catalog.database.close()
    }

    @Test("A file that is no database is kept aside, and a new catalog begun")
    func noDatabase() async throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let garbage = Data(repeating: 0x5A, count: 20_000)
        try garbage.write(to: file)
        let library = try await PhotoLibrary.open(at: location, client: .app)
        let recovery = try #require(library.recovery)
        #expect(try Data(contentsOf: URL(fileURLWithPath: recovery.keptAside.displayString)) == garbage)
        #expect(!recovery.reason.isEmpty)
        #expect(try await library.catalogProblems() == [])
    }

    @Test("A damaged catalog is kept aside whole")
    func damaged() async throws {
        try await makeCatalog()
        // Given a catalog of which a page of the assets was overwritten
        let page = try #require(
            try Connection(path: file.path).int64("SELECT rootpage FROM sqlite_schema WHERE name = 'asset'"))
        var data = try Data(contentsOf: file)
        let start = Int(page - 1) * 4_096
        data.replaceSubrange(start..<start + 4_096, with: Data(repeating: 0xEE, count: 4_096))
        try data.write(to: file)
        // When it is opened
        let library = try await PhotoLibrary.open(at: location, client: .app)
        // Then it was kept, and the new one knows what to watch and whom to let in
        let recovery = try #require(library.recovery)
        #expect(try Data(contentsOf: URL(fileURLWithPath: recovery.keptAside.displayString)) == data)
        #expect(try await library.catalog.watchedFolders() == [FilePath("/pictures")])
        #expect(library.authorizationStatus(for: .readWrite) == .authorized)
    }

    @Test("A newer catalog is refused and left as it is")
    func newer() async throws {
        try await makeCatalog()
        let path = file.path
        do { try Connection(path: path).execute("PRAGMA user_version = 99") }
        let before = try Data(contentsOf: file)
        let error = await thrown(LibraryError.self) {
            try await PhotoLibrary.open(at: location, client: .app)
        }
        guard case .catalogNewer(version: 99) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test("A folder that is a file is an error that names it")
    func folderIsFile() async throws {
        try Data("x".utf8).write(to: folder.appendingPathComponent("data"))
        let error = await thrown(LibraryError.self) {
            try await PhotoLibrary.open(at: location, client: .app)
        }
        guard case .file(let cause) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(cause.path == location.data)
    }

    @Test("A stored catalog of every older version opens with all that is in it", arguments: [1, 2, 8])
    func older(version: Int) async throws {
        // Given the catalog as that version wrote it
        let fixture = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/catalogs/version-\(version).sql")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            let connection = try Connection(path: file.path)
            try connection.executeScript(String(contentsOf: fixture, encoding: .utf8))
            try connection.execute("UPDATE asset SET is_hidden = 1 WHERE trashed_at IS NOT NULL")
        }
        // When it is opened today
        let library = try await PhotoLibrary.open(at: location, client: .app)
        // Then everything is there, and whole
        #expect(library.recovery == nil)
        let all = try await library.fetchAssets()
        let assets = try await all.objects(at: 0..<all.count)
        #expect(assets.map { $0.path.displayString } == ["/nowhere/IMG_2.JPG", "/nowhere/IMG_1.JPG"])
        #expect(assets.map(\.isFavorite) == [true, false])
        let deleted = try await library.fetchAssets(in: library.fetchSmartAlbum(.smartAlbumRecentlyDeleted))
        #expect(try await deleted.objects(at: 0..<deleted.count).map(\.isHidden) == [true])
        #expect(try await library.fetchMoments().map(\.assetCount) == [2])
        #expect(try await library.fetchAlbums(titled: "Trip").map(\.assetCount) == [2])
        #expect(try await library.fetchKeywords(of: assets[0]) == ["sea"])
        #expect(try await library.catalog.watchedFolders() == [FilePath("/pictures")])
        #expect(try await library.catalogProblems() == [])
        guard version >= 2 else { return }
        // What a killed scan left without a size is looked at again
        #expect(
            try await library.catalog.database.read { try $0.int64("SELECT asset_id FROM unproven") } == 3)
        // And words that came from the file follow the file
        #expect(assets[1].title == "Harbour" && assets[1].rating == 3)
        _ = try await library.catalog.record([.photo(1) { $0.title = "Sea" }])
        let again = try await library.fetchAsset(at: FilePath("/nowhere/IMG_1.JPG"))
        #expect(again?.title == "Sea" && again?.caption == nil && again?.rating == 0)
    }

    @Test("A full disk is an error that says so, and nothing of the change is there")
    func fullDisk() async throws {
        // Given a catalog that may not grow by more than a few pages
        let library = try await PhotoLibrary.open(at: location, client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        _ = try await library.catalog.record((0..<100).map { .photo($0) })
        try await library.catalog.database.writeWithoutTransaction { connection in
            let pages = try connection.int64("PRAGMA page_count") ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + 4)")
        }
        // When more is recorded than fits
        let error = await thrown(LibraryError.self) {
            try await library.catalog.record((100..<5_000).map { .photo($0) })
        }
        // Then it says so, and the catalog is whole and as it was
        guard case .noSpace = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(try await library.fetchAssets().count == 100)
        #expect(try await library.catalogProblems() == [])
        _ = try await library.catalog.record([.photo(100)])
        #expect(try await library.fetchAssets().count == 101)
    }
}
