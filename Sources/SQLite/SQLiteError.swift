// SPDX-License-Identifier: GPL-3.0-or-later
// What SQLite said when it failed. Bound values are never part of it: they may be private.

import CSQLite

/// A failed SQLite call: code, message and the SQL it was about.
public struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The primary code.
    public let code: ResultCode
    /// The code with its detail.
    public let extendedCode: ResultCode
    /// SQLite's own words, in English.
    public let message: String
    /// The statement, where there was one.
    public let sql: String?

    public init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code.primary
        self.extendedCode = code
        self.message = message
        self.sql = sql
    }

    /// The error that a connection has just reported.
    init(connection handle: OpaquePointer?, sql: String?) {
        let code = ResultCode(rawValue: sqlite3_extended_errcode(handle))
        self.init(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }

    /// The file is damaged, or is no database at all.
    public var isCorruption: Bool { code == .corrupt || code == .notADatabase }
    /// No room on the file system.
    public var isFull: Bool { code == .full }

    /// Another process holds a lock or is recovering the log; it will be over soon.
    var isTransient: Bool {
        switch extendedCode {
        case .busy, .locked, .protocolFailure, .readOnlyRecovery, .readOnlyCannotLock,
            .readOnlyCannotInitialise:
            true
        default: false
        }
    }

    public var description: String {
        let about = sql.map { " in: \($0)" } ?? ""
        return "SQLite error \(extendedCode.rawValue): \(message)\(about)"
    }
}
