// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of pictures, in fractions and in pixels.

import Metadata
import Testing

@Suite
struct PixelRectTests {
    @Test(
        "A part given in pixels is those pixels again, of every size; parts that touch have pixels that touch"
    )
    func roundTrip() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let size = PixelSize(
                width: Int.random(in: 1...60_000, using: &random),
                height: Int.random(in: 1...60_000, using: &random))
            let x = Int.random(in: 0..<size.width, using: &random)
            let y = Int.random(in: 0..<size.height, using: &random)
            let rect = PixelRect(
                x: x, y: y, width: Int.random(in: 1...size.width - x, using: &random),
                height: Int.random(in: 1...size.height - y, using: &random))
            let unit = try #require(UnitRect(rect, of: size))
            #expect(unit.pixels(of: size) == rect, "\(rect) of \(size)")
            // At another size: inside, and where the neighbour begins it ends.
            let other = PixelSize(width: size.width / 3 + 1, height: size.height / 7 + 1)
            let part = unit.pixels(of: other)
            #expect(PixelRect(all: other).contains(part) && !part.size.isEmpty)
            guard rect.maxX < size.width, part.width > 1 else { continue }
            let right = PixelRect(x: rect.maxX, y: y, width: size.width - rect.maxX, height: rect.height)
            let neighbour = try #require(UnitRect(right, of: size))
            #expect(neighbour.pixels(of: other).x == part.maxX || part.maxX == other.width)
        }
    }

    @Test("What lies outside is cut off, and nothing is no part")
    func bounds() {
        #expect(UnitRect(x: 0, y: 0, width: 0, height: 1) == nil)
        #expect(UnitRect(x: 1, y: 0, width: 1, height: 1) == nil)
        #expect(UnitRect(x: .nan, y: 0, width: 1, height: 1) == nil)
        #expect(UnitRect(x: 0, y: 0, width: .infinity, height: 1)?.width == 1)
        #expect(
            UnitRect(x: -0.5, y: 0.5, width: 1, height: 1) == UnitRect(x: 0, y: 0.5, width: 0.5, height: 0.5))
    }

    /// EXIF's definition: where the first row and the first column are shown.
    @Test("A part of the shown picture is found where it is stored", arguments: Orientation.allCases)
    func orientations(orientation: Orientation) {
        let stored = PixelSize(width: 5, height: 3)
        let shown = orientation.displaySize(of: stored)
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                let (right, bottom) = (stored.width - 1, stored.height - 1)
                let place =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (right - x, y)
                    case .down: (right - x, bottom - y)
                    case .downMirrored: (x, bottom - y)
                    case .leftMirrored: (y, x)
                    case .right: (bottom - y, x)
                    case .rightMirrored: (bottom - y, right - x)
                    case .left: (y, right - x)
                    }
                let display = PixelRect(x: place.0, y: place.1, width: 1, height: 1)
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                #expect(orientation.storedRect(of: display, in: shown) == pixel)
                #expect(orientation.displayRect(of: pixel, in: stored) == display)
            }
        }
        let all = PixelRect(all: shown)
        #expect(orientation.storedRect(of: all, in: shown) == PixelRect(all: stored))
    }
}
