// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures for assets: one final, or degraded first and final last. There is no callback to be called twice,
// or never: a call gives a picture or throws, a sequence ends.

import Imaging
import Metadata

/// Throws where the client may not see the asset.
typealias ImageAccess = @Sendable (Asset) async throws -> Void

/// Delivers pictures: shared between equal requests, by urgency, cancelled with the task that asked, bounded
/// by bytes. Safe to use from any isolation; nothing here blocks the caller's thread.
///
/// Errors are `LibraryError`, which names the file where one is at fault, and `CancellationError`. Of a video it is a
/// frame.
public final class ImageManager: Sendable {
    let memory: ImageMemory
    let jobs: ImageJobs
    let loader: ImageLoader
    let access: ImageAccess
    private let pressure: MemoryPressureWatch?

    /// Pictures of this library's assets. Lets go of pictures when the system says that memory is short.
    public convenience init(library: PhotoLibrary, limits: ImageMemoryLimits = ImageMemoryLimits()) {
        self.init(
            store: library.thumbnails, decoders: library.decoders, limits: limits,
            desktopThumbnails: .ofDesktop, watchesPressure: true
        ) { [library] in try await library.requireSeeing($0) }
    }

    init(
        store: ThumbnailStore, decoders: any ImageDecoding, limits: ImageMemoryLimits = ImageMemoryLimits(),
        desktopThumbnails: DesktopThumbnails, watchesPressure: Bool = false,
        access: @escaping ImageAccess = { _ in }
    ) {
        let memory = ImageMemory(limits: limits)
        self.memory = memory
        self.access = access
        loader = ImageLoader(
            memory: memory, store: store, decoders: decoders, desktopThumbnails: desktopThumbnails,
            access: access)
        jobs = ImageJobs(loader: loader)
        pressure =
            watchesPressure
            ? MemoryPressureWatch { [memory] in memory.trim(toBytes: memory.byteCount / 2) } : nil
    }

    deinit {
        jobs.cancelAll()
    }

    /// Exactly one picture: the final one, or with `.fastFormat` the first at hand, which says whether it is
    /// degraded. `size` is in pixels; an empty one asks for the whole picture.
    public func image(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) async throws -> LibraryImage {
        try Task.checkCancellation()
        let question = ImageQuestion(asset, size: size, mode: mode, options: options)
        let isFast = options.deliveryMode == .fastFormat
        if let image = memory.image(for: question), isFast || !image.isDegraded {
            return try question.delivered(image)
        }
        let id = ImageWaiter.ID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<LibraryImage, any Error>) in
                let waiter = ImageWaiter(
                    id: id, appetite: isFast ? .first : .finalOnly, priority: options.priority
                ) { event in
                    switch event {
                    case .degraded: break
                    case .final(let image):
                        continuation.resume(with: Result { try question.delivered(image) })
                    case .failed(let error): continuation.resume(throwing: error)
                    }
                }
                jobs.join(question, waiter)
                // The handler below may have run before there was anybody to leave.
                if Task.isCancelled { jobs.leave(question.key, id) }
            }
        } onCancel: {
            jobs.leave(question.key, id)
        }
    }

    /// At most one degraded picture (from memory, a stored tile, the desktop's thumbnails or the file's own), then the
    /// final one, then the end. The load begins with this call, and is cancelled with the task that iterates (which
    /// gets `CancellationError`) or when the sequence is dropped.
    public func images(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) -> AsyncThrowingStream<LibraryImage, any Error> {
        let question = ImageQuestion(asset, size: size, mode: mode, options: options)
        let image = memory.image(for: question)
        return AsyncThrowingStream { continuation in
            var appetite: ImageWaiter.Appetite = options.deliveryMode == .fastFormat ? .first : .finalOnly
            // What has still to be fitted is not on the caller's thread.
            if let image, question.isDeliverable(image), appetite == .first || !image.isDegraded {
                continuation.yield(image)
                return continuation.finish()
            }
            if options.deliveryMode == .opportunistic {
                if let image, image.isDegraded { continuation.yield(image) }
                appetite = image == nil ? .degradedToo : .finalOnly
            }
            let waiter = ImageWaiter(
                id: ImageWaiter.ID(), appetite: appetite, priority: options.priority
            ) { event in
                switch event {
                case .degraded(let pixels):
                    continuation.yield(LibraryImage(pixels: pixels, isDegraded: true))
                case .final(let image):
                    do {
                        continuation.yield(try question.delivered(image))
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                case .failed(let error): continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { [jobs] _ in jobs.leave(question.key, waiter.id) }
            jobs.join(question, waiter)
        }
    }

    /// A picture in memory that serves this size, or the best lesser one, marked degraded. Never waits: for
    /// binding cells. As it is in memory, not fitted to an exact size.
    public func cachedImage(
        for asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) -> LibraryImage? {
        memory.image(for: ImageQuestion(asset, size: size, mode: mode, options: options))
    }

    /// Bytes of all pictures in memory.
    public var memoryByteCount: Int { memory.byteCount }

    /// Lets go of pictures until at most `bytes` are left, screen-size ones first; for when memory is short.
    /// What the window shows stays with the window.
    public func trim(toBytes bytes: Int) {
        memory.trim(toBytes: bytes)
    }
}

extension ImageQuestion {
    /// Whether the picture is delivered as it is. Degraded ones are.
    func isDeliverable(_ image: LibraryImage) -> Bool {
        image.isDegraded || fitting?.isFulfilled(by: image.size) ?? true
    }

    /// The picture as it was asked for; computes for some milliseconds.
    func delivered(_ image: LibraryImage) throws -> LibraryImage {
        guard let fitting, !isDeliverable(image) else { return image }
        do {
            return LibraryImage(pixels: try fitting.apply(to: image.pixels), isDegraded: false)
        } catch {
            throw LibraryError.decoding(error, asset.path)
        }
    }
}
