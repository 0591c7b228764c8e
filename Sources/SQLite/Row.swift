// SPDX-License-Identifier: GPL-3.0-or-later
// Typed reading of the row that a statement stands on.

import CSQLite

/// The current row of a statement. Do not keep it: the next step moves it on.
public struct Row {
    let handle: OpaquePointer

    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    /// The integer, or 0 for NULL.
    public func int64(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
    public func int(_ column: Int) -> Int { Int(int64(column)) }
    public func bool(_ column: Int) -> Bool { int64(column) != 0 }
    /// The number, or 0 for NULL.
    public func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    public func optionalInt64(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }
    public func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }
    public func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

    /// The text, or "" for NULL. Bytes that are not UTF-8 are repaired.
    public func string(_ column: Int) -> String { optionalString(column) ?? "" }

    public func optionalString(_ column: Int) -> String? {
        guard let text = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// The bytes; empty for NULL.
    public func bytes(_ column: Int) -> [UInt8] {
        guard let base = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }

    /// The value with the type it is stored as.
    public func value(_ column: Int) -> Value {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(int64(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(string(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }
}
