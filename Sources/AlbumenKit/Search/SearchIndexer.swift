// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the index of words true: what triggers noted in a transaction is brought up to date before its commit.

import Metadata
import SQLite

/// Writes the index inside one transaction.
///
/// Postings are sets of rows by term rather than an FTS5 table: FTS5 steps through each row that matches, which
/// for the first letter typed is every row there is; a block of 4,096 rows is one row here.
final class SearchIndexer {
    private let connection: Connection
    /// Titles of names, which never change.
    private var names: [Int64: String] = [:]

    /// Assets taken together: enough that a common term's block is written once for many, few enough to hold.
    private static let batch = 20_000

    init(connection: Connection) { self.connection = connection }

    /// Brings the index up to date.
    func update() throws {
        while try updateBatch() {}
    }

    /// Makes the index anew from the assets.
    func rebuild() throws {
        try connection.executeScript(
            """
            DELETE FROM search_posting;
            DELETE FROM search_column;
            DELETE FROM search_pending;
            INSERT INTO search_pending(asset_id, is_indexed) SELECT id, 0 FROM asset;
            """)
        try update()
    }

    // MARK: Batches

    private static let columns =
        "name, title, caption, camera_id, lens_id, place_id, wall_seconds, media_type, rating"
    private static let columnCount = 9

    private static func prefixed(_ prefix: String) -> String {
        columns.split(separator: ", ").map { prefix + $0 }.joined(separator: ", ")
    }

    /// Old and new terms' columns, whether these are the same, and the numbers.
    private static let batchSQL = """
        SELECT old.asset_id, old.is_indexed, asset.id IS NOT NULL, \(prefixed("old.")), \(prefixed("asset.")),
            old.is_indexed AND (\(prefixed("old."))) IS (\(prefixed("asset."))), \(SearchColumns.expressions)
        FROM search_pending AS old LEFT JOIN asset ON asset.id = old.asset_id
        ORDER BY old.asset_id LIMIT \(batch)
        """

    /// Whether there may be more.
    private func updateBatch() throws -> Bool {
        var added: [String: [Int64]] = [:]
        var removed: [String: [Int64]] = [:]
        var numbers: [(row: Int64, numbers: [Double?])] = []
        try connection.forEach(Self.batchSQL) { row in
            let asset = row.int64(0)
            let (old, new) = (3, 3 + Self.columnCount)
            let isSame = new + Self.columnCount
            if !row.bool(isSame) {
                let before = row.bool(1) ? try terms(row, from: old) : []
                let after = row.bool(2) ? try terms(row, from: new) : []
                for term in after where !before.contains(term) { added[term, default: []].append(asset) }
                for term in before where !after.contains(term) { removed[term, default: []].append(asset) }
            }
            numbers.append((asset, row.bool(2) ? SearchColumns.numbers(row, from: isSame + 1) : []))
        }
        guard let last = numbers.last?.row else { return false }
        try apply(added: added, removed: removed)
        try SearchColumns(connection: connection).write(numbers)
        try connection.execute("DELETE FROM search_pending WHERE asset_id <= ?", last)
        return numbers.count == Self.batch
    }

    /// The terms of an asset whose columns begin at `first`.
    private func terms(_ row: Row, from first: Int) throws -> Set<String> {
        var tokens: Set<String> = []
        SearchTokens.insert(String(decoding: row.bytes(first), as: UTF8.self), into: &tokens)
        for text in [row.optionalString(first + 1), row.optionalString(first + 2)] {
            if let text { SearchTokens.insert(text, into: &tokens) }
        }
        for column in first + 3...first + 5 {
            if let name = try row.optionalInt64(column).flatMap(name) {
                SearchTokens.insert(name, into: &tokens)
            }
        }
        var terms = SearchTerm.terms(of: tokens)
        terms.insert(SearchTerm.every)
        if let seconds = row.optionalInt64(first + 6) {
            terms.insert(SearchTerm.month(CivilDate.date(days: CivilDate.days(seconds: seconds)).month))
        }
        terms.insert(SearchTerm.mediaType(MediaType(rawValue: row.int(first + 7)) ?? .unknown))
        terms.insert(SearchTerm.rating(row.int(first + 8)))
        return terms
    }

    private func name(_ row: Int64) throws -> String? {
        if let name = names[row] { return name }
        let name = try connection.first("SELECT title FROM name WHERE id = ?", row) { $0.string(0) }
        names[row] = name
        return name
    }

    // MARK: Blocks

    /// In the order of the terms, which is that of the table's pages.
    private func apply(added: [String: [Int64]], removed: [String: [Int64]]) throws {
        for term in Set(added.keys).union(removed.keys).sorted(by: Self.byteOrder) {
            var changes: [Int64: (added: [Int], removed: [Int])] = [:]
            for row in added[term] ?? [] {
                changes[row / PostingBlock.rowCount, default: ([], [])].added.append(
                    Int(row % PostingBlock.rowCount))
            }
            for row in removed[term] ?? [] {
                changes[row / PostingBlock.rowCount, default: ([], [])].removed.append(
                    Int(row % PostingBlock.rowCount))
            }
            for (block, change) in changes.sorted(by: { $0.key < $1.key }) {
                try write(term, block, added: change.added, removed: change.removed)
            }
        }
    }

    private func write(_ term: String, _ block: Int64, added: [Int], removed: [Int]) throws {
        let stored = try connection.first(
            "SELECT rows FROM search_posting WHERE term = ? AND block = ?", term, block
        ) { $0.bytes(0) }
        var rows = stored.map(PostingBlock.init) ?? PostingBlock()
        for row in removed { rows.remove(row) }
        for row in added { rows.insert(row) }
        if rows.isEmpty {
            try connection.execute("DELETE FROM search_posting WHERE term = ? AND block = ?", term, block)
        } else {
            try connection.execute("REPLACE INTO search_posting VALUES (?, ?, ?)", term, block, rows.bytes)
        }
    }

    private static func byteOrder(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    // MARK: Checking

    /// Every posting and number that the assets call for, beside every one that is there: how many differ.
    func differences() throws -> Int {
        var expected: [String: RowSet] = [:]
        let sql = "SELECT id, \(Self.columns) FROM asset"
        try connection.forEach(sql) { row in
            for term in try terms(row, from: 1) { expected[term, default: RowSet()].insert(row.int64(0)) }
        }
        var differences = Int(try connection.int64("SELECT count(*) FROM search_pending") ?? 0)
        var found: [String: RowSet] = [:]
        try connection.forEach("SELECT term, block, rows FROM search_posting") { row in
            found[row.string(0), default: RowSet()].insert(PostingBlock(row.bytes(2)), block: row.int64(1))
        }
        for (term, rows) in expected where found[term] != rows { differences += 1 }
        for term in found.keys where expected[term] == nil { differences += 1 }
        return differences + (try SearchColumns(connection: connection).differences())
    }
}

extension RowSet {
    /// Adds the rows of a block. A block of a damaged index, of rows that cannot be, adds nothing.
    mutating func insert(_ rows: PostingBlock, block: Int64) {
        guard (0..<RowSet.highestRow / PostingBlock.rowCount).contains(block) else { return }
        let first = Int(block * PostingBlock.rowCount / 64)
        for (offset, word) in rows.words.enumerated() { formUnion(word: word, at: first + offset) }
    }
}
