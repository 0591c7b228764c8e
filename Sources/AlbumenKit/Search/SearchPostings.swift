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
}
