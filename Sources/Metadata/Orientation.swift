// SPDX-License-Identifier: GPL-3.0-or-later
// The eight orientations of EXIF tag 0x0112, named as in ImageIO: where the stored first row is shown.

/// How stored pixels have to be turned to be shown upright.
public enum Orientation: UInt8, Sendable, Codable, Hashable, CaseIterable {
    case up = 1
    case upMirrored
    case down
    case downMirrored
    case leftMirrored
    case right
    case rightMirrored
    case left

    /// True when showing the picture exchanges width and height.
    public var swapsAxes: Bool { rawValue >= Orientation.leftMirrored.rawValue }

    /// The size as shown of a picture stored as `size`; and the reverse, since it is its own inverse.
    public func displaySize(of size: PixelSize) -> PixelSize {
        swapsAxes ? size.transposed : size
    }
}
