// SPDX-License-Identifier: GPL-3.0-or-later
// What comes over from a damaged catalog: all that can be read, and nothing that was never there.

import Foundation
import Metadata
import SQLite
import Testing

@testable import AlbumenKit

@Suite("Recovery of a damaged catalog", .serialized, .timeLimit(.minutes(30)))
struct RecoveryTests {
    private static let pageSize = 4_096
    let folder: URL
    private static let guest = ClientIdentifier("org.example.Guest")
    private static let photoCount = 1_200
    var location: LibraryLocation { TestLibrary.location(folder) }
    var file: URL { folder.appendingPathComponent("data/catalog.sqlite") }

    init() throws { folder = try TestLibrary.makeFolder() }

    /// All that the person decided about one photo.
    private struct Decisions: Equatable, Sendable {
        var identifier: String
        var isFavorite: Bool
        var isHidden: Bool
        var isTrashed: Bool
        var rating: Int
        var title: String?
        var caption: String?
        var keywords: [String]
    }

    private struct Content: Sendable {
        var photos: [FilePath: Decisions] = [:]
        /// Members in order, by title.
        var albums: [String: [FilePath]] = [:]
    }

    /// Puts the same catalog of some hundred pages in every test's place, and says what is in it.
    private func makeCatalog() async throws -> Content {
        let (data, content) = try await Self.original.value
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return content
    }

    private static let original = Task { try await makeOriginal() }

    private static func makeOriginal() async throws -> (Data, Content) {
        let folder = try TestLibrary.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try await PhotoLibrary.open(at: TestLibrary.location(folder), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        try await library.catalog.addWatchedFolder(FilePath("/pictures"))
        let rows = try await library.catalog.record(
            (0..<photoCount).map { number in
                .photo(number, folder: FilePath("/pictures/\(number % 7)")) { facts in
                    if number % 5 == 0 { facts.rating = number % 4 + 1 }
                    if number % 6 == 0 { facts.title = "Title \(number)" }
                    if number % 9 == 0 { facts.caption = "Caption \(number)" }
                    facts.keywords = ["keyword \(number % 11)"]
                }
            }
        ).map(\.rowID)
        let all = try await library.catalog.files(inRows: rows).map(\.localIdentifier)
        try await library.performChanges { changes in
            func every(_ step: Int) -> [String] { all.indices.filter { $0 % step == 0 }.map { all[$0] } }
            try changes.setFavorite(true, forAssets: every(3))
            try changes.setHidden(true, forAssets: every(17))
            try changes.deleteAssets(every(19))
            for number in 0..<4 {
                let album = try changes.createAlbum(title: "Album \(number)")
                try changes.request(forAlbum: album).addAssets(every(number + 2).reversed())
            }
        }
        try await library.setLimitedSelection(Array(all[..<5]), of: guest)
        try await library.setAuthorization(.limited, for: .readWrite, client: guest)
        let content = try await content(of: library)
        await library.catalog.database.close()
        #expect(content.photos.count == photoCount)
        return (try Data(contentsOf: folder.appendingPathComponent("data/catalog.sqlite")), content)
    }

    private static func content(of library: PhotoLibrary) async throws -> Content {
        try await library.catalog.read { connection in
            var content = Content()
            for asset in try connection.all(Asset.selectSQL + "1", transform: { Asset(row: $0) }) {
                let sql =
                    "SELECT title FROM asset_keyword JOIN keyword ON id = keyword_id WHERE asset_id = ? ORDER BY 1"
                content.photos[asset.path] = Decisions(
                    identifier: asset.localIdentifier, isFavorite: asset.isFavorite, isHidden: asset.isHidden,
                    isTrashed: asset.trashedDate != nil, rating: asset.rating, title: asset.title,
                    caption: asset.caption, keywords: try connection.all(sql, asset.rowID) { $0.string(0) })
            }
            let members = """
                SELECT album.title, path, name FROM album_member JOIN album ON album.id = album_id
                JOIN asset ON asset.id = asset_id JOIN folder ON folder.id = folder_id ORDER BY album_id, album_member.position
                """
            try connection.forEach(members) { row in
                content.albums[row.string(0), default: []].append(
                    FilePath(bytes: row.bytes(1)).appending(row.bytes(2)))
            }
            return content
        }
    }

    /// Overwrites pages, counted from 1.
    private func damage(_ pages: [Int], with byte: UInt8 = 0xEE) throws -> Data {
        var data = try Data(contentsOf: file)
        for page in pages {
            let start = (page - 1) * Self.pageSize
            data.replaceSubrange(
                start..<start + Self.pageSize, with: Data(repeating: byte, count: Self.pageSize))
        }
        try data.write(to: file)
        return data
    }

    private func pages(of name: String) throws -> [Int] {
        let connection = try Connection(path: file.path, mode: .readOnly)
        return try connection.all("SELECT pageno FROM dbstat WHERE name = ?", name) { $0.int(0) }
    }

    /// Leaf pages of a table or index.
    private func leaves(of name: String) throws -> [Int] {
        let connection = try Connection(path: file.path, mode: .readOnly)
        return try connection.all(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", name
        ) { $0.int(0) }
    }

    /// Opens the damaged catalog. Whatever came over is as it was.
    private func recover(_ before: Content) async throws -> (CatalogRecovery, Content) {
        let library = try await PhotoLibrary.open(at: location, client: .app)
        let recovery = try #require(library.recovery)
        let after = try await Self.content(of: library)
        #expect(try await library.catalogProblems() == [])
        #expect(recovery.saved[.photos] == after.photos.count)
        #expect(after.photos.keys.allSatisfy { before.photos[$0] != nil })
        for (title, members) in after.albums {
            let original = try #require(before.albums[title])
            let kept = Set(members)
            #expect(members == original.filter(kept.contains), "order of \(title)")
        }
        await library.catalog.database.close()
        // And it opens as any other from now on
        #expect(try await PhotoLibrary.open(at: location, client: .app).recovery == nil)
        return (recovery, after)
    }

    @Test("Wherever four pages besides the schema's are overwritten, most of it is there", arguments: 1...9)
    func anywhere(tenth: Int) async throws {
        let before = try await makeCatalog()
        let count = try Data(contentsOf: file).count / Self.pageSize
        let first = count * tenth / 10
        let schema = Set(try pages(of: "sqlite_schema") + pages(of: "sqlite_master"))
        let pages = (first...count).filter { !schema.contains($0) }.prefix(4)
        let data = try damage(Array(pages), with: tenth % 2 == 0 ? 0 : 0xEE)
        let (recovery, after) = try await recover(before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: recovery.keptAside.displayString)) == data)
        // Four leaves hold some eighty photos, or some hundred members.
        #expect(after.photos.count > Self.photoCount - 200)
        let favorites = after.photos.filter { before.photos[$0.key]?.isFavorite == $0.value.isFavorite }
        #expect(favorites.count > Self.photoCount - 200)
        if recovery.lost.isEmpty { #expect(after.photos == before.photos && after.albums == before.albums) }
    }

