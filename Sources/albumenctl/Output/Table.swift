// SPDX-License-Identifier: GPL-3.0-or-later
// Columns for people, aligned, widths by what a terminal shows rather than by bytes.

/// A table that is printed once it is complete.
struct Table {
    private let headings: [String]
    /// Columns of numbers, aligned to the right.
    private let rightAligned: Set<Int>
    private var rows: [[String]] = []

    init(_ headings: [String], rightAligned: Set<Int> = []) {
        self.headings = headings
        self.rightAligned = rightAligned
    }

    mutating func add(_ cells: [String]) { rows.append(cells.map(Console.visible)) }

    var lines: [String] {
        let all = [headings] + rows
        let widths = headings.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - Self.width(cell))
                let isLast = column == row.count - 1
                line += rightAligned.contains(column) ? space + cell : isLast ? cell : cell + space
                if !isLast { line += "  " }
            }
            return line
        }
    }

    /// Cells of a terminal: wide characters take two, combining ones none.
    private static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: width
            default: width + (wide.contains { $0.contains(scalar.value) } ? 2 : 1)
            }
        }
    }

    /// East Asian Wide and Fullwidth (Unicode TR 11), and pictographs.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
