// SPDX-License-Identifier: GPL-3.0-or-later
// The way to one picture: memory, stored tile, file. Everything that is made on the way is kept for the next.

import Foundation
import Imaging
import Metadata

/// Loads pictures. Who shares a load, and who waits for it, is `ImageJobs`' business.
final class ImageLoader: Sendable {
    let memory: ImageMemory
    let decoders: any ImageDecoding
    let desktopThumbnails: DesktopThumbnails
    private let store: ThumbnailStore
    let access: ImageAccess
    private let failures = FailureMemory()
    /// Reading a stored tile takes well under a millisecond, and a decode of it about one.
    private let storeGate = PriorityGate { $0 >= .visible ? 4 * cores : cores }
    /// A few more than there are decoders, so that none waits; the pool orders them by urgency again.
    let fileGate = PriorityGate {
        switch $0 {
        case .background, .prefetch: cores + 1
        case .visible: 4 * cores
        case .immediate: 8 * cores
        }
    }
    /// Opening a file may wait for a disk, or for a network that is away.
    private let opening = BlockingQueue(label: "albumen.images.open", concurrent: true)

    init(
        memory: ImageMemory, store: ThumbnailStore, decoders: any ImageDecoding,
        desktopThumbnails: DesktopThumbnails, access: @escaping ImageAccess
    ) {
        self.memory = memory
        self.store = store
        self.decoders = decoders
        self.desktopThumbnails = desktopThumbnails
        self.access = access
    }

    /// Spreads a running load's new priority.
    func reprioritize(_ load: ImageLoad) {
        load.spreadPriority { priority in
            storeGate.reprioritize(load.ticket, to: priority)
            fileGate.reprioritize(load.ticket, to: priority)
            decoders.reprioritize(load.ticket, to: priority.decoding)
        }
    }

    /// The final picture. `isSlow` is called, once at most, where the file has to be decoded for it.
    func load(
        _ question: ImageQuestion, _ load: ImageLoad, isSlow: @escaping @Sendable () -> Void
    ) async throws -> PixelBuffer {
        try await access(question.asset)
        // Another load may have ended between the caller's look and this.
        if let image = memory.image(for: question), !image.isDegraded { return image.pixels }
        if let tile = question.key.tile {
            if let pixels = try await storedTile(question, tile, load) { return pixels }
            isSlow()
            let made = try await makeTile(question, tile, load)
            if let slot = question.key.slot { memory.insert(made, in: slot, answers: question.needed) }
            return made
        }
        // A part has no preview: what is shown of the whole meanwhile is the better one.
        if question.key.crop == nil { isSlow() }
        let pixels = try await withFile(of: question, load) { file in
            try await self.decoders.image(
                file, question.decode, priority: load.priority.decoding, ticket: load.ticket)
        }
        if let slot = question.key.slot { memory.insert(pixels, in: slot, answers: question.needed) }
        return pixels
    }

    // MARK: Tiles

    /// A stored tile, decoded. The JPEG is our own, written by our encoder: it is decoded in this process, by
    /// the same code that the decoder process has. It takes a millisecond of computing and no waiting, so it
    /// runs on the cooperative pool, which has a thread a core: bounded with no more ado.
    private func storedTile(
        _ question: ImageQuestion, _ tile: TileClass, _ load: ImageLoad
    ) async throws -> PixelBuffer? {
        try await storeGate.pass(load) {
            let key = ThumbnailKey(identity: question.asset.localIdentifier, stamp: question.asset.stamp)
            guard let stored = await store.thumbnail(for: key, atLeast: tile.stored) else { return nil }
            try Task.checkCancellation()
            // Damaged bytes are as good as none: the tile is made and stored anew.
            guard let pixels = try? decode(stored.jpeg, tile, question) else { return nil }
            let slot = PictureSlot(asset: question.key.asset, tile: tile)
            memory.insert(pixels, in: slot, answers: question.needed)
            return pixels
        }
    }

