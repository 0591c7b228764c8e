// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a table of which some pages are unreadable: around each gap from both sides, and into it by halving, so that
// only what stands on the bad pages is lost.

import SQLite

/// A table or index of a damaged file, read along one of its integer columns.
struct DamagedTable {
    let connection: Connection
    let table: String
    /// The columns wanted.
    let columns: [String]
    /// `NOT INDEXED` for the table's own pages, `INDEXED BY …` for an index's, which hold a second copy of its columns.
    let source: String
    /// The columns that the pages are sorted by. The first is the one halved; without one, reading goes on from both ends
    /// only.
    let order: [String]
    /// Values of the first column of `order`; nil where it is no integer.
    let keys: ClosedRange<Int64>?

    /// Queries that may fail before giving up: some seconds.
    private static let failureLimit = 50_000
    /// Keys that are not halved any more: a page holds as many at least, so that a good page between bad ones is met at
    /// one of a range's ends.
    private static let narrowest: Int64 = 4

    /// Calls `body` with each row that can be read, some of them more than once. Returns whether all could be.
    func forEach(_ body: ([Value]) throws -> Void) throws -> Bool {
        var failures = 0
        guard let keys else {
            if try read(nil, isAscending: true, body).isWhole { return true }
            _ = try read(nil, isAscending: false, body)
            return false
        }
        try visit(keys, &failures, body)
        return failures == 0
    }

    private func visit(
        _ keys: ClosedRange<Int64>, _ failures: inout Int, _ body: ([Value]) throws -> Void
    ) throws {
        guard failures < Self.failureLimit else { return }
        let up = try read(keys, isAscending: true, body)
        if up.isWhole { return }
        failures += 1
        // The last key seen may have more rows behind the gap.
        let down = try read((up.last ?? keys.lowerBound)...keys.upperBound, isAscending: false, body)
        if down.isWhole { return }
        let low = up.last.map { $0 + 1 } ?? keys.lowerBound
        let high = down.last.map { $0 - 1 } ?? keys.upperBound
        guard low <= high, keys.upperBound - keys.lowerBound >= Self.narrowest else { return }
        let middle = low + (high - low) / 2
        try visit(low...middle, &failures, body)
        if middle < high { try visit(middle + 1...high, &failures, body) }
    }

    /// Reads until a page cannot be read. Throws only what `body` throws.
    private func read(
        _ keys: ClosedRange<Int64>?, isAscending: Bool, _ body: ([Value]) throws -> Void
    ) throws -> (last: Int64?, isWhole: Bool) {
        let direction = isAscending ? "ASC" : "DESC"
        let condition = keys == nil ? "" : "WHERE \(order[0]) BETWEEN ?1 AND ?2"
        let sql = """
            SELECT \(order[0]), \(columns.joined(separator: ", ")) FROM \(table) \(source) \(condition)
            ORDER BY \(order.map { "\($0) \(direction)" }.joined(separator: ", "))
            """
        var last: Int64?
        var bodyError: (any Error)?
        do {
            try connection.withStatement(
                sql, keys.map { [Value.integer($0.lowerBound), .integer($0.upperBound)] } ?? []
            ) { statement in
                while bodyError == nil, try statement.step() {
                    let row = statement.row
                    last = row.int64(0)
                    do { try body((1...columns.count).map(row.value)) } catch { bodyError = error }
                }
            }
        } catch is SQLiteError {
            // Whatever SQLite says of a damaged file: there is no more to read from here.
            return (last, false)
        }
        if let bodyError { throw bodyError }
        return (last, true)
    }
}
