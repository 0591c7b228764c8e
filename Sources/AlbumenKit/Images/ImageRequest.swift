// SPDX-License-Identifier: GPL-3.0-or-later
// How a picture is asked for and what is delivered: the words of PhotoKit's image requests.

import Imaging

public typealias PixelBuffer = Imaging.PixelBuffer

/// PHImageContentMode's raw values.
public enum ImageContentMode: Int, Sendable, Hashable {
    /// All of the picture, no edge longer than the size.
    case aspectFit = 0
    /// The picture covers the size; nothing is cut off.
    case aspectFill = 1

    var decoding: ContentMode { self == .aspectFit ? .aspectFit : .aspectFill }
}

/// PHImageRequestOptionsDeliveryMode's raw values.
public enum ImageDeliveryMode: Int, Sendable, Hashable {
    /// A degraded picture may come first.
    case opportunistic = 0
    /// Only the final picture.
    case highQualityFormat = 1
    /// The first picture at hand is the final one.
    case fastFormat = 2
}

/// What a request may further say.
public struct ImageRequestOptions: Sendable, Hashable {
    public var deliveryMode = ImageDeliveryMode.opportunistic
    public var priority = ImagePriority.visible

    public init(
        deliveryMode: ImageDeliveryMode = .opportunistic, priority: ImagePriority = .visible
    ) {
        self.deliveryMode = deliveryMode
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
    /// Of the size that they have: often larger than asked for, and smaller where the original or a degraded
    /// picture is. Never enlarged.
    public let pixels: PixelBuffer
    /// Whether a better one follows, or would.
    public let isDegraded: Bool

    public init(pixels: PixelBuffer, isDegraded: Bool) {
        self.pixels = pixels
        self.isDegraded = isDegraded
    }
}
