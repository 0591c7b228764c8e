// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures for assets, degraded first and final last. OWNER: images.

import Imaging

public typealias PixelBuffer = Imaging.PixelBuffer

/// PHImageContentMode's raw values.
public enum ImageContentMode: Int, Sendable, Hashable {
    case aspectFit = 0
    case aspectFill = 1
}

public enum ImageDeliveryMode: Int, Sendable, Hashable {
    /// Degraded pictures may come first.
    case opportunistic = 0
    case highQualityFormat = 1
    /// The first picture at hand is the final one.
    case fastFormat = 2
}

public struct ImageRequestOptions: Sendable, Hashable {
    public var deliveryMode = ImageDeliveryMode.opportunistic
    public var priority = ImagePriority.visible
    public init() {}
}

/// Who waits for the picture.
public enum ImagePriority: Int, Sendable, Hashable, Comparable {
    case background = 0
    case prefetch = 1
    case visible = 2
    case immediate = 3
    public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.rawValue < b.rawValue }
}

/// A picture of an asset, upright.
public struct LibraryImage: Sendable {
    public let pixels: PixelBuffer
    /// Whether a better one follows.
    public let isDegraded: Bool
}

/// Delivers pictures: coalesced by key, by priority, cancelled with the task that asked, bounded by bytes.
public final class ImageManager: Sendable {
    public init(library: PhotoLibrary) throws { fatalError("images") }

    /// Exactly one picture, or one error (`LibraryError.decoding` names the file), or `CancellationError`.
    public func image(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) async throws -> LibraryImage { fatalError("images") }

    /// Degraded first (memory, stored thumbnail, embedded thumbnail), final last.
    public func images(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) -> AsyncThrowingStream<LibraryImage, any Error> { fatalError("images") }

    /// A picture in memory that serves this size, or the best smaller one marked degraded. Never blocks: for binding cells.
    public func cachedImage(for asset: Asset, size: PixelSize, mode: ImageContentMode) -> LibraryImage? {
        fatalError("images")
    }

    /// Keeps these decoded at this size (the viewer's neighbours, the grid's surroundings) until stopped; idempotent.
    public func startCachingImages(for assets: [Asset], size: PixelSize, mode: ImageContentMode) {
        fatalError("images")
    }
    public func stopCachingImages(for assets: [Asset], size: PixelSize, mode: ImageContentMode) {
        fatalError("images")
    }
    public func stopCachingImagesForAllAssets() { fatalError("images") }
}
