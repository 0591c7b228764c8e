// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and sentences as people read them.

import AlbumenKit
import Testing

@testable import AlbumenApp

@Suite(.timeLimit(.minutes(30)))
struct WordsTests {
    @Test(arguments: [
        (0, "0"), (12, "12"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-4096, "−4,096"),
    ])
    func numbersAreGrouped(number: Int, text: String) {
        #expect(formatted(number) == text)
    }

    @Test func aValueThatHoldsBracesIsLeftAsItIs() {
        #expect(tr("“{file}” of {count}", ["file": "a{count}.jpg", "count": "2"]) == "“a{count}.jpg” of 2")
        #expect(tr("no {such} value") == "no {such} value")
        #expect(tr("open { end", ["x": "y"]) == "open { end")
    }

    @Test func oneIsNotMany() {
        #expect(ntr("{count} photo", "{count} photos", 1) == "1 photo")
        #expect(ntr("{count} photo", "{count} photos", 3400) == "3,400 photos")
    }

    @Test func aScanSaysHowFarItIs() {
        var progress = ScanProgress()
        #expect(ScanSummary(progress).text == nil)
        progress.isScanning = true
        #expect(ScanSummary(progress).text == "Looking for photos…")
        progress.found = 3400
        progress.done = 120
        #expect(ScanSummary(progress).text == "Found 3,400 photos…")
        #expect(ScanSummary(progress).fraction == nil)
        progress.isListingComplete = true
        #expect(ScanSummary(progress).text == "Reading photos… 120 of 3,400")
        #expect(ScanSummary(progress).fraction == 120.0 / 3400)
    }
}
