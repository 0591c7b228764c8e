// SPDX-License-Identifier: GPL-3.0-or-later
// How a picture is asked for and what is delivered: the words of PhotoKit's image requests.

import Imaging
import Metadata

public typealias PixelBuffer = Imaging.PixelBuffer
public typealias UnitRect = Metadata.UnitRect
public typealias PixelRect = Metadata.PixelRect

/// PHImageContentMode's raw values.
public enum ImageContentMode: Int, Sendable, Hashable {
    /// All of the picture, no edge longer than the size.
    case aspectFit = 0
    /// The picture covers the size; what lies outside is cut off where the request is exact.
    case aspectFill = 1

    var decoding: ContentMode { self == .aspectFit ? .aspectFit : .aspectFill }
}

/// PHImageRequestOptionsVersion's raw values. Of an asset without adjustments the three are one picture, and one
/// in every cache.
public enum ImageVersion: Int, Sendable, Hashable {
    /// With all adjustments.
    case current = 0
    /// Without adjustments.
    case unadjusted = 1
    /// The file in the highest fidelity there is, such as the digital negative of a photo that has a JPEG too.
    case original = 2
}

/// PHImageRequestOptionsDeliveryMode's raw values.
public enum ImageDeliveryMode: Int, Sendable, Hashable {
    /// A degraded picture may come first.
    case opportunistic = 0
    /// Only the final picture.
    case highQualityFormat = 1
    /// One picture, the first at hand, which may be a degraded one.
    case fastFormat = 2
}

/// PHImageRequestOptionsResizeMode's raw values.
public enum ImageResizeMode: Int, Sendable, Hashable {
    /// The whole picture, whatever the size says.
    case none = 0
    /// At least the size, as it costs the decoder least: for what the screen scales anyway.
    case fast = 1
    /// To the pixel. With `aspectFit` the longest edge is the size's; with `aspectFill` the picture covers the size
    /// and its middle is cut out, so that the result is the size. Never enlarged: of a picture that is smaller the
    /// result is as much of the size's shape as there is.
    case exact = 2
}

/// What a request may further say. The defaults are PhotoKit's.
public struct ImageRequestOptions: Sendable, Hashable {
    public var version = ImageVersion.current
    public var deliveryMode = ImageDeliveryMode.opportunistic
    /// Of no effect where the size is empty, which asks for the whole picture.
    public var resizeMode = ImageResizeMode.fast
    /// The part of the picture that is wanted, of the picture as shown; the size is then the part's. A request for
    /// a part is exact, whatever `resizeMode` says, and has no degraded picture. Only the part is decoded where the
    /// format allows.
    public var normalizedCropRect: UnitRect?
    public var priority = ImagePriority.visible

    public init(
        version: ImageVersion = .current, deliveryMode: ImageDeliveryMode = .opportunistic,
        resizeMode: ImageResizeMode = .fast, normalizedCropRect: UnitRect? = nil,
        priority: ImagePriority = .visible
    ) {
        self.version = version
        self.deliveryMode = deliveryMode
        self.resizeMode = resizeMode
        self.normalizedCropRect = normalizedCropRect
        self.priority = priority
    }
}

/// Who waits for the picture.
public enum ImagePriority: Int, Sendable, Hashable, Comparable {
    /// Nobody yet.
    case background = 0
    /// What may come on the screen soon.
    case prefetch = 1
    /// What is on the screen.
    case visible = 2
    /// The one picture that the person looks at.
    case immediate = 3

    public static func < (left: ImagePriority, right: ImagePriority) -> Bool {
        left.rawValue < right.rawValue
    }

    var decoding: DecodePriority {
        switch self {
        case .background: .background
        case .prefetch: .prefetch
        case .visible: .visible
        case .immediate: .immediate
        }
    }

    var task: TaskPriority {
        switch self {
        case .background: .background
        case .prefetch: .utility
        case .visible, .immediate: .userInitiated
        }
    }
}

/// A picture of an asset, upright.
public struct LibraryImage: Sendable {
    /// Of the size that they have: unless asked for exactly often larger than asked for, and smaller where the
    /// original or a degraded picture is. Never enlarged.
    public let pixels: PixelBuffer
    /// Whether a better one follows, or would.
    public let isDegraded: Bool

    public init(pixels: PixelBuffer, isDegraded: Bool) {
        self.pixels = pixels
        self.isDegraded = isDegraded
    }

    /// Pixels, as they are.
    public var size: PixelSize { pixels.size }
}
