// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting texts into tokens, for the index and for the query alike: words, parts of words that mix letters and digits,
// and pairs of characters where a script writes no spaces.

import Foundation

/// A run of folded characters between separators.
private struct Run {
    var scalars: [Unicode.Scalar]
    /// Of a script without spaces: found by any part of it.
    var isUnspaced: Bool

    var text: String { String(String.UnicodeScalarView(scalars)) }
}

/// A token that a query needs: whole, or as the beginning of one.
struct QueryToken: Hashable, Sendable {
    var text: String
    var isWhole: Bool

    func matches(_ tokens: Set<String>) -> Bool {
        isWhole ? tokens.contains(text) : tokens.contains { $0.hasPrefix(text) }
    }
}

enum SearchTokens {
    /// Characters of a token; longer runs are cut. No word is longer, and what is cut is still found.
    static let longestToken = 64
    /// Tokens of one text; enough for the longest caption.
    private static let tokenLimit = 4_096

    // MARK: For the index

    /// Adds the tokens of a text. `IMG_0123` is `img`, `0123` and `123`; `DSC0123` is `dsc0123`, `dsc`, `0123` and
    /// `123`; 東京都 is 東京, 京都 and 都.
    static func insert(_ text: String, into tokens: inout Set<String>) {
        for run in runs(of: TextFolding.folded(text)) where tokens.count < tokenLimit {
            if run.isUnspaced {
                for index in run.scalars.indices { tokens.insert(pair(run, index)) }
            } else {
                tokens.insert(cut(run.scalars))
                insertParts(of: run, into: &tokens)
            }
        }
    }

    static func tokens(of text: String) -> Set<String> {
        var tokens: Set<String> = []
        insert(text, into: &tokens)
        return tokens
    }

    /// The parts of a run where letters and digits meet, and numbers without their leading zeros.
    private static func insertParts(of run: Run, into tokens: inout Set<String>) {
        var start = run.scalars.startIndex
        while start < run.scalars.endIndex {
            let isNumber = isDigit(run.scalars[start])
            let end = run.scalars[start...].firstIndex { isDigit($0) != isNumber } ?? run.scalars.endIndex
            let part = run.scalars[start..<end]
            if part.count < run.scalars.count { tokens.insert(cut(part)) }
            let significant = part.drop { $0 == "0" }
            if isNumber, significant.count < part.count, !significant.isEmpty {
                tokens.insert(cut(significant))
            }
            start = end
        }
    }

    // MARK: For the query

    /// What a text asks for. All are needed; the last may be the beginning of a word, unless `isPhrase`.
    static func query(_ text: String, isPhrase: Bool) -> [QueryToken] {
        let runs = runs(of: TextFolding.folded(text))
        var tokens: [QueryToken] = []
        for (number, run) in runs.enumerated() {
            if run.isUnspaced, run.scalars.count > 1 {
                for index in run.scalars.indices.dropLast() {
                    tokens.append(QueryToken(text: pair(run, index), isWhole: true))
                }
            } else {
                // A single character of an unspaced script begins a pair wherever it stands.
                let mayGoOn = run.isUnspaced || (!isPhrase && number == runs.count - 1)
                tokens.append(QueryToken(text: cut(run.scalars), isWhole: !mayGoOn))
            }
        }
        return tokens
    }

    /// Whether tokens alone do not tell: a phrase has an order, and three characters are more than two pairs.
    static func needsText(_ text: String, isPhrase: Bool) -> Bool {
        let runs = runs(of: TextFolding.folded(text))
        return (isPhrase && runs.count > 1) || runs.contains { $0.isUnspaced && $0.scalars.count > 2 }
    }

    /// A text's runs with one blank between and around them, in which a phrase can be looked for.
    static func line(_ text: String) -> String {
        " " + runs(of: TextFolding.folded(text)).map(\.text).joined(separator: " ") + " "
    }

    /// What to look for in a `line`: at the bounds of words, but anywhere in an unspaced script.
    static func needle(_ text: String, isPhrase: Bool) -> String {
        let runs = runs(of: TextFolding.folded(text))
        let start = runs.first?.isUnspaced == false ? " " : ""
        let end = isPhrase && runs.last?.isUnspaced == false ? " " : ""
        return start + runs.map(\.text).joined(separator: " ") + end
    }

    // MARK: Runs

    private static func runs(of folded: String) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for scalar in folded.unicodeScalars {
            guard isWord(scalar) else {
                isOpen = false
                continue
            }
            let isUnspaced = isUnspaced(scalar)
            if isOpen, runs[runs.count - 1].isUnspaced == isUnspaced {
                runs[runs.count - 1].scalars.append(scalar)
            } else {
                runs.append(Run(scalars: [scalar], isUnspaced: isUnspaced))
                isOpen = true
            }
        }
        return runs
    }

    private static func pair(_ run: Run, _ index: Int) -> String {
        String(String.UnicodeScalarView(run.scalars[index...].prefix(2)))
    }

    private static func cut(_ scalars: some Collection<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars.prefix(longestToken)))
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return isDigit(scalar) || ("a"..."z").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
            return true
        default: return false
        }
    }

    /// Scripts that are written without spaces, and Korean, whose particles stick to their words.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF,  // Thai, Lao
            0x1000...0x109F,  // Myanmar
            0x1780...0x17FF,  // Khmer
            0x1100...0x11FF, 0xAC00...0xD7FF,  // Hangul
            0x3005...0x3007, 0x3040...0x30FF, 0x3100...0x312F, 0x31F0...0x31FF,  // kana, Bopomofo
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:  // Han
            true
        default: false
        }
    }
}
