// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures for assets: one final, or degraded first and final last. There is no callback to be called twice,
// or never: a call gives a picture or throws, a sequence ends.

import Imaging
import Metadata

/// Delivers pictures: shared between equal requests, by urgency, cancelled with the task that asked, bounded
/// by bytes. Safe to use from any isolation; nothing here blocks the caller's thread.
///
/// Errors are `LibraryError.decoding` and `.file`, which name the file, and `CancellationError`. Videos throw
/// `.decoding(.unsupported)`.
public final class ImageManager: Sendable {
    let memory: ImageMemory
    let jobs: ImageJobs

    /// Pictures of this library's assets.
    public convenience init(library: PhotoLibrary, limits: ImageMemoryLimits = ImageMemoryLimits()) {
        self.init(store: library.thumbnails, decoders: library.decoders, limits: limits)
    }

    init(store: ThumbnailStore, decoders: any ImageDecoding, limits: ImageMemoryLimits = ImageMemoryLimits())
    {
        memory = ImageMemory(limits: limits)
        let loader = ImageLoader(memory: memory, store: store, decoders: decoders)
        jobs = ImageJobs(loader: loader)
    }

    deinit {
        jobs.cancelAll()
    }

    /// Exactly one picture: the final one, or with `.fastFormat` the first at hand. `size` is in pixels; an
    /// empty one asks for the whole picture.
    public func image(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) async throws -> LibraryImage {
        try Task.checkCancellation()
        let question = ImageQuestion(asset, size: size, mode: mode)
        let isFast = options.deliveryMode == .fastFormat
        if let image = memory.image(for: question), isFast || !image.isDegraded {
            return LibraryImage(pixels: image.pixels, isDegraded: false)
        }
        let id = ImageWaiter.ID()
        let pixels = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<PixelBuffer, any Error>) in
                let waiter = ImageWaiter(id: id, appetite: isFast ? .first : .finalOnly) { event in
                    switch event {
                    case .degraded: break
                    case .final(let pixels): continuation.resume(returning: pixels)
                    case .failed(let error): continuation.resume(throwing: error)
                    }
                }
                jobs.join(question, waiter, priority: options.priority)
                // The handler below may have run before there was anybody to leave.
                if Task.isCancelled { jobs.leave(question.key, id) }
            }
        } onCancel: {
            jobs.leave(question.key, id)
        }
        return LibraryImage(pixels: pixels, isDegraded: false)
    }

    /// At most one degraded picture (from memory, or the stored tile), then the final one, then the end. The
    /// load begins with this call, and is cancelled with the task that iterates (which gets
    /// `CancellationError`) or when the sequence is dropped.
    public func images(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) -> AsyncThrowingStream<LibraryImage, any Error> {
        let question = ImageQuestion(asset, size: size, mode: mode)
        let image = memory.image(for: question)
        return AsyncThrowingStream { continuation in
            var appetite: ImageWaiter.Appetite = options.deliveryMode == .fastFormat ? .first : .finalOnly
            if let image, appetite == .first || !image.isDegraded {
                continuation.yield(LibraryImage(pixels: image.pixels, isDegraded: false))
                return continuation.finish()
            }
            if options.deliveryMode == .opportunistic {
                if let image { continuation.yield(image) } else { appetite = .degradedToo }
            }
            let waiter = ImageWaiter(id: ImageWaiter.ID(), appetite: appetite) { event in
                switch event {
                case .degraded(let pixels):
                    continuation.yield(LibraryImage(pixels: pixels, isDegraded: true))
                case .final(let pixels):
                    continuation.yield(LibraryImage(pixels: pixels, isDegraded: false))
                    continuation.finish()
                case .failed(let error): continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { [jobs] _ in jobs.leave(question.key, waiter.id) }
            jobs.join(question, waiter, priority: options.priority)
        }
    }

    /// A picture in memory that serves this size, or the best lesser one, marked degraded. Never waits: for
    /// binding cells.
    public func cachedImage(for asset: Asset, size: PixelSize, mode: ImageContentMode) -> LibraryImage? {
        memory.image(for: ImageQuestion(asset, size: size, mode: mode))
    }

    /// Bytes of all pictures in memory.
    public var memoryByteCount: Int { memory.byteCount }

    /// Lets go of pictures until at most `bytes` are left, screen-size ones first; for when memory is short.
    /// What the window shows stays with the window.
    public func trim(toBytes bytes: Int) {
        memory.trim(toBytes: bytes)
    }
}
