// SPDX-License-Identifier: GPL-3.0-or-later
// A prepared statement: bound by position, stepped by its connection's thread only.

import CSQLite

/// One compiled statement. Parameters and columns count from 0.
///
/// Belongs to its connection's queue, like the connection itself. Between uses it is reset and its bindings
/// are cleared, so that no read transaction and no value outlives the use.
public final class Statement {
    /// The SQL it was compiled from.
    public let sql: String
    let handle: OpaquePointer
    private unowned let connection: Connection
    /// Whether somebody is stepping it; a busy statement is not handed out again.
    var isInUse = false

    init(connection: Connection, sql: String) throws {
        self.connection = connection
        self.sql = sql
        var handle: OpaquePointer?
        var tailIsEmpty = true
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
            if let tail { tailIsEmpty = String(cString: tail).allSatisfy { $0.isWhitespace || $0 == ";" } }
            return code
        }
        guard code == SQLITE_OK else { throw SQLiteError(connection: connection.handle, sql: sql) }
        guard let handle, tailIsEmpty else {
            sqlite3_finalize(handle)
            throw SQLiteError(code: .misuse, message: "not exactly one statement", sql: sql)
        }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds all parameters, in order. Throws where their number is not the statement's.
    public func bind(_ values: [(any BindableValue)?]) throws {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(
                code: .misuse,
                message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters",
                sql: sql)
        }
        for (index, value) in values.enumerated() { try bind(value?.sqliteValue ?? .null, at: index) }
    }

    /// Binds one parameter, counted from 0.
    public func bind(_ value: Value, at index: Int) throws {
        let position = Int32(index) + 1
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, position)
            case .integer(let number): sqlite3_bind_int64(handle, position, number)
            case .real(let number): sqlite3_bind_double(handle, position, number)
            case .text(let text): bind(text, at: position)
            case .blob(let bytes): bind(bytes, at: position)
            case .rowSet(let set): set.bind(to: handle, at: position)
            }
        guard code == SQLITE_OK else { throw SQLiteError(connection: connection.handle, sql: sql) }
    }

    private func bind(_ text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            // A NULL address would bind NULL, not the empty text.
            guard let base = bytes.baseAddress else { return sqlite3_bind_text(handle, position, "", 0, nil) }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(handle, position, $0, Int32(bytes.count), transientDestructor)
            }
        }
    }

    private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, position, 0) }
        return bytes.withUnsafeBytes {
            sqlite3_bind_blob(handle, position, $0.baseAddress, Int32($0.count), transientDestructor)
        }
    }

    /// Moves to the next row; false at the end.
    public func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(connection: connection.handle, sql: sql)
        }
    }

    /// The row it stands on; valid until the next `step` or `reset`.
    public var row: Row { Row(handle: handle) }

    /// Back to before the first row, ready for new values.
    public func reset() {
        // Its result repeats the error that `step` has already thrown.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

/// SQLITE_TRANSIENT, which C writes as a cast that Swift does not import: SQLite copies the bytes before
/// returning.
private let transientDestructor = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
