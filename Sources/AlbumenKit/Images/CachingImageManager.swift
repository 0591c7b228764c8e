// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that will be needed: the viewer's neighbours, the surroundings of what a grid shows. A set, not a
// count: to start twice is to start once, and to stop once is to stop.

import Imaging
import Metadata
import Synchronization

/// Decodes pictures before they are asked for, and keeps them in memory as far as its bounds allow. Each user
/// has one of its own over a common `ImageManager`, and stops nobody else's. What it caches goes with it.
public final class CachingImageManager: Sendable {
    /// Delivers what is cached here, and shares its loads.
    public let manager: ImageManager
    private let kept = Mutex<[ImageKey: ImageWaiter.ID]>([:])

    public init(manager: ImageManager) { self.manager = manager }

    deinit {
        stopCachingImagesForAllAssets()
    }

    /// Decodes these at this size, in this order, behind what anybody waits for. Started already, only what
    /// has been evicted since is decoded again. Failures show when the picture is asked for.
    public func startCachingImages(for assets: [Asset], size: PixelSize, mode: ImageContentMode) {
        for asset in assets {
            let question = ImageQuestion(asset, size: size, mode: mode)
            let (id, isNew) = kept.withLock { kept -> (ImageWaiter.ID, Bool) in
                if let id = kept[question.key] { return (id, false) }
                let id = ImageWaiter.ID()
                kept[question.key] = id
                return (id, true)
            }
            if isNew { manager.memory.keep(question.key.slot) }
            if let image = manager.memory.image(for: question), !image.isDegraded { continue }
            // The same waiter again, where it waits already.
            let waiter = ImageWaiter(id: id, appetite: .finalOnly) { _ in }
            manager.jobs.join(question, waiter, priority: .prefetch)
        }
    }

    /// Stops, and cancels what nobody else waits for. What is decoded stays until room is needed.
    public func stopCachingImages(for assets: [Asset], size: PixelSize, mode: ImageContentMode) {
        for asset in assets { stop(ImageQuestion(asset, size: size, mode: mode).key) }
    }

    public func stopCachingImagesForAllAssets() {
        for key in kept.withLock({ Array($0.keys) }) { stop(key) }
    }

    private func stop(_ key: ImageKey) {
        guard let id = kept.withLock({ $0.removeValue(forKey: key) }) else { return }
        manager.memory.release(key.slot)
        manager.jobs.leave(key, id)
    }
}
