// SPDX-License-Identifier: GPL-3.0-or-later
// Which assets words find: by their own texts, through the index; by keywords, people and albums, through their
// names. One text has to hold all of a term's tokens.

import SQLite

/// Finds within one read transaction.
struct WordFinder {
    let connection: Connection
    /// A limited client finds by its own albums only: else it would learn the titles of others by guessing.
    let viewer: Viewer

    private var postings: SearchPostings { SearchPostings(connection: connection) }

    func rows(_ words: FreeText) throws -> RowSet {
        let finder = TextFinder(words)
        guard !finder.isEmpty else { return try postings.everyRow() }
        var rows = try ownRows(finder)
        rows.formUnion(
            try self.rows(
                named: finder, in: "SELECT id, title FROM keyword",
                members: "SELECT asset_id FROM asset_keyword WHERE keyword_id = ?"))
        rows.formUnion(
            try self.rows(
                named: finder, in: "SELECT id, title FROM name WHERE kind = \(NameKind.person.rawValue)",
                members: "SELECT asset_id FROM known_person WHERE person_id = ?"))
        if let (albums, values) = albumsSQL {
            rows.formUnion(
                try self.rows(
                    named: finder, in: albums, values,
                    members: "SELECT asset_id FROM album_member WHERE album_id = ?"))
        }
        return rows
    }

    /// Only what the tokens of the assets' own texts tell: no asset is left out, some may be too many.
    func candidates(_ finder: TextFinder) throws -> RowSet {
        var rows: RowSet?
        for token in finder.tokens {
            let found = try postings.rows(token)
            rows?.formIntersection(found)
            if rows == nil { rows = found }
        }
        return try rows ?? postings.everyRow()
    }

    // MARK: Own texts

    private static let textsSQL = """
        SELECT asset.id, asset.name, asset.title, caption, camera.title, lens.title, place.title
        FROM (SELECT value AS candidate FROM json_each(?)) CROSS JOIN asset ON asset.id = candidate
            LEFT JOIN name AS camera ON camera.id = camera_id LEFT JOIN name AS lens ON lens.id = lens_id
            LEFT JOIN name AS place ON place.id = place_id
        """

    private func ownRows(_ finder: TextFinder) throws -> RowSet {
        let rows = try candidates(finder)
        guard finder.needle != nil else { return rows }
        var found = RowSet()
        try connection.forEach(Self.textsSQL, rows.rows.jsonArray) { row in
            // A file's name is bytes.
            if finder.holdsNeedle(String(decoding: row.bytes(1), as: UTF8.self))
                || (2...6).contains(where: { row.optionalString($0).map(finder.holdsNeedle) ?? false })
            {
                found.insert(row.int64(0))
            }
        }
        return found
    }

    // MARK: Names

    private var albumsSQL: (String, [Value])? {
        switch viewer {
        case .everything: ("SELECT id, title FROM album", [])
        case .limited(let client):
            ("SELECT id, title FROM album WHERE created_by = ?", [.text(client.rawValue)])
        case .nothing: nil
        }
    }

    /// Members of whatever has a name that the words find.
    private func rows(
        named finder: TextFinder, in names: String, _ values: [Value] = [], members: String
    ) throws -> RowSet {
        let found = try connection.withStatement(names, values) { statement in
            var found: [Int64] = []
            while try statement.step() {
                if finder.matches(statement.row.string(1)) { found.append(statement.row.int64(0)) }
            }
            return found
        }
        var rows = RowSet()
        for name in found { try connection.forEach(members, name) { rows.insert($0.int64(0)) } }
        return rows
    }
}
