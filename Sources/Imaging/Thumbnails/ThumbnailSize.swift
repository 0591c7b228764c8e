// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes that tiles are stored in. A tile covers its square: a grid of squares and a grid of rows of one
// height are both served without enlarging.

import Metadata

/// A size that tiles are stored in, by the edge of the square that they cover. Raw values are stored.
public enum ThumbnailSize: Int, Sendable, CaseIterable {
    /// 384 × 256 for a picture of three to two: grid tiles at a scale of 1.
    case small = 256
    /// 768 × 512 for a picture of three to two: grid tiles at a scale of 2.
    case large = 512

    /// The edge of the square that it covers; pixels.
    public var edge: Int { rawValue }

    /// What to ask a decoder for when the shape of the picture is not known yet.
    public var request: DecodeRequest { Self.request(covering: edge, of: .zero) }

    /// What to ask a decoder for, for a picture that is shown as `displaySize`.
    public func request(of displaySize: PixelSize) -> DecodeRequest {
        Self.request(covering: edge, of: displaySize)
    }

    /// The same for a square of any edge. Pictures longer than `longestRatio` to one are limited by their
    /// long edge, lest a panorama's tile be as large as a photo.
    public static func request(covering edge: Int, of displaySize: PixelSize) -> DecodeRequest {
        let long = max(displaySize.width, displaySize.height)
        let short = min(displaySize.width, displaySize.height)
        if short > 0, long / short >= longestRatio {
            let limit = edge * longestRatio
            return DecodeRequest(target: PixelSize(width: limit, height: limit), contentMode: .aspectFit)
        }
        return DecodeRequest(target: PixelSize(width: edge, height: edge), contentMode: .aspectFill)
    }

    private static let longestRatio = 4
}
