// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the flat colours of the fixtures, so that a picture reads as its four quadrants.

import Imaging

/// A flat colour of `Fixture.quadrants`.
enum Colour: Equatable {
    case red, green, blue, white, other

    init(red: UInt8, green: UInt8, blue: UInt8) {
        switch (red > 128, green > 128, blue > 128) {
        case (true, false, false): self = .red
        case (false, true, false): self = .green
        case (false, false, true): self = .blue
        case (true, true, true): self = .white
        default: self = .other
        }
    }
}

extension PixelBuffer {
    /// The colours in the middle of the four quadrants, row by row.
    var quadrants: [Colour] {
        withUnsafeBytes { bytes in
            [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
                let offset = height * y / 4 * stride + width * x / 4 * layout.bytesPerPixel
                return Colour(red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
            }
        }
    }
}
