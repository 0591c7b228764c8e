// SPDX-License-Identifier: GPL-3.0-or-later
// The catalog's check of itself, for `albumenctl doctor`: SQLite's own, and that kept counts agree with
// counted rows.

import SQLite

extension PhotoLibrary {
    /// Everything found wrong with the catalog, in words; empty for a whole one. Reads all of it.
    public func catalogProblems() async throws -> [String] {
        try await catalog.read { connection in
            try connection.integrityCheck() + connection.foreignKeyProblems()
                + Catalog.countProblems(connection) + Catalog.indexProblems(connection)
        }
    }

    /// Counts every kept count anew from the rows, and makes the index of words anew.
    public func rebuildCounts() async throws {
        try await catalog.write { writer in
            try writer.connection.executeScript(Catalog.rebuildCountsSQL)
            try SearchIndexer(connection: writer.connection).rebuild()
            writer.note(.album, .updated, row: 0)
        }
    }
}

extension Catalog {
    private static let facets = "media_type, media_subtypes, traits, is_favorite, left_out"

    private static let countedTally = """
        SELECT \(facets), trashed_at IS NOT NULL AS is_trashed, state, count(*) AS count FROM asset
        GROUP BY \(facets), is_trashed, state
        """
    private static let countedDays = """
        SELECT added_at / 86400000 AS day, count(*) AS count FROM asset
        WHERE left_out = 0 AND trashed_at IS NULL GROUP BY day
        """
    private static let countedAlbums = """
        SELECT album.id, (SELECT count(*) FROM album_member JOIN asset ON asset.id = asset_id
            WHERE album_id = album.id AND left_out = 0 AND trashed_at IS NULL) AS count FROM album
        """

    /// Columns that follow from others, and how.
    private static let derived = [
        ("left_out", CatalogSchema.leftOutOfParts), ("wall_day", CatalogSchema.wallDay),
    ]

    static let rebuildCountsSQL =
        derived.map { "UPDATE asset SET \($0) = \($1) WHERE \($0) <> \($1);\n" }.joined() + """
            DELETE FROM tally;
            INSERT INTO tally \(countedTally);
            DELETE FROM added_tally;
            INSERT INTO added_tally \(countedDays);
            UPDATE album SET visible_count = counted.count FROM (\(countedAlbums)) AS counted WHERE album.id = counted.id;
            """

    static func indexProblems(_ connection: Connection) throws -> [String] {
        let wrong = try SearchIndexer(connection: connection).differences()
        return wrong == 0 ? [] : ["the index of words does not agree with the assets (\(wrong) differences)"]
    }

    static func countProblems(_ connection: Connection) throws -> [String] {
        let checks = [
            ("asset counts", countedTally, "SELECT * FROM tally WHERE count <> 0"),
            ("counts by day", countedDays, "SELECT * FROM added_tally WHERE count <> 0"),
            ("album counts", countedAlbums, "SELECT id, visible_count FROM album"),
        ]
        let wrongColumns = try derived.compactMap { column, expression in
            let wrong =
                try connection.int64("SELECT count(*) FROM asset WHERE \(column) <> \(expression)") ?? 0
            return wrong == 0 ? nil : "\(column) is not what it should be in \(wrong) rows"
        }
        return try wrongColumns
            + checks.compactMap { name, counted, kept in
                let wrong = try connection.int64(
                    """
                    SELECT count(*) FROM (
                        SELECT * FROM (SELECT * FROM (\(counted)) EXCEPT \(kept))
                        UNION ALL SELECT * FROM (\(kept) EXCEPT SELECT * FROM (\(counted))))
                    """)
                return wrong == 0 ? nil : "\(name) do not agree with the rows (\(wrong ?? 0) differences)"
            }
    }
}
