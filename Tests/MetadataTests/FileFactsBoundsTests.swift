// SPDX-License-Identifier: GPL-3.0-or-later
// What a file claims is bounded before anyone reckons with it.

import Testing

@testable import Metadata

@Suite("Bounds of facts")
struct FileFactsBoundsTests {
    @Test(
        "A size that no picture has is unknown; one that a picture may have stays",
        arguments: [
            (PixelSize(width: 0, height: 4_294_967_103), PixelSize.zero),
            (PixelSize(width: 300, height: 0), PixelSize.zero),
            (PixelSize(width: 65_500, height: 1), PixelSize(width: 65_500, height: 1)),
        ])
    func implausibleSizes(claimed: PixelSize, expected: PixelSize) {
        var facts = FileFacts(format: .heic)
        facts.storedSize = claimed
        facts.displaySize = claimed
        #expect(facts.bounded().storedSize == expected)
        #expect(facts.bounded().displaySize == expected)
    }

    @Test("A time, a place and a length that cannot be are unknown; those that can, stay")
    func implausibleNumbers() {
        var facts = FileFacts(format: .mp4)
        facts.captureTime = CaptureTime(wallSeconds: 1_600_000_000, utcOffset: 3600, source: .container)
        facts.location = Location(latitude: 48, longitude: 2)
        facts.duration = 3
        #expect(facts.bounded() == facts)

        for (seconds, offset) in [(Int64.min, 1), (.max, -1), (0, Int.max)] {
            facts.captureTime = CaptureTime(wallSeconds: seconds, utcOffset: offset, source: .container)
            #expect(facts.bounded().captureTime == nil)
        }
        facts.location?.latitude = 1e9
        #expect(facts.bounded().location == nil)
        for length in [-1, .infinity, .nan, 1e18] {
            facts.duration = length
            #expect(facts.bounded().duration == 0)
        }
    }
}
