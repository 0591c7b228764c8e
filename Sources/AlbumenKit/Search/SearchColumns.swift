// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the columns of the index, within one transaction.

import SQLite

struct SearchColumns {
    let connection: Connection

    /// `search_column.id`: the column, and the block of rows.
    private static let blockBits: Int64 = 32

    private static func identifier(_ column: SearchColumn, _ block: Int64) -> Int64 {
        column.rawValue << blockBits | block
    }

    // MARK: Reading

    private func forEachBlock(of column: SearchColumn, _ body: (Int64, [UInt8]) -> Void) throws {
        try connection.forEach(
            "SELECT id, numbers FROM search_column WHERE id >= ? AND id < ? ORDER BY id DESC",
            Self.identifier(column, 0), (column.rawValue + 1) << Self.blockBits
        ) { body($0.int64(0) & (1 << Self.blockBits - 1), $0.bytes(1)) }
    }

    /// Rows that have one of these bits.
    func rows(_ column: SearchColumn, anyOf bits: UInt) throws -> RowSet {
        try rows(column, where: { $0 & bits != 0 })
    }

    /// Rows that have all of these bits.
    func rows(_ column: SearchColumn, allOf bits: UInt) throws -> RowSet {
        try rows(column, where: { $0 & bits == bits })
    }

    private func rows(_ column: SearchColumn, where passes: (UInt) -> Bool) throws -> RowSet {
        var rows = RowSet()
        try forEachBlock(of: column) { block, bytes in
            NumberBlock.insert(into: &rows, block: block, bytes) { passes(UInt(exactly: $0) ?? 0) }
        }
        return rows
    }

    /// Rows whose number is one of the ids of a set, which are below 2²⁴: there are not so many cameras and places.
    func rows(_ column: SearchColumn, oneOf ids: RowSet) throws -> RowSet {
        var rows = RowSet()
        guard !ids.isEmpty else { return rows }
        let exact = NumberBlock.float(Self.exactIntegers)
        try forEachBlock(of: column) { block, bytes in
            NumberBlock.insert(into: &rows, block: block, bytes) {
                $0 >= 0 && $0 < exact && ids.contains(Int64($0))
            }
        }
        return rows
    }

    /// Rows whose number is in the range, and those where the column cannot tell.
    func rows(_ column: SearchColumn, in range: NumberRange) throws -> (inside: RowSet, unsure: RowSet) {
        var inside = RowSet()
        var unsure = RowSet()
        let lower = range.lower.map(NumberBlock.float) ?? -.infinity
        let upper = range.upper.map(NumberBlock.float) ?? .infinity
        let isExact = [range.lower, range.upper].allSatisfy { Self.isExact($0, column) }
        try forEachBlock(of: column) { block, bytes in
            if isExact {
                let (withLower, withUpper) = (range.includesLower, range.includesUpper)
                NumberBlock.insert(into: &inside, block: block, bytes) {
                    (withLower ? $0 >= lower : $0 > lower) && (withUpper ? $0 <= upper : $0 < upper)
                }
            } else {
                NumberBlock.insert(into: &inside, block: block, bytes) { $0 > lower && $0 < upper }
                NumberBlock.insert(into: &unsure, block: block, bytes) {
                    ($0 == lower || $0 == upper) && $0 >= lower && $0 <= upper
                }
            }
        }
        return (inside, unsure)
    }

    /// Below it each integer is a float of its own, and no other rounds to it.
    private static let exactIntegers = 0x1p24

    /// Whether a number that rounds to the same as the bound is the bound.
    private static func isExact(_ bound: Double?, _ column: SearchColumn) -> Bool {
        guard let bound else { return true }
        return column.isInteger && bound.magnitude < exactIntegers && bound == bound.rounded()
    }

    /// The greatest number, rounded, of these rows; nil where some have none.
    func maximum(_ column: SearchColumn, of rows: RowSet) throws -> Float? {
        var greatest = -Float.infinity
        var found = 0
        try forEachBlock(of: column) { block, bytes in
            NumberBlock.forEach(bytes, block: block, of: rows) {
                greatest = max(greatest, $0)
                found += 1
            }
        }
        return found > 0 && found == rows.count ? greatest : nil
    }

    // MARK: Writing

    static let expressions = SearchColumn.allCases.map(\.expression).joined(separator: ", ")

    /// The numbers of a row whose columns begin at `first`.
    static func numbers(_ row: Row, from first: Int) -> [Double?] {
        SearchColumn.allCases.indices.map { row.optionalDouble(first + $0) }
    }

    /// Writes assets' numbers; an empty list for one that is gone.
    func write(_ numbers: [(row: Int64, numbers: [Double?])]) throws {
        let blocks = Dictionary(grouping: numbers) { $0.row / PostingBlock.rowCount }
        for (index, column) in SearchColumn.allCases.enumerated() {
            for (block, changes) in blocks.sorted(by: { $0.key < $1.key }) {
                let identifier = Self.identifier(column, block)
                let stored = try storedBlock(identifier)
                var numbers = stored
                for change in changes {
                    numbers.set(
                        change.numbers.isEmpty ? nil : change.numbers[index],
                        row: Int(change.row % PostingBlock.rowCount))
                }
                if numbers == stored { continue }
                if numbers.isEmpty {
                    try connection.execute("DELETE FROM search_column WHERE id = ?", identifier)
                } else {
                    try connection.execute(
                        "REPLACE INTO search_column VALUES (?, ?)", identifier, numbers.bytes)
                }
            }
        }
    }

    private func storedBlock(_ identifier: Int64) throws -> NumberBlock {
        try connection.first("SELECT numbers FROM search_column WHERE id = ?", identifier) {
            NumberBlock($0.bytes(0))
        } ?? NumberBlock()
    }

    // MARK: Checking

    /// How many blocks are not what the assets call for.
    func differences() throws -> Int {
        var differences = 0
        var seen: Set<Int64> = []
        var current: Int64?
        var blocks = SearchColumn.allCases.map { _ in NumberBlock() }
        func compare() throws {
            guard let block = current else { return }
            for (column, expected) in zip(SearchColumn.allCases, blocks) where !expected.isEmpty {
                let identifier = Self.identifier(column, block)
                seen.insert(identifier)
                if try storedBlock(identifier) != expected { differences += 1 }
            }
            blocks = SearchColumn.allCases.map { _ in NumberBlock() }
        }
        try connection.forEach("SELECT id, \(Self.expressions) FROM asset ORDER BY id") { row in
            let block = row.int64(0) / PostingBlock.rowCount
            if block != current {
                try compare()
                current = block
            }
            for (index, number) in Self.numbers(row, from: 1).enumerated() {
                blocks[index].set(number, row: Int(row.int64(0) % PostingBlock.rowCount))
            }
        }
        try compare()
        try connection.forEach("SELECT id FROM search_column") {
            if !seen.contains($0.int64(0)) { differences += 1 }
        }
        return differences
    }
}
