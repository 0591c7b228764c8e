// SPDX-License-Identifier: GPL-3.0-or-later
// Folding and tokens: what counts as the same, and what finds what.

import Foundation
import SQLite
import Testing

@testable import AlbumenKit

@Suite("Tokens of texts", .timeLimit(.minutes(30)))
struct TokenTests {
    @Test(
        "Folding",
        arguments: [
            ("ÉTÉ", "ete"), ("e\u{301}", "e"), ("Straße", "strasse"), ("STRASSE", "strasse"),
            ("Łódź", "lodz"),
            ("ＩＭＧ", "img"), ("ﾄｳｷｮｳ", "トウキョウ"), ("が", "が"), ("か", "か"), ("İstanbul", "istanbul"),
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("한국", "한국"), ("ﬁn", "fin"), ("smørrebrød", "smorrebrod"),
        ])
    func folding(text: String, folded: String) {
        #expect(TextFolding.folded(text) == folded)
        #expect(TextFolding.folded(folded) == folded)
    }

    @Test(
        "What finds a name",
        arguments: [
            (
                "IMG_1234.JPG",
                ["1234", "img_1234", "img", "IM", "i", "jpg", "12", "1234 img", "img_1234.jpg"],
                ["234", "mg"]
            ),
            ("DSC00123.NEF", ["dsc00123", "dsc", "00123", "123", "dsc001", "nef"], ["sc", "23"]),
            ("Äpfel und Birnen", ["apfel", "ÄPF", "birne", "und apfel"], ["pfel"]),
            ("東京都庁", ["東京", "京都", "東", "庁", "東京都", "京都庁", "東京都庁"], ["東都", "大阪", "京東"]),
            ("서울특별시", ["서울", "특별", "울특별"], ["서별"]),
            ("2021-06-12 Paris", ["2021", "06", "paris", "par"], ["1206"]),
        ])
    func finding(name: String, found: [String], notFound: [String]) {
        for text in found { #expect(TextFinder(FreeText(text)).matches(name), "\(text)") }
        for text in notFound { #expect(!TextFinder(FreeText(text)).matches(name), "\(text)") }
    }

    @Test("A phrase is whole words in their order")
    func phrases() {
        func matches(_ phrase: String) -> Bool {
            TextFinder(FreeText(phrase, isPhrase: true)).matches("Long Island, 東京タワー.jpg")
        }
        #expect(matches("long island") && matches("island") && matches("LONG-ISLAND") && matches("京タワ"))
        #expect(!matches("island long") && !matches("long isl") && !matches("isl") && !matches("東タワ"))
    }

    @Test("A block of rows comes back as it was stored, however many they are")
    func blocks() {
        var random = SeededGenerator(state: 3)
        for count in [0, 1, 200, 255, 256, 257, 4_000] {
            var block = PostingBlock()
            for _ in 0..<count { block.insert(Int.random(in: 0..<4_096, using: &random)) }
            #expect(PostingBlock(block.bytes) == block)
            #expect(block.bytes.count <= 512)
        }
        // And rubbish is read without a trap
        for length in [1, 3, 511, 513] { _ = PostingBlock([UInt8](repeating: 0xFF, count: length)) }
    }
}
