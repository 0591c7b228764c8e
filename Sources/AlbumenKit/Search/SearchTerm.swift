// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of the index: tokens, their first characters, months, and the one that every asset has. The first
// character tells the kind: none of these is ever in a token.

import Metadata

enum SearchTerm {
    /// Every asset has it.
    static let every = "\u{3}"
    /// Beginnings this long have terms of their own, so that the first letters typed do not gather a hundred
    /// thousand terms.
    static let longestBeginning = 3

    private static let beginningMark = "\u{1}"
    /// Above every character that a token can hold.
    private static let last = "\u{10FFFF}"

    /// Of all longer tokens that begin so.
    static func beginning(_ text: some StringProtocol) -> String { beginningMark + text }

    /// A month of any year, by the wall clock.
    static func month(_ month: Int) -> String { "\u{4}month \(month)" }

    static func mediaType(_ type: MediaType) -> String { "\u{4}type \(type.rawValue)" }

    static let ratings = 0...5
    static func rating(_ rating: Int) -> String { "\u{4}rating \(rating)" }

    /// The terms that begin with a text.
    static func range(prefix: String) -> (from: String, to: String) { (prefix, prefix + last) }

    /// The terms of a set of tokens: they and their first characters.
    static func terms(of tokens: Set<String>) -> Set<String> {
        var terms = tokens
        for token in tokens {
            let scalars = token.unicodeScalars
            var end = scalars.startIndex
            for _ in 0..<longestBeginning {
                scalars.formIndex(after: &end)
                guard end < scalars.endIndex else { break }
                terms.insert(beginning(token[..<end]))
            }
        }
        return terms
    }
}