    @Test("What stands on a lost page of photos is told from the indexes: place, favourite, hidden, deleted")
    func photos() async throws {
        let before = try await makeCatalog()
        let leaves = try leaves(of: "asset")
        _ = try damage([leaves[3], leaves[4], leaves[leaves.count / 2], leaves[leaves.count - 1]])
        let (recovery, after) = try await recover(before)
        #expect(recovery.lost == [.photos])
        #expect(after.photos.count == Self.photoCount)
        for (path, decisions) in after.photos {
            let original = try #require(before.photos[path])
            #expect(decisions.identifier == original.identifier)
            #expect(decisions.isFavorite == original.isFavorite)
            #expect(decisions.isHidden == original.isHidden)
            #expect(decisions.isTrashed == original.isTrashed)
            #expect(decisions.keywords == original.keywords)
        }
        #expect(after.albums == before.albums)
    }

    @Test(
        "What stands in a table and in an index survives the loss of a page of either",
        arguments: [
            "album_member", "album_member_order", "asset_keyword", "asset_library",
            "sqlite_autoindex_asset_1",
            "sqlite_autoindex_asset_2", "asset_favorites", "history",
        ])
    func redundant(name: String) async throws {
        let before = try await makeCatalog()
        let leaves = try leaves(of: name)
        _ = try damage([leaves[0], leaves[leaves.count / 2]])
        let (recovery, after) = try await recover(before)
        #expect(recovery.lost == [])
        #expect(after.photos == before.photos)
        #expect(after.albums == before.albums)
        // Grants and selections too
        let library = try await PhotoLibrary.open(at: location, client: Self.guest)
        #expect(library.authorizationStatus(for: .readWrite) == .limited)
        #expect(try await library.limitedSelection().count == 5)
        #expect(try await library.catalog.watchedFolders() == [FilePath("/pictures")])
    }

    @Test("Of a file whose first page is gone nothing is saved, and that is said")
    func firstPage() async throws {
        _ = try await makeCatalog()
        let data = try damage([1])
        let library = try await PhotoLibrary.open(at: location, client: .app)
        let recovery = try #require(library.recovery)
        #expect(recovery.lost == Set(CatalogRecovery.Part.allCases))
        #expect(recovery.saved.values.allSatisfy { $0 == 0 })
        #expect(try Data(contentsOf: URL(fileURLWithPath: recovery.keptAside.displayString)) == data)
        #expect(try await library.fetchAssets().count == 0)
    }
}
