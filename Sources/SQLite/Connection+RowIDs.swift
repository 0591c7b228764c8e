// SPDX-License-Identifier: GPL-3.0-or-later
// The fast path of fetch results: a column of integers, and nothing else, at the speed of `sqlite3_step`.

import CSQLite

extension Connection {
    /// Rows between two looks at cancellation: a few hundred microseconds of work.
    static let rowsPerCancellationCheck = 16_384

    /// Writes the first column of each row to `buffer`, up to its end, and returns the number of rows seen.
    ///
    /// - Parameters:
    ///   - start: rows before this one are passed over and their places in `buffer` left as they are.
    ///   - didFill: called every `rowsPerCancellationCheck` rows and at the end with the number of places
    ///   filled.
    @discardableResult
    public func fillRowIDs(
        _ sql: String, _ values: [(any BindableValue)?], into buffer: UnsafeMutableBufferPointer<Int64>,
        from start: Int = 0, didFill: (Int) -> Void = { _ in }
    ) throws -> Int {
        try withStatement(sql, values) { statement in
            let handle = statement.handle
            var position = 0
            var code = SQLITE_ROW
            while code == SQLITE_ROW, position < buffer.count {
                let pause = min(buffer.count, position + Self.rowsPerCancellationCheck)
                while position < pause {
                    code = sqlite3_step(handle)
                    guard code == SQLITE_ROW else { break }
                    if position >= start { buffer[position] = sqlite3_column_int64(handle, 0) }
                    position += 1
                }
                try checkCancellation()
                didFill(max(start, position))
            }
            guard code == SQLITE_DONE || code == SQLITE_ROW else {
                throw SQLiteError(connection: self.handle, sql: sql)
            }
            return position
        }
    }
}
