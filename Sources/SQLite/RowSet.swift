// SPDX-License-Identifier: GPL-3.0-or-later
// A set of row ids as bits: what a search found, handed to a statement without a table for it.

/// Row ids from 0 up, one bit each: a million rows are 125 kB. Negative ids are never members.
public struct RowSet: Sendable, Hashable {
    /// Bit `id % 64` of word `id / 64`. Words of zero at the end do not count in comparisons: `trimmed` drops them.
    public private(set) var words: [UInt64]

    /// Above it a row id is no asset's, and a set would take more memory than it is worth.
    public static let highestRow: Int64 = 1 << 32

    public init() { words = [] }

    public init(_ rows: some Sequence<Int64>) {
        words = []
        for row in rows { insert(row) }
    }

    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    public func contains(_ row: Int64) -> Bool {
        guard row >= 0, row >> 6 < Int64(words.count) else { return false }
        return words[Int(row >> 6)] & 1 << UInt64(row & 63) != 0
    }

    public mutating func insert(_ row: Int64) {
        guard row >= 0, row < Self.highestRow else { return }
        let index = Int(row >> 6)
        if index >= words.count { grow(to: index + 1) }
        words[index] |= 1 << UInt64(row & 63)
    }

    public mutating func remove(_ row: Int64) {
        guard contains(row) else { return }
        words[Int(row >> 6)] &= ~(1 << UInt64(row & 63))
    }

    /// Sets the bits of one word besides those it has.
    public mutating func formUnion(word: UInt64, at index: Int) {
        guard word != 0 else { return }
        if index >= words.count { grow(to: index + 1) }
        words[index] |= word
    }

    public mutating func formUnion(_ other: RowSet) {
        if other.words.count > words.count { grow(to: other.words.count) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    public mutating func formIntersection(_ other: RowSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        for index in words.indices { words[index] &= other.words[index] }
    }

    public mutating func subtract(_ other: RowSet) {
        for index in 0..<min(words.count, other.words.count) { words[index] &= ~other.words[index] }
    }

    /// How many are in both.
    public func intersectionCount(_ other: RowSet) -> Int {
        zip(words, other.words).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
    }

    /// The rows, ascending.
    public var rows: [Int64] {
        var rows: [Int64] = []
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                rows.append(Int64(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return rows
    }

    private mutating func grow(to count: Int) {
        words.append(contentsOf: repeatElement(0, count: count - words.count))
    }

    public static func == (a: RowSet, b: RowSet) -> Bool {
        let shared = min(a.words.count, b.words.count)
        return a.words[..<shared] == b.words[..<shared] && a.words[shared...].allSatisfy { $0 == 0 }
            && b.words[shared...].allSatisfy { $0 == 0 }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine((words.lastIndex { $0 != 0 }).map { words[...$0] } ?? [])
    }
}
