// SPDX-License-Identifier: GPL-3.0-or-later
// The values that a statement binds and a row holds.

/// One SQLite value.
public enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// For `row_set_contains`; no row ever holds one.
    case rowSet(RowSet)
}

/// What can be bound to a statement's parameter. A nil binds NULL.
public protocol BindableValue: Sendable {
    var sqliteValue: Value { get }
}

extension Value: BindableValue { public var sqliteValue: Value { self } }
extension Int64: BindableValue { public var sqliteValue: Value { .integer(self) } }
extension Int: BindableValue { public var sqliteValue: Value { .integer(Int64(self)) } }
extension Bool: BindableValue { public var sqliteValue: Value { .integer(self ? 1 : 0) } }
extension Double: BindableValue { public var sqliteValue: Value { .real(self) } }
extension String: BindableValue { public var sqliteValue: Value { .text(self) } }
extension [UInt8]: BindableValue { public var sqliteValue: Value { .blob(self) } }
extension RowSet: BindableValue { public var sqliteValue: Value { .rowSet(self) } }
