// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches of 1,000 to 1,000,000 assets, each beside the bare `sqlite3_step` loop over the same index.

import AlbumenKit
import CSQLite
import Foundation
import Metadata

/// `fetch [--assets N] [--keep DIR]`
func runFetchBench(arguments: [String]) async throws {
    let sizes = arguments.value(of: "--assets").flatMap(Int.init).map { [$0] } ?? [1_000, 100_000, 1_000_000]
    for size in sizes {
        try await withLibrary(of: size, keptIn: arguments.value(of: "--keep")) { library, folder in
            try await FetchBench(library: library, folder: folder).run()
        }
    }
}

private struct FetchBench {
    let library: PhotoLibrary
    let folder: String

    private static let rounds = 15
    private static let views: [(String, AssetCollectionSubtype)] = [
        ("all photos", .smartAlbumUserLibrary), ("recents", .smartAlbumRecentlyAdded),
        ("favourites", .smartAlbumFavorites), ("videos", .smartAlbumVideos),
        ("screenshots", .smartAlbumScreenshots), ("recently deleted", .smartAlbumRecentlyDeleted),
    ]
    /// The query of All Photos, as the library asks it.
    private static let bareSQL = """
        SELECT id FROM asset INDEXED BY asset_library WHERE left_out = 0 AND trashed_at IS NULL
        ORDER BY sort_key DESC, id DESC
        """

    func run() async throws {
        // First, while there is no freed memory that snapshots could be put in.
        try await reportMemory()
        for (name, subtype) in Self.views {
            let album = try await library.fetchSmartAlbum(subtype)
            let times = try await Times(rounds: Self.rounds) { _ = try await library.fetchAssets(in: album) }
            print("  first page, \(name) (\(album.assetCount)): \(times)")
        }
        for album in try await library.fetchAlbums(titled: CatalogGenerator.largestAlbum) {
            let times = try await Times(rounds: Self.rounds) { _ = try await library.fetchAssets(in: album) }
            print("  first page, an album (\(album.assetCount)): \(times)")
        }
        let counts = try await Times(rounds: Self.rounds) {
            _ = try await library.fetchAssetCollections(with: .smartAlbum)
        }
        print("  counts of all smart albums: \(counts)")

        let bare = try BareLoop(path: catalogPath(in: folder), sql: Self.bareSQL)
        let loop = try await Times(rounds: Self.rounds) { _ = try bare.run() }
        let snapshot = try await Times(rounds: Self.rounds) {
            let result = try await library.fetchAssets()
            _ = try await result.objects(at: result.count - 1..<result.count)
        }
        let ratio = snapshot.median / loop.median
        print("  full snapshot: \(snapshot)\n  bare sqlite3_step: \(loop)")
        print("  ratio: \(String(format: "%.2f", ratio))")
    }

    /// Resident memory of twenty snapshots, for one asset of one of them. Objects are counted out: they have
    /// a cache of fixed size.
    private func reportMemory() async throws {
        let copies = 20
        var results: [FetchResult<Asset>] = []
        let before = residentBytes()
        for _ in 0..<copies {
            let result = try await library.fetchAssets()
            _ = try await result.objects(at: result.count - 1..<result.count)
            results.append(result)
        }
        let each = Double(residentBytes() - before) / Double(copies * max(1, results[0].count))
        print("  memory of a snapshot: \(String(format: "%.1f", each)) bytes an asset")
    }

    private func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (fields.flatMap { Int($0[1]) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// SQLite alone: the statement compiled once, stepped to its end, each id looked at and none kept.
private final class BareLoop {
    private var connection: OpaquePointer?
    private var statement: OpaquePointer?

    init(path: String, sql: String) throws {
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            // As the library's readers have it.
            sqlite3_exec(connection, "PRAGMA cache_size = -8192", nil, nil, nil)
                == SQLITE_OK,
            sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK
        else { throw BenchError(description: String(cString: sqlite3_errmsg(connection))) }
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close_v2(connection)
    }

    func run() throws -> Int64 {
        var sum: Int64 = 0
        while sqlite3_step(statement) == SQLITE_ROW { sum &+= sqlite3_column_int64(statement, 0) }
        guard sqlite3_reset(statement) == SQLITE_OK else {
            throw BenchError(description: String(cString: sqlite3_errmsg(connection)))
        }
        return sum
    }
}
