// SPDX-License-Identifier: GPL-3.0-or-later
// The query language: what is read, what it says when it cannot, and that it prints what it reads.

import Foundation
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Search queries", .timeLimit(.minutes(30)))
struct SearchQueryTests {
    @Test(
        "Spellings",
        arguments: [
            ("beach", "beach"),
            ("  long \t island ", "long island"),
            ("\"long island\"", "\"long island\""),
            ("“long island”", "\"long island\""),
            ("\"say \\\"hi\\\" \\\\\"", "\"say \\\"hi\\\" \\\\\""),
            ("a OR b c", "a OR b c"),
            ("-a -\"b c\" -keyword:d", "-a -\"b c\" -keyword:d"),
            ("keyword:a,\"b c\"", "keyword:a,\"b c\""),
            ("tag:a People:b", "keyword:a person:b"),
            ("rating:3..5", "rating:3..5"), ("rating:>=3", "rating:>=3"), ("rating:4", "rating:4"),
            ("size:>5MB", "size:>5000000"), ("size:5MB", "size:4500000..<5500000"),
            ("iso:100..800", "iso:100..800"), ("f:<2.8", "f:<2.8"), ("f:f/2", "f:1.5..<2.5"),
            ("exposure:>=1/4", "exposure:>=0.25"), ("focal:24..70mm", "focal:24..70"),
            // Smaller than what is printed without an exponent; ranges of one number that alone would mean more
            ("exposure:1/20000..1/8000", "exposure:0.00005..0.000125"),
            ("exposure:<0.0000123", "exposure:<0.0000123"),
            ("exposure:>1/30000", "exposure:>0.000033333333333333335"),
            ("f:3..3", "f:3..3"), ("duration:90s..1:30", "duration:90..90"), ("rating:4..4", "rating:4"),
            ("iso:2.5", "iso:2.5"), ("size:7", "size:7"), ("focal:..50", "focal:<=50"),
            ("width:>=1000px", "width:>=1000"), ("size:1.5GB..", "size:>=1500000000"),
            ("size:300kB..1MiB", "size:300000..1048576"), ("duration:2h", "duration:5400..<9000"),
            ("duration:>1:30", "duration:>90"), ("duration:<5min", "duration:<300"),
            ("date:2021", "date:2021"), ("date:2021-6", "date:2021-06"),
            ("date:2021-06-12", "date:2021-06-12"), ("date:1969-12-31", "date:1969-12-31"),
            ("date:1900", "date:1900"), ("date:1899-12", "date:1899-12"),
            ("taken:2021..<2021-03", "date:2021-01-01..2021-02-28"), ("added:>=2021", "added:>=2021-01-01"),
            ("date:2021..2022-02", "date:2021-01-01..2022-02-28"),
            ("before:2021-06", "date:<2021-06-01"), ("after:2021", "date:>=2022-01-01"),
            ("date:>2021", "date:>=2022-01-01"), ("date:<=2021-06", "date:<2021-07-01"),
            ("type:photo,RAW,screen-recording", "type:photo,raw,screenrecording"),
            ("is:favourite", "is:favorite"), ("12:30", "12:30"), ("https://x.org", "https://x.org"),
            ("", ""),
        ])
    func spelling(text: String, canonical: String) throws {
        let query = try SearchQuery(parsing: text)
        #expect(query.description == canonical)
        #expect(try SearchQuery(parsing: canonical) == query)
    }

    @Test(
        "Errors point at the term",
        arguments: [
            ("beach \"long", "\"long"), ("a colour:red", "colour"), ("rating: 3", "rating:"),
            ("x rating:many", "many"), ("rating:5..3", "5..3"), ("date:99999", "99999"),
            ("date:2021-13", "2021-13"), ("date:2021-02-30 x", "2021-02-30"), ("size:5ZB", "5ZB"),
            ("type:photo,banana", "banana"), ("is:nice", "nice"), ("OR a", "OR"), ("a OR", "OR"),
            ("a OR OR b", "OR"), ("***", "***"), ("a - b", "-"), ("before:2020..2021", "2020..2021"),
            ("iso:-5", "-5"), ("f:1e400", "1e400"), ("iso:1e3", "1e3"),
            ("exposure:1.5e-05", "1.5e-05"), ("f:1.8e-0", "1.8e-0"), ("f:.5", ".5"), ("f:5.", "5."),
            ("iso:..", ".."), ("keyword:a,,b", "keyword:a,"),
        ])
    func errors(text: String, term: String) {
        let error = thrown(SearchError.self) { try SearchQuery(parsing: text) }
        #expect(error.map { String(text[$0.range]) } == term)
        #expect(error?.description.isEmpty == false)
    }

    @Test("Too long is an error, however it is long")
    func tooLong() {
        for text in [String(repeating: "a", count: 100_000), String(repeating: "a ", count: 1_000)] {
            #expect(thrown(SearchError.self) { try SearchQuery(parsing: text) }?.reason == .tooLong)
        }
    }

    @Test("Whatever is read prints as something that reads the same")
    func roundTrip() throws {
        let pieces = [
            "a", "IMG_1", "\"", "\\", " ", " ", "-", "OR", ":", ",", "..", "<", ">=", "keyword:", "rating:",
            "3",
            "date:", "2021", "-06", "size:", "MB", "é", "東京", "“", "*", "is:", "favorite", "f:", "0.1", "1/3",
            "exposure:", "type:", "raw", "\u{0}", "\u{301}", "👩‍👩‍👧", "before:", "5..7", "..<8", "\n",
        ]
        var random = SeededGenerator(state: 7)
        var read = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            guard let query = try? SearchQuery(parsing: text) else { continue }
            read += 1
            let again = try? SearchQuery(parsing: query.description)
            #expect(again == query, "\(text.debugDescription) → \(query.description.debugDescription)")
            if again != query { return }
        }
        #expect(read > 1_000)
    }

    @Test("Names of months and numbers of years are times as well")
    func months() throws {
        let query = try SearchQuery(parsing: "juni 2021")
        let german = query.predicate(locale: Locale(identifier: "de_DE"))
        let year = try #require(WallClockRange(year: 2021))
        #expect(
            german
                == .all([
                    .any([.any([.words(FreeText("juni")), .capturedInMonth(6)])]),
                    .any([
                        .any([.words(FreeText("2021")), .captured(year)])
                    ]),
                ]))
        let words = try SearchQuery(parsing: "juni").predicate(locale: Locale(identifier: "en_US"))
        #expect(words == .all([.any([.words(FreeText("juni"))])]))
    }
}
