// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AlbumenKit

@Suite("The rate of an import", .timeLimit(.minutes(30)))
struct ImportRateTests {
    private let start = ContinuousClock.now

    @Test("is of the last seconds, and unknown before there are any")
    func recent() {
        var rate = ImportRate()
        #expect(rate.perSecond == nil)
        // Given ten files a second for a minute, then two
        for tenth in 0...600 {
            rate.note(files: tenth, bytes: Int64(tenth) * 1_000, at: start + .milliseconds(tenth * 100))
        }
        let fast = rate.perSecond
        #expect(abs((fast?.files ?? 0) - 10) < 0.1)
        #expect(abs((fast?.bytes ?? 0) - 10_000) < 100)
        for half in 1...120 {
            rate.note(files: 600 + half, bytes: 0, at: start + .seconds(60) + .milliseconds(half * 500))
        }
        // Then it is what it was lately
        #expect(abs((rate.perSecond?.files ?? 0) - 2) < 0.1)
    }

    @Test("A pause is no work")
    func pause() {
        var rate = ImportRate()
        rate.note(files: 0, bytes: 0, at: start)
        rate.note(files: 10, bytes: 0, at: start + .seconds(1))
        rate.reset()
        #expect(rate.perSecond == nil)
        rate.note(files: 10, bytes: 0, at: start + .seconds(100))
        rate.note(files: 20, bytes: 0, at: start + .seconds(101))
        #expect(rate.perSecond?.files == 10)
    }

    @Test(
        "The time that is left follows bytes where there are copies, files where not",
        arguments: [true, false])
    func timeLeft(isCopying: Bool) {
        var progress = ImportProgress()
        progress.found = 100
        progress.foundBytes = 1_000_000
        let meter = ImportMeter(progress, isCopying: isCopying)
        #expect(meter.hub.progress.timeLeft == nil)
        meter.hasSettled(1, bytes: 10, .imported)
        // Nothing is said while the files are still being found
        #expect(meter.hub.progress.timeLeft == nil)
        #expect(meter.hub.progress.done == 1 && meter.hub.progress.doneBytes == 10)
        // And a copy under way counts, until it is given up
        meter.isCopying(2, bytes: 500)
        #expect(meter.hub.progress.doneBytes == 510)
        meter.hasDropped(2)
        #expect(meter.hub.progress.doneBytes == 10)
    }
}
