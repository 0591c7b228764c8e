// SPDX-License-Identifier: GPL-3.0-or-later
// The form of one block of postings: which of 4,096 neighbouring rows have a term.

/// Up to 4,096 row ids. Stored as 16-bit numbers in ascending order while these are shorter, else as bits; the
/// length tells which.
struct PostingBlock: Equatable {
    /// Rows of one block. Its bits are 512 bytes, which a page of the index holds without overflow pages.
    static let rowCount: Int64 = 4_096
    private static let byteCount = 512

    /// Bit `row % 64` of word `row / 64`.
    var words = [UInt64](repeating: 0, count: 64)

    init() {}

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            if raw.count == Self.byteCount {
                for index in 0..<64 {
                    words[index] = UInt64(
                        littleEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
                }
            } else {
                for offset in stride(from: 0, to: raw.count & ~1, by: 2) {
                    insert(
                        Int(UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt16.self))))
                }
            }
        }
    }

    var bytes: [UInt8] {
        let count = words.reduce(0) { $0 + $1.nonzeroBitCount }
        if count * 2 >= Self.byteCount {
            return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 2)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                let row = index << 6 + rest.trailingZeroBitCount
                bytes.append(UInt8(truncatingIfNeeded: row))
                bytes.append(UInt8(truncatingIfNeeded: row >> 8))
                rest &= rest - 1
            }
        }
        return bytes
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    mutating func insert(_ row: Int) {
        if row < Self.rowCount { words[row >> 6] |= 1 << UInt64(row & 63) }
    }

    mutating func remove(_ row: Int) {
        if row < Self.rowCount { words[row >> 6] &= ~(1 << UInt64(row & 63)) }
    }
}
