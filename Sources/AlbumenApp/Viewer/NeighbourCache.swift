// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the photos around the shown one decoded, the shown one included, so that stepping back costs nothing.

import AlbumenKit

/// Tells the image manager what to keep; only differences to what it keeps already.
@MainActor
final class NeighbourCache {
    private let caching: CachingImageManager
    private var kept: [Int64: Asset] = [:]
    private var size = PixelSize.zero

    init(images: ImageManager) {
        caching = CachingImageManager(manager: images)
    }

    /// Keeps exactly these, asked for in this order, at a size in device pixels.
    func keep(_ assets: [Asset], size: PixelSize) {
        if size != self.size { clear() }
        self.size = size
        let wanted = assets.filter { $0.mediaType == .image && $0.state == .ok }
        let byRow = Dictionary(wanted.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        let left = kept.values.filter { !$0.hasSameContent(as: byRow[$0.rowID]) }
        let new = wanted.filter { !$0.hasSameContent(as: kept[$0.rowID]) }
        // First: two states of a file that differ in its permissions only are one picture, which must not be stopped.
        if !left.isEmpty { caching.stopCachingImages(for: left, size: size, mode: .aspectFit) }
        if !new.isEmpty { caching.startCachingImages(for: new, size: size, mode: .aspectFit) }
        kept = byRow
    }

    func clear() {
        caching.stopCachingImagesForAllAssets()
        kept = [:]
    }
}
