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
}
