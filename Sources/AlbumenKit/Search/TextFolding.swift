// SPDX-License-Identifier: GPL-3.0-or-later
// Folding: what makes texts equal for whoever searches. The index, the query and the comparison in SQL all fold
// here, so that they cannot disagree.

import Foundation

enum TextFolding {
    /// Marks that accents are made of once a letter is taken apart. Voicing marks of kana and vowel signs of
    /// Indic scripts lie elsewhere, and stay: they make other letters.
    private static let accents: ClosedRange<UInt32> = 0x300...0x36F

    /// Letters that Unicode does not take apart, and what people type instead.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
        "ı": "i", "ŧ": "t", "ς": "σ",
    ]

    /// Lower case, without accents, in one way of writing. Folding twice changes nothing.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var result = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased()
            .decomposedStringWithCompatibilityMapping.unicodeScalars
        where !accents.contains(scalar.value) {
            if scalar.value > 0x7F, let letters = plain[scalar] {
                result.append(contentsOf: letters.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result).nfc
    }

    /// The folded form of bytes that ought to be UTF-8; what is not becomes U+FFFD.
    static func folded(_ bytes: some Collection<UInt8>) -> String {
        folded(String(decoding: bytes, as: UTF8.self))
    }
}
