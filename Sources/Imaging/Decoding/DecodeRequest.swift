// SPDX-License-Identifier: GPL-3.0-or-later
// What picture of a file is asked for: how large, and how it meets that size.

import Metadata

/// How a picture meets a target size. PhotoKit's raw values.
public enum ContentMode: Int, Sendable, Codable, Hashable {
    /// All of the picture, no edge longer than the target's.
    case aspectFit = 0
    /// The picture covers the target; nothing is cut off here.
    case aspectFill = 1
}

/// How close the result comes to the size asked for. PhotoKit's raw values.
public enum ResizeMode: Int, Sendable, Codable, Hashable {
    /// Up to a quarter larger, where that saves a pass over the pixels: for pictures that the screen scales
    /// anyway.
    case fast = 1
    /// To the pixel.
    case exact = 2
}

/// Which of the pictures in a file.
public enum DecodeSource: Sendable, Codable, Hashable {
    /// The picture itself, or of a digital negative what stands for it.
    case picture
    /// A small one beside it, where the file has one of its shape: sooner decoded than the picture is. Fails with
    /// `unsupported` where there is none.
    case embedded
    /// A thumbnail in the desktop's cache, which has to say that it is of this file: `uri`, and its time in whole
    /// seconds since 1970. Fails with `unsupported` where it says something else.
    case desktopThumbnail(uri: String, modificationTime: Int64)
}

/// A picture to be decoded. The result is upright, keeps the shape of what it shows, and is never enlarged.
public struct DecodeRequest: Sendable, Codable, Hashable {
    /// Pixels; nil for the size as shown.
    public var target: PixelSize?
    public var contentMode: ContentMode
    public var resizeMode: ResizeMode
    /// The part that is wanted, whose size the target is then of; nil for all of the picture.
    public var crop: UnitRect?
    public var source: DecodeSource

    public init(
        target: PixelSize?, contentMode: ContentMode = .aspectFit, resizeMode: ResizeMode = .exact,
        crop: UnitRect? = nil, source: DecodeSource = .picture
    ) {
        self.target = target
        self.contentMode = contentMode
        self.resizeMode = resizeMode
        self.crop = crop
        self.source = source
    }

    /// The size of the result for a picture that is shown as `displaySize`: to the pixel, unless `resizeMode`
    /// is `fast`.
    public func outputSize(of displaySize: PixelSize) -> PixelSize {
        let part = crop?.pixels(of: displaySize).size ?? displaySize
        guard let target else { return part }
        switch contentMode {
        case .aspectFit: return part.fitted(in: target)
        case .aspectFill: return part.filling(target)
        }
    }
}

/// What is refused before memory is spent on it.
enum DecodeLimits {
    /// Pixels either way; formats allow more, screens and memories do not.
    static let longestEdge = 65_500
    /// 500 megapixels: 1.5 GB as RGB.
    static let pixelCount = 500_000_000

    static func check(_ size: PixelSize) throws(DecodeFailure) {
        guard !size.isEmpty else { throw .corrupt("the picture has no pixels") }
        guard size.width <= longestEdge, size.height <= longestEdge, size.pixelCount <= pixelCount else {
            throw .tooLarge(size)
        }
    }
}