    /// Whatever tile is stored, for showing meanwhile.
    func storedPreview(_ question: ImageQuestion, _ load: ImageLoad) async throws -> PixelBuffer? {
        try await storeGate.pass(load) {
            let key = ThumbnailKey(identity: question.asset.localIdentifier, stamp: question.asset.stamp)
            guard let stored = await store.largestThumbnail(for: key) else { return nil }
            try Task.checkCancellation()
            let tile: TileClass = stored.size == .large ? .large : .small
            guard let pixels = try? decode(stored.jpeg, tile, question) else { return nil }
            memory.insert(
                pixels, in: PictureSlot(asset: question.key.asset, tile: tile), answers: pixels.size)
            return pixels
        }
    }

    private func decode(
        _ jpeg: [UInt8], _ tile: TileClass, _ question: ImageQuestion
    ) throws(DecodeFailure) -> PixelBuffer {
        try JPEGDecoder.decode(trusted: jpeg, request: tile.request(of: question.asset.pixelSize))
    }

    /// Makes a tile from the file, and stores it.
    private func makeTile(
        _ question: ImageQuestion, _ tile: TileClass, _ load: ImageLoad
    ) async throws -> PixelBuffer {
        let size = tile.stored
        let request = size.request(of: question.asset.pixelSize)
        return try await withFile(of: question, load) { file in
            let inspection = try await self.decoders.inspect(
                file, thumbnail: request, priority: load.priority.decoding, ticket: load.ticket)
            guard let made = inspection.thumbnail else {
                throw inspection.failure ?? .unsupported(inspection.facts?.format ?? .unknown)
            }
            // The state that was decoded, which may be newer than the catalog's.
            let key = ThumbnailKey(identity: question.asset.localIdentifier, stamp: file.stamp)
            await self.store.store(made.jpeg, for: key, size: size)
            // As the stored one will look: of the size of this class, and on white where it is transparent.
            if tile.rawValue < size.edge || made.pixels.layout != .rgb8 {
                return try self.decode(made.jpeg, tile, question)
            }
            return made.pixels
        }
    }

    // MARK: Files

    /// Opens the file and decodes it in `body`. Throws `LibraryError` or `CancellationError`.
    private func withFile<T: Sendable>(
        of question: ImageQuestion, _ load: ImageLoad,
        _ body: @escaping @Sendable (OpenFile) async throws -> T
    ) async throws -> T {
        let asset = question.asset
        let isTile = question.key.tile != nil
        if let failure = failures.failure(of: question.key.asset, isTile: isTile) {
            throw LibraryError.decoding(failure, asset.path)
        }
        return try await fileGate.pass(load) {
            let file = try await open(asset.path)
            let state = AssetKey(
                rowID: asset.rowID, stamp: file.stamp, version: question.key.asset.version)
            if let failure = failures.failure(of: state, isTile: isTile) {
                throw LibraryError.decoding(failure, asset.path)
            }
            do {
                return try await body(file)
            } catch let failure as DecodeFailure {
                failures.remember(failure, of: state, isTile: isTile)
                throw failure.libraryError(asset.path)
            }
        }
    }

    func open(_ path: FilePath) async throws -> OpenFile {
        let result = await opening.run {
            Result { () throws(FileError) -> OpenFile in try OpenFile(path: path) }
        }
        try Task.checkCancellation()
        do { return try result.get() } catch { throw LibraryError.file(error) }
    }

    /// The first of these that there is.
    func openFirst(of paths: [FilePath]) async -> OpenFile? {
        await opening.run { paths.lazy.compactMap { try? OpenFile(path: $0) }.first }
    }
}

extension DecodeFailure {
    /// What callers of the library are told.
    func libraryError(_ path: FilePath) -> any Error {
        switch self {
        case .cancelled: CancellationError()
        case .file(let error): LibraryError.file(error)
        default: LibraryError.decoding(self, path)
        }
    }
}

private let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
