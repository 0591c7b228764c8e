// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches pictures for tiles away from the main thread and hands over what is finished, once a frame.

import AlbumenKit
import GTKBridge
import Synchronization

/// A picture on its way to a tile.
@MainActor
final class TileRequest {
    let priority: ImagePriority
    fileprivate let task: Task<Void, Never>

    fileprivate init(priority: ImagePriority, task: Task<Void, Never>) {
        self.priority = priority
        self.task = task
    }

    func cancel() { task.cancel() }
}

/// What came for a request.
struct TileDelivery: Sendable {
    /// The photo that it was asked for; a cell that shows another by now, or a newer state of its file, drops it.
    let asset: Asset
    /// Nil where the picture could not be read.
    let texture: Texture?
    /// Whether nothing better follows.
    let isFinal: Bool
}

/// Collects finished pictures; whoever owns it takes them when a frame begins.
@MainActor
final class TileLoader {
    private let images: ImageManager
    private let finished = Mailbox()

    init(images: ImageManager) {
        self.images = images
    }

    /// Called on the main actor when something arrived since the last `takeFinished`, once.
    var onArrival: @MainActor () -> Void = {} {
        didSet {
            let handler = onArrival
            finished.setWake { Task { @MainActor in handler() } }
        }
    }

    func request(_ asset: Asset, size: PixelSize, priority: ImagePriority) -> TileRequest {
        var options = ImageRequestOptions()
        options.priority = priority
        let finished = finished
        // Asked for here, so that requests stand in the order in which they were made.
        let pictures = images.images(for: asset, size: size, mode: .aspectFill, options: options)
        let task = Task.detached {
            do {
                for try await image in pictures {
                    if Task.isCancelled { return }
                    finished.put(
                        TileDelivery(
                            asset: asset, texture: Texture(image.pixels),
                            isFinal: !image.isDegraded))
                }
            } catch {
                if Task.isCancelled || error is CancellationError { return }
                finished.put(TileDelivery(asset: asset, texture: nil, isFinal: true))
            }
        }
        return TileRequest(priority: priority, task: task)
    }

    func takeFinished() -> [TileDelivery] { finished.take() }
}

/// Deliveries from any thread; the first into an empty box wakes the owner, so that a burst costs one hop.
private final class Mailbox: Sendable {
    private struct Content {
        var deliveries: [TileDelivery] = []
        var wake: @Sendable () -> Void = {}
    }
    private let content = Mutex(Content())

    func setWake(_ wake: @escaping @Sendable () -> Void) {
        content.withLock { $0.wake = wake }
    }

    func put(_ delivery: TileDelivery) {
        let wake = content.withLock { content in
            content.deliveries.append(delivery)
            return content.deliveries.count == 1 ? content.wake : nil
        }
        wake?()
    }

    func take() -> [TileDelivery] {
        content.withLock { content in
            defer { content.deliveries = [] }
            return content.deliveries
        }
    }
}
