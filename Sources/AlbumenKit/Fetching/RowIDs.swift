// SPDX-License-Identifier: GPL-3.0-or-later
// The row ids of a fetch result: 8 bytes each, readable from any thread while the rest is still arriving.

import SQLite
import Synchronization

/// A fixed number of places, filled once, from front to back, by one filler at a time.
///
/// `@unchecked Sendable` holds because a place is written before `filled` passes it and never after: readers
/// look at `filled` first (acquiring), the filler moves it last (releasing).
final class RowIDs: @unchecked Sendable {
    let count: Int
    private let places: UnsafeMutableBufferPointer<Int64>
    private let filled = Atomic(0)

    init(count: Int) {
        self.count = count
        places = .allocate(capacity: count)
    }

    deinit { places.deallocate() }

    /// Places filled so far.
    var filledCount: Int { filled.load(ordering: .acquiring) }

    /// The id at an index; nil where it has not arrived, or there is none.
    subscript(index: Int) -> Int64? {
        index >= 0 && index < filledCount ? places[index] : nil
    }

    /// What has arrived, without a copy.
    func withFilled<T>(_ body: (UnsafeBufferPointer<Int64>) throws -> T) rethrows -> T {
        try body(UnsafeBufferPointer(rebasing: places[..<filledCount]))
    }

    /// Fills on from where it stands with the rows of a query. The query is the same each time, at the same
    /// state.
    func fill(from connection: Connection, _ sql: String, _ values: [(any BindableValue)?]) throws {
        try connection.fillRowIDs(sql, values, into: places, from: filledCount) {
            filled.store(min($0, count), ordering: .releasing)
        }
    }
}
