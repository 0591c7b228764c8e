// SPDX-License-Identifier: GPL-3.0-or-later
// Values that are stored and shown: PhotoKit's numbers, names, sizes.

import Metadata
import Testing

@Suite("Media types and sizes")
struct ModelTests {
    @Test("Raw values are PhotoKit's")
    func rawValues() {
        #expect(MediaType.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(MediaSubtypes.live.rawValue == 8)
        #expect(MediaSubtypes.animated.rawValue == 64)
        #expect(MediaSubtypes.screenRecording.rawValue == 1 << 19)
    }

    @Test("Names follow the bits, and unknown bits are kept without a name")
    func names() {
        let subtypes: MediaSubtypes = [.animated, .panorama, MediaSubtypes(rawValue: 1 << 40)]
        #expect(subtypes.names == ["panorama", "animated"])
        #expect(subtypes.rawValue == 1 << 40 | 65)
        #expect(MediaSubtypes(name: "depthEffect") == .depthEffect)
        #expect(MediaSubtypes(name: "photo") == nil)
    }

    @Test("Fitting and filling keep the shape and never enlarge")
    func sizes() {
        let photo = PixelSize(width: 4032, height: 3024)
        let box = PixelSize(width: 384, height: 384)
        #expect(photo.fitted(in: box) == PixelSize(width: 384, height: 288))
        #expect(photo.filling(box) == PixelSize(width: 512, height: 384))
        #expect(PixelSize(width: 10, height: 5).fitted(in: box) == PixelSize(width: 10, height: 5))
        #expect(PixelSize(width: 60_000, height: 1).fitted(in: box) == PixelSize(width: 384, height: 1))
    }

    @Test("Orientations 5 to 8 exchange width and height")
    func orientations() {
        #expect(Orientation.allCases.filter(\.swapsAxes).map(\.rawValue) == [5, 6, 7, 8])
    }
}
