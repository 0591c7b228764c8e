// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing folded texts inside SQL: `folded_matches(text, mode, needle)`, where the needle is folded already.

import SQLite

extension TextMatch {
    /// The number by which SQL knows the way of comparing.
    static let wordsMode = 3

    var mode: Int {
        switch self {
        case .exact: 0
        case .prefix: 1
        case .contains: 2
        case .words: Self.wordsMode
        }
    }
}

extension ScalarFunction {
    /// 1 where the text, folded, is, begins with or contains the needle, or has its words; 0 otherwise, and for
    /// NULL.
    static let foldedMatches = ScalarFunction("folded_matches", argumentCount: 3) { arguments in
        guard !arguments.isNull(0) else { return 0 }
        let mode = arguments.int(1)
        if mode == TextMatch.wordsMode {
            let finder = arguments.kept(2) {
                TextFinder(FreeText(arguments.withBytes(2) { String(decoding: $0, as: UTF8.self) }))
            }
            let text = arguments.withBytes(0) { String(decoding: $0, as: UTF8.self) }
            return finder.matches(text) ? 1 : 0
        }
        return arguments.withBytes(2) { needle in
            arguments.withBytes(0) { text in
                if text.allSatisfy({ $0 < 0x80 }) {
                    return matches(text.count, mode, needle) { asciiLowercased(text[$0]) }
                }
                return Array(TextFolding.folded(text).utf8).withUnsafeBytes { folded in
                    matches(folded.count, mode, needle) { folded[$0] }
                }
            } ? 1 : 0
        }
    }

    private static func asciiLowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Bytes of UTF-8 may be compared one by one: a character never begins inside another.
    private static func matches(
        _ count: Int, _ mode: Int, _ needle: UnsafeRawBufferPointer, _ byte: (Int) -> UInt8
    ) -> Bool {
        guard needle.count <= count else { return false }
        func isMatch(at start: Int) -> Bool {
            for offset in 0..<needle.count where byte(start + offset) != needle[offset] { return false }
            return true
        }
        switch mode {
        case 0: return needle.count == count && isMatch(at: 0)
        case 1: return isMatch(at: 0)
        default: return (0...count - needle.count).contains(where: isMatch)
        }
    }
}
