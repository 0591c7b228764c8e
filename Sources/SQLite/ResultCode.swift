// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's result codes as a type: a primary code matches its extended ones.

import CSQLite

/// A primary or extended result code (https://sqlite.org/rescode.html).
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The low byte: the kind of failure without its detail.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    public static let ok = ResultCode(rawValue: SQLITE_OK)
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    public static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    public static let cantOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    public static let row = ResultCode(rawValue: SQLITE_ROW)
    public static let done = ResultCode(rawValue: SQLITE_DONE)
    /// 15: the log's locks changed hands too often.
    static let protocolFailure = ResultCode(rawValue: SQLITE_PROTOCOL)
    /// 264, 520 and 1288: a reader that may not write came while the log was being made.
    static let readOnlyRecovery = ResultCode(rawValue: SQLITE_READONLY | (1 << 8))
    static let readOnlyCannotLock = ResultCode(rawValue: SQLITE_READONLY | (2 << 8))
    static let readOnlyCannotInitialise = ResultCode(rawValue: SQLITE_READONLY | (5 << 8))
    /// 787: a row points at one that is not there.
    public static let foreignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))
    /// 2067: a UNIQUE constraint.
    public static let unique = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))

    /// Matches the same code, and for a primary `pattern` every extended code of it.
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || (pattern == pattern.primary && pattern == code.primary)
    }
}
