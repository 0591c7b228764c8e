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
        let rows = Set(wanted.map(\.rowID))
        let left = kept.values.filter { !rows.contains($0.rowID) }
        let new = wanted.filter { kept[$0.rowID]?.stamp != $0.stamp }
        if !new.isEmpty { caching.startCachingImages(for: new, size: size, mode: .aspectFit) }
        if !left.isEmpty { caching.stopCachingImages(for: left, size: size, mode: .aspectFit) }
        kept = Dictionary(wanted.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func clear() {
        caching.stopCachingImagesForAllAssets()
        kept = [:]
    }
}
