// SPDX-License-Identifier: GPL-3.0-or-later
// A library of Albumen and a folder that stands for another program's, made by sqlite3 and by hand.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

/// Both go with the test.
final class MovingHouse: Sendable {
    let old = TemporaryFolder()
    private let home = TemporaryFolder()
    let library: PhotoLibrary

    init() async throws {
        library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
    }

    /// A photo below the old program's folder, like no other with another `seed`.
    @discardableResult
    func photo(_ name: String, seed: Int, takenAt date: String? = nil, orientation: Int = 1) -> FilePath {
        old.write(
            Array(name.utf8), SampleJPEG.bytes(seed: seed, takenAt: date, orientation: orientation))
    }

    /// Makes a database with the sqlite3 command.
    @discardableResult
    func database(_ name: String, _ sql: String) async throws -> FilePath {
        let path = old.path.appending(name)
        try await runTool("sqlite3", [path.displayString, sql])
        return path
    }

    @discardableResult
    func move(
        _ program: PhotoProgram, _ path: FilePath? = nil, _ change: (inout MovingOptions) -> Void = { _ in }
    ) async throws -> MovingReport {
        var options = MovingOptions()
        options.mode = .reference
        change(&options)
        return try await library.moveIn(from: program, at: path ?? old.path, options: options)
    }

    func asset(_ path: FilePath) async throws -> Asset {
        try #require(try await library.fetchAsset(at: path), "\(path)")
    }

    func keywords(_ path: FilePath) async throws -> [String] {
        try await library.fetchKeywords(of: asset(path))
    }

    func people(_ path: FilePath) async throws -> [String] {
        try await library.fetchPeople(of: [asset(path)])[0].map(\.name)
    }

    /// Where a face is.
    func region(_ person: String, _ path: FilePath) async throws -> UnitRect? {
        try await library.fetchPeople(of: [asset(path)])[0].first { $0.name == person }?.region
    }

    /// Titles of collections with the file names in each, in order.
    func collections(_ subtype: AssetCollectionSubtype) async throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        var options = FetchOptions()
        options.includeHiddenAssets = true
        for album in try await library.fetchAssetCollections(with: .album, subtype: subtype) {
            let assets = try await library.fetchAssets(in: album, options: options)
            found[album.title ?? ""] = try await assets.objects(at: 0..<assets.count).map {
                $0.path.lastComponent.displayString
            }
        }
        return found
    }

    /// Everything that a second move must not double.
    func everything() async throws -> [String] {
        try await library.catalog.read { connection in
            try [
                "SELECT title FROM album WHERE subtype <> 6 ORDER BY title",
                "SELECT title FROM collection_list ORDER BY title",
                "SELECT album_id || ' ' || asset_id FROM album_member ORDER BY 1",
                "SELECT asset_id || ' ' || keyword_id FROM asset_keyword ORDER BY 1",
                "SELECT asset_id || ' ' || person_id FROM known_person ORDER BY 1",
                """
                SELECT id || ' ' || rating || coalesce(title, '') || coalesce(caption, '') || is_favorite || is_hidden
                    || (trashed_at IS NULL) FROM asset ORDER BY id
                """,
            ].flatMap { try connection.all($0) { $0.string(0) } }
        }
    }
}

extension MovingReport {
    func count(_ topic: Topic, _ outcome: Outcome = .cameOver) -> Int {
        lines.filter { $0.topic == topic && $0.outcome == outcome }.map(\.count).reduce(0, +)
    }

    /// Names of the files that lines about a topic name.
    func names(_ topic: Topic) -> [String] {
        lines.filter { $0.topic == topic }.flatMap(\.paths).map { $0.lastComponent.displayString }
    }
}

/// Whether two rectangles are the same, but for a pixel of a large picture.
func isNear(_ a: UnitRect?, _ b: UnitRect?) -> Bool {
    guard let a, let b else { return false }
    return zip([a.x, a.y, a.width, a.height], [b.x, b.y, b.width, b.height]).allSatisfy {
        abs($0 - $1) < 0.001
    }
}
