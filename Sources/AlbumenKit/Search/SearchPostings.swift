// SPDX-License-Identifier: GPL-3.0-or-later
// Looks words up in the index, within one read transaction.

import SQLite

struct SearchPostings {
    let connection: Connection

    func rows(term: String) throws -> RowSet {
        var rows = RowSet()
        try connection.forEach(
            "SELECT block, rows FROM search_posting WHERE term = ? ORDER BY block DESC", term
        ) {
            rows.insert(PostingBlock($0.bytes(1)), block: $0.int64(0))
        }
        return rows
    }

    func rows(_ token: QueryToken) throws -> RowSet {
        if token.isWhole { return try rows(term: token.text) }
        if token.text.unicodeScalars.count <= SearchTerm.longestBeginning {
            var rows = try rows(term: token.text)
            rows.formUnion(try self.rows(term: SearchTerm.beginning(token.text)))
            return rows
        }
        return try rows(in: SearchTerm.range(prefix: token.text))
    }

    /// Of all terms from one up to, not including, another.
    func rows(in range: (from: String, to: String)) throws -> RowSet {
        var rows = RowSet()
        let sql = "SELECT block, rows FROM search_posting WHERE term >= ? AND term < ?"
        try connection.forEach(sql, range.from, range.to) {
            rows.insert(PostingBlock($0.bytes(1)), block: $0.int64(0))
        }
        return rows
    }

    /// All assets there are.
    func everyRow() throws -> RowSet { try rows(term: SearchTerm.every) }

    /// The years of which there are photos; nil where none has a time.
    func years() throws -> ClosedRange<Int>? {
        let range = SearchTerm.months
        func year(_ order: String) throws -> Int? {
            try connection.first(
                "SELECT term FROM search_posting WHERE term >= ? AND term < ? ORDER BY term \(order) LIMIT 1",
                range.from, range.to
            ) { Int($0.string(0).dropFirst().prefix(4)) } ?? nil
        }
        guard let first = try year("ASC"), let last = try year("DESC"), first <= last else { return nil }
        return first...last
    }

    func rows(month: Int) throws -> RowSet {
        var rows = RowSet()
        for year in try years() ?? 0...0 {
            rows.formUnion(try self.rows(term: SearchTerm.month(year: year, month: month)))
        }
        return rows
    }
}
