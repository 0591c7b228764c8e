// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that will be needed: the viewer's neighbours, the surroundings of what a grid shows. A set, not a
// count: to start twice is to start once, and to stop once is to stop.

import Imaging
import Metadata
import Synchronization

/// Decodes pictures before they are asked for, and keeps them in memory as far as its bounds allow. Each user
/// has one of its own over a common `ImageManager`, and stops nobody else's. What it caches goes with it.
///
/// Sizes fall into classes: what is cached for one size answers requests of any size of its class, and of lesser
/// ones. It is let go of when the last of the sizes that were started is stopped.
public final class CachingImageManager: Sendable {
    /// Delivers what is cached here, and shares its loads.
    public let manager: ImageManager

    private struct Request: Hashable {
        let size: PixelSize
        let mode: ImageContentMode
        let version: ImageVersion
        let isWhole: Bool

        init(_ size: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions) {
            self.size = size
            self.mode = mode
            version = options.version
            isWhole = options.resizeMode == .none
        }
    }

    private struct Entry {
        let waiter: ImageWaiter.ID
        var requests: Set<Request>
    }

    private let kept = Mutex<[ImageKey: Entry]>([:])

    public init(manager: ImageManager) { self.manager = manager }

    deinit {
        stopCachingImagesForAllAssets()
    }

    /// Decodes these at this size, in this order, behind what anybody waits for. Started already, only what
    /// has been evicted since is decoded again. Failures show when the picture is asked for.
    ///
    /// What serves the size is cached; a part or an exact size is made of it when it is delivered. Of `options`,
    /// version and `resizeMode` count.
    public func startCachingImages(
        for assets: [Asset], size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) {
        let request = Request(size, mode, options)
        for asset in assets {
            let question = Self.question(asset, size, mode, options)
            let (id, isNew) = kept.withLock { kept -> (ImageWaiter.ID, Bool) in
                if let id = kept[question.key]?.waiter {
                    kept[question.key]?.requests.insert(request)
                    return (id, false)
                }
                let id = ImageWaiter.ID()
                kept[question.key] = Entry(waiter: id, requests: [request])
                return (id, true)
            }
            if isNew, let slot = question.key.slot { manager.memory.keep(slot) }
            if let image = manager.memory.image(for: question), !image.isDegraded { continue }
            // The same waiter again, where it waits already.
            let waiter = ImageWaiter(id: id, appetite: .finalOnly, priority: .prefetch) { _ in }
            manager.jobs.join(question, waiter)
        }
    }

    /// Stops, and cancels what nobody else waits for. What is decoded stays until room is needed. What was not
    /// started is not stopped.
    public func stopCachingImages(
        for assets: [Asset], size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) {
        let request = Request(size, mode, options)
        for asset in assets {
            let key = Self.question(asset, size, mode, options).key
            let ended = kept.withLock { kept -> Entry? in
                kept[key]?.requests.remove(request)
                return kept[key]?.requests.isEmpty == true ? kept.removeValue(forKey: key) : nil
            }
            if let ended { letGo(of: key, ended) }
        }
    }

    public func stopCachingImagesForAllAssets() {
        let ended = kept.withLock { kept in
            defer { kept = [:] }
            return kept
        }
        for (key, entry) in ended { letGo(of: key, entry) }
    }

    private func letGo(of key: ImageKey, _ entry: Entry) {
        if let slot = key.slot { manager.memory.release(slot) }
        manager.jobs.leave(key, entry.waiter)
    }

    private static func question(
        _ asset: Asset, _ size: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions
    ) -> ImageQuestion {
        var options = options
        options.normalizedCropRect = nil
        return ImageQuestion(asset, size: size, mode: mode, options: options)
    }
}
