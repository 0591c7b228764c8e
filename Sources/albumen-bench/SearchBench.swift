// SPDX-License-Identifier: GPL-3.0-or-later
// Searches as they are typed, each to its count and first page, beside what FTS5 alone takes to count.

import AlbumenKit
import CSQLite
import Foundation
import Metadata

/// `search [--assets N] [--keep DIR]`
func runSearchBench(arguments: [String]) async throws {
    let count = arguments.value(of: "--assets").flatMap(Int.init) ?? 1_000_000
    try await withLibrary(of: count, keptIn: arguments.value(of: "--keep")) { library, folder in
        try await SearchBench(library: library, folder: folder).run()
    }
}

private struct SearchBench {
    let library: PhotoLibrary
    let folder: String

    private static let rounds = 9

    /// Common beginnings, letter by letter; words that few, many and no photos have; terms; what FTS5 is asked
    /// beside it, where it can be.
    private static let queries: [(query: String, fts: String?)] = [
        ("i", "i*"), ("im", "im*"), ("img", "img*"), ("img_1", "img AND 1*"), ("img_12345", "img AND 12345*"),
        ("a", "a*"), ("apple", "apple*"), ("apple iphone", "apple AND iphone*"), ("germ", "germ*"),
        ("beach", "beach*"), ("\"beach in\"", "beach AND in"), ("東京", "東京*"), ("june 2021", nil),
        ("2019", nil),
        ("img -apple", "img* NOT apple*"), ("-img", nil), ("keyword:beach", nil), ("type:video", nil),
        ("rating:>=4 img", nil), ("is:favorite paris", nil), ("camera:canon", nil), ("date:2005-01", nil),
        ("iso:>=3200 paris", nil), ("nothingatall", "nothingatall*"),
    ]

    func run() async throws {
        let fts = try PlainFTS(catalog: catalogPath(in: folder), path: folder + "/fts.sqlite")
        print("search to count and first page (budget 30 ms), and FTS5's count(*) alone")
        for (text, match) in Self.queries {
            let query = try SearchQuery(parsing: text)
            var found = 0
            let times = try await Times(rounds: Self.rounds) {
                found = try await library.fetchAssets(matching: query).count
            }
            var beside = "–"
            if let match {
                let bare = try await Times(rounds: Self.rounds) { _ = try fts.count(match) }
                beside = String(format: "%.2f ms", bare.median)
            }
            print("  \(text): \(found) found, \(times), FTS5 \(beside)")
        }
    }
}

/// An FTS5 table of the same texts, set up as lean as FTS5 can be, on its own.
private final class PlainFTS {
    private var connection: OpaquePointer?

    init(catalog: String, path: String) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK
        else { throw BenchError(description: String(cString: sqlite3_errmsg(connection))) }
        try execute("PRAGMA cache_size = -8192")
        guard isNew else { return }
        try execute(
            """
            ATTACH '\(catalog.replacingOccurrences(of: "'", with: "''"))' AS catalog;
            CREATE VIRTUAL TABLE texts USING fts5(text, content='', detail=none, columnsize=0, prefix='1 2 3');
            INSERT INTO texts(rowid, text)
                SELECT asset.id, replace(CAST(name AS TEXT), '_', ' ') || ' ' || coalesce(asset.title, '') || ' '
                    || coalesce(camera.title, '') || ' ' || coalesce(place.title, '')
                FROM catalog.asset LEFT JOIN catalog.name AS camera ON camera.id = camera_id
                    LEFT JOIN catalog.name AS place ON place.id = place_id;
            """)
    }

    deinit { sqlite3_close_v2(connection) }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            throw BenchError(description: String(cString: sqlite3_errmsg(connection)))
        }
    }

    func count(_ match: String) throws -> Int64 {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = "SELECT count(*) FROM texts WHERE texts MATCH '\(match)'"
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { throw BenchError(description: String(cString: sqlite3_errmsg(connection))) }
        return sqlite3_column_int64(statement, 0)
    }
}
