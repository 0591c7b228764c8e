// SPDX-License-Identifier: GPL-3.0-or-later
// The form of one block of a column: the numbers of 4,096 neighbouring rows, one after the other.

import SQLite

/// Up to 4,096 numbers, as 32-bit floats: half the bytes of doubles, and rounding keeps their order, so that only
/// numbers which round to the same as a bound have to be looked at in the table.
struct NumberBlock: Equatable {
    private static let byteCount = 4
    private static let none: UInt32 = 0x7FC0_0000

    /// Bits of the floats; rows behind the last have no number.
    private var numbers: [UInt32]

    init() { numbers = [] }

    init(_ bytes: [UInt8]) {
        numbers = bytes.withUnsafeBytes { raw in
            (0..<raw.count / Self.byteCount).map { Self.bits(raw, $0) }
        }
    }

    /// Little-endian.
    var bytes: [UInt8] {
        numbers.flatMap { bits in (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) } }
    }

    var isEmpty: Bool { numbers.isEmpty }

    /// Keeps a number, or none, for a row of the block.
    mutating func set(_ number: Double?, row: Int) {
        if row >= numbers.count {
            guard number != nil else { return }
            numbers.append(contentsOf: repeatElement(Self.none, count: row + 1 - numbers.count))
        }
        numbers[row] = number.map { Self.float($0).bitPattern } ?? Self.none
        while numbers.last == Self.none { numbers.removeLast() }
    }

    /// The nearest float, and never an infinite one: comparisons with bounds that are missing stay simple.
    static func float(_ number: Double) -> Float {
        min(max(Float(number), -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    /// Adds the rows of a stored block whose number passes; those without one never do.
    @inline(__always)
    static func insert(
        into rows: inout RowSet, block: Int64, _ bytes: [UInt8], where passes: (Float) -> Bool
    ) {
        guard (0..<RowSet.highestRow / PostingBlock.rowCount).contains(block) else { return }
        let firstWord = Int(block * PostingBlock.rowCount / 64)
        bytes.withUnsafeBytes { raw in
            let count = min(raw.count / byteCount, Int(PostingBlock.rowCount))
            for start in stride(from: 0, to: count, by: 64) {
                var word: UInt64 = 0
                for row in start..<min(start + 64, count) where passes(Float(bitPattern: bits(raw, row))) {
                    word |= 1 << UInt64(row & 63)
                }
                rows.formUnion(word: word, at: firstWord + start / 64)
            }
        }
    }

    /// The numbers that those rows have which are in the set.
    @inline(__always)
    static func forEach(_ bytes: [UInt8], block: Int64, of rows: RowSet, _ body: (Float) -> Void) {
        let firstWord = Int(block) * Int(PostingBlock.rowCount) / 64
        bytes.withUnsafeBytes { raw in
            let count = min(raw.count / byteCount, Int(PostingBlock.rowCount))
            for start in stride(from: 0, to: count, by: 64) where firstWord + start / 64 < rows.words.count {
                var rest = rows.words[firstWord + start / 64]
                while rest != 0 {
                    let row = start + rest.trailingZeroBitCount
                    rest &= rest - 1
                    guard row < count else { break }
                    let number = Float(bitPattern: bits(raw, row))
                    if !number.isNaN { body(number) }
                }
            }
        }
    }

    @inline(__always)
    private static func bits(_ raw: UnsafeRawBufferPointer, _ row: Int) -> UInt32 {
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: row * byteCount, as: UInt32.self))
    }
}
