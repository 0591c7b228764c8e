// SPDX-License-Identifier: GPL-3.0-or-later
// A `RowSet` as a statement's parameter: SQL asks `row_set_contains(?, id)`. SQLite carries it as a pointer that no SQL
// text can forge (https://sqlite.org/bindptr.html).

import CSQLite

/// The type that SQLite compares before it gives the pointer out.
private let pointerType: StaticString = "albumen.RowSet"

private var pointerTypeText: UnsafePointer<CChar> {
    UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
}

extension RowSet {
    /// Binds a copy, which SQLite frees when the parameter is bound anew. Layout: the number of words, then
    /// the words.
    func bind(to statement: OpaquePointer, at position: Int32) -> Int32 {
        let copy = UnsafeMutablePointer<UInt64>.allocate(capacity: words.count + 1)
        copy.initialize(to: UInt64(words.count))
        words.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { (copy + 1).initialize(from: base, count: source.count) }
        }
        return sqlite3_bind_pointer(statement, position, copy, pointerTypeText, freeRowSet)
    }

    /// Adds `row_set_contains` to a connection. SQLITE_DIRECTONLY: views and triggers of a file cannot call it.
    static func register(on connection: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            connection, "row_set_contains", 2, SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC, nil,
            rowSetContains, nil, nil, nil)
    }
}

private func freeRowSet(_ copy: UnsafeMutableRawPointer?) {
    copy?.assumingMemoryBound(to: UInt64.self).deallocate()
}

/// `row_set_contains(set, id)`: 1 or 0. Anything that is no row set holds nothing.
private func rowSetContains(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    var isMember: Int32 = 0
    if let values, let set = sqlite3_value_pointer(values[0], pointerTypeText) {
        let words = set.assumingMemoryBound(to: UInt64.self)
        let row = sqlite3_value_int64(values[1])
        if row >= 0, UInt64(row >> 6) < words[0] {
            isMember = Int32(words[1 + Int(row >> 6)] >> UInt64(row & 63) & 1)
        }
    }
    sqlite3_result_int(context, isMember)
}
