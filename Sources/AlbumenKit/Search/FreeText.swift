// SPDX-License-Identifier: GPL-3.0-or-later
// Words that people type, and whether a name answers them.

/// Words to find anywhere.
public struct FreeText: Sendable, Hashable {
    public var text: String
    /// Whole words in this order, as within quotes; else the last may be the beginning of one.
    public var isPhrase: Bool

    public init(_ text: String, isPhrase: Bool = false) {
        self.text = text
        self.isPhrase = isPhrase
    }
}

/// A `FreeText` taken apart once, to be held against many texts.
final class TextFinder: Sendable {
    let tokens: [QueryToken]
    /// To be found in a line of the text besides; nil where the tokens tell everything.
    let needle: String?

    init(_ words: FreeText) {
        tokens = SearchTokens.query(words.text, isPhrase: words.isPhrase)
        needle =
            SearchTokens.needsText(words.text, isPhrase: words.isPhrase)
            ? SearchTokens.needle(words.text, isPhrase: words.isPhrase) : nil
    }

    /// Whether there is anything to look for: `***` holds neither letter nor digit.
    var isEmpty: Bool { tokens.isEmpty }

    func matches(_ text: String) -> Bool {
        guard mayMatch(text) else { return false }
        let found = SearchTokens.tokens(of: text)
        return tokens.allSatisfy { $0.matches(found) } && holdsNeedle(text)
    }

    /// Whether every token is somewhere in a text of ASCII; others are not looked at. It costs a tenth of taking
    /// the text apart, and most names that a search passes by end here.
    private func mayMatch(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return true }
            return tokens.allSatisfy { token in
                var needle = token.text
                return needle.withUTF8 { Self.holds(bytes, $0) }
            }
        }
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard needle.count <= text.count else { return false }
        search: for start in 0...text.count - needle.count {
            for offset in 0..<needle.count {
                let byte = text[start + offset]
                let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                if lower != needle[offset] { continue search }
            }
            return true
        }
        return false
    }

    /// Only what the tokens leave open.
    func holdsNeedle(_ text: String) -> Bool {
        needle.map { SearchTokens.line(text).contains($0) } ?? true
    }
}
