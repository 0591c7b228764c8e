// SPDX-License-Identifier: GPL-3.0-or-later
// The fast path of fetch results: a column of integers, and nothing else, at the speed of `sqlite3_step`.

import CSQLite

extension Connection {
    /// Rows between two looks at cancellation: a few hundred microseconds of work.
    static let rowsPerCancellationCheck = 16_384

    /// Appends the first column of every row to `rows`.
    ///
    /// - Parameter publish: called every `rowsPerCancellationCheck` rows and at the end, with what has been appended so far.
    public func appendRowIDs(
        _ sql: String, _ values: [(any BindableValue)?], to rows: inout ContiguousArray<Int64>,
        publish: (borrowing ContiguousArray<Int64>) -> Void = { _ in }
    ) throws {
        try withStatement(sql, values) { statement in
            let handle = statement.handle
            var code = SQLITE_ROW
            while code == SQLITE_ROW {
                var left = Self.rowsPerCancellationCheck
                while left > 0 {
                    code = sqlite3_step(handle)
                    guard code == SQLITE_ROW else { break }
                    rows.append(sqlite3_column_int64(handle, 0))
                    left -= 1
                }
                try checkCancellation()
                publish(rows)
            }
            guard code == SQLITE_DONE else { throw SQLiteError(connection: self.handle, sql: sql) }
        }
    }
}
