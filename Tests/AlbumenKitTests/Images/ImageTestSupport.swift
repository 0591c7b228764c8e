// SPDX-License-Identifier: GPL-3.0-or-later
// A decoder that does as told: counts what it is asked, holds answers back until they are let go, fails on
// demand.

import Foundation
import Metadata
import Synchronization
import Testing

@testable import AlbumenKit
@testable import Imaging

/// Flat pictures instead of decoded ones. The colour is the number of the decode.
final class ScriptedDecoder: ImageDecoding {
    struct Call: Sendable {
        let path: FilePath
        let isTile: Bool
        let priority: DecodePriority
        let ticket: DecodeTicket
        var crop: UnitRect? = nil
    }

    private struct State {
        var calls: [Call] = []
        var changes: [(ticket: DecodeTicket, priority: DecodePriority)] = []
        var isHeld = false
        var held: [DecodeTicket: @Sendable (Bool) -> Void] = [:]
        var cancelled = 0
        var failure: DecodeFailure?
        var embedded: PixelSize?
        var desktop: (source: DecodeSource, size: PixelSize)?
        var previewCalls = 0
    }

    private let state = Mutex(State())
    /// As shown, of every file.
    let shape = PixelSize(width: 6000, height: 4000)

    var calls: [Call] { state.withLock { $0.calls } }
    var cancelledCount: Int { state.withLock { $0.cancelled } }
    var heldCount: Int { state.withLock { $0.held.count } }
    /// New priorities of running requests.
    var changes: [(ticket: DecodeTicket, priority: DecodePriority)] { state.withLock { $0.changes } }
    var previewCalls: Int { state.withLock { $0.previewCalls } }

    /// From now on files have a small picture of this size in them.
    func embed(_ size: PixelSize?) { state.withLock { $0.embedded = size } }

    /// From now on the desktop's thumbnail is of this file, and of this size.
    func expectDesktopThumbnail(_ source: DecodeSource, _ size: PixelSize) {
        state.withLock { $0.desktop = (source, size) }
    }

    /// From now on every decode fails with this; nil to succeed again.
    func fail(with failure: DecodeFailure?) { state.withLock { $0.failure = failure } }

    /// From now on decodes wait for `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Lets go of those that wait, and of all to come.
    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for resume in held { resume(true) }
    }

    func inspect(
        _ file: OpenFile, thumbnail: DecodeRequest?, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> Inspection {
        let number = try await answer(Call(path: file.path, isTile: true, priority: priority, ticket: ticket))
        let pixels = Self.picture(
            of: (thumbnail ?? DecodeRequest(target: nil)).outputSize(of: shape), grey: number)
        return Inspection(
            facts: FileFacts(format: .jpeg),
            thumbnail: InspectedThumbnail(pixels: pixels, jpeg: try JPEGEncoder.encode(pixels)))
    }

    func image(
        _ file: OpenFile, _ request: DecodeRequest, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> PixelBuffer {
        if request.source != .picture { return try preview(request) }
        let number = try await answer(
            Call(
                path: file.path, isTile: false, priority: priority, ticket: ticket, crop: request.crop))
        return Self.picture(of: request.outputSize(of: shape), grey: number)
    }

    /// Small pictures are never held back.
    private func preview(_ request: DecodeRequest) throws(DecodeFailure) -> PixelBuffer {
        let size = state.withLock { state -> PixelSize? in
            state.previewCalls += 1
            if request.source == .embedded { return state.embedded }
            return state.desktop?.source == request.source ? state.desktop?.size : nil
        }
        guard let size else { throw .unsupported(.jpeg) }
        return Self.picture(of: request.outputSize(of: size), grey: 1)
    }

    /// Two frames, shown for a tenth of a second each.
    func animation(
        _ file: OpenFile, _ request: AnimationRequest, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> AnimationFrames {
        let number = try await answer(
            Call(path: file.path, isTile: false, priority: priority, ticket: ticket))
        let size = request.target.map { shape.fitted(in: $0) } ?? shape
        let frames = [number, number + 1].map {
            AnimationFrames.Frame(
                pixels: Self.picture(of: size, grey: $0), delay: .milliseconds(100))
        }
        return AnimationFrames(frames: frames, loopCount: 0, isComplete: true)
    }

    func reprioritize(_ ticket: DecodeTicket, to priority: DecodePriority) {
        state.withLock { $0.changes.append((ticket, priority)) }
    }

    /// Waits if told to; the number of the call.
    private func answer(_ call: Call) async throws(DecodeFailure) -> UInt8 {
        let number = state.withLock { state in
            state.calls.append(call)
            return UInt8(truncatingIfNeeded: state.calls.count * 16)
        }
        let isReleased = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    guard state.isHeld else { return false }
                    state.held[call.ticket] = { continuation.resume(returning: $0) }
                    return true
                }
                if !isHeld { continuation.resume(returning: true) }
                if Task.isCancelled { cancel(call.ticket) }
            }
        } onCancel: {
            cancel(call.ticket)
        }
        if !isReleased { throw .cancelled }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return number
    }

    private func cancel(_ ticket: DecodeTicket) {
        let resume = state.withLock { state in
            let resume = state.held.removeValue(forKey: ticket)
            if resume != nil { state.cancelled += 1 }
            return resume
        }
        resume?(false)
    }

    static func picture(of size: PixelSize, grey: UInt8) -> PixelBuffer {
        PixelBuffer(size: size, layout: .rgb8) { bytes, _ in
            memset(bytes.baseAddress!, Int32(grey), bytes.count)
        }
    }
}

/// A manager over a scripted decoder and a store in a folder that goes with the test.
final class ImageFixture: Sendable {
    let folder: URL
    let decoder = ScriptedDecoder()
    let store: ThumbnailStore
    let desktopThumbnails: DesktopThumbnails
    let manager: ImageManager

    init(limits: ImageMemoryLimits = ImageMemoryLimits()) throws {
        folder = try TestLibrary.makeFolder()
        var configuration = ThumbnailStore.Configuration()
        // Nothing is written after the folder has gone.
        configuration.batchDelay = .seconds(600)
        store = ThumbnailStore(
            directory: FilePath(folder.path).appending("cache"), configuration: configuration)
        desktopThumbnails = DesktopThumbnails(directory: FilePath(folder.path).appending("thumbnails"))
        manager = ImageManager(
            store: store, decoders: decoder, limits: limits, desktopThumbnails: desktopThumbnails)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Another start of the program: the same store, nothing in memory.
    func restarted() -> ImageManager { manager(over: decoder) }

    func manager(over decoder: any ImageDecoding) -> ImageManager {
        ImageManager(store: store, decoders: decoder, desktopThumbnails: desktopThumbnails)
    }

    /// A file of a few bytes, which the scripted decoder takes for a picture, and its asset.
    func asset(_ row: Int64 = 1, mediaType: MediaType = .image) throws -> Asset {
        let url = folder.appendingPathComponent("\(row).jpg")
        try Data("picture \(row)".utf8).write(to: url)
        return try asset(row, at: FilePath(url.path), mediaType: mediaType)
    }

    func asset(
        _ row: Int64, at path: FilePath, mediaType: MediaType = .image, size: PixelSize? = nil
    ) throws -> Asset {
        Asset(
            rowID: row, localIdentifier: "asset-\(row)", mediaType: mediaType, mediaSubtypes: [],
            pixelSize: size ?? decoder.shape, orientation: 1, captureTime: nil, addedDate: .distantPast,
            modificationDate: .distantPast, duration: 0, location: nil, isFavorite: false,
            isHidden: false, trashedDate: nil, rating: 0, title: nil, caption: nil, burstIdentifier: nil,
            burstSelectionTypes: [], representsBurst: false, playbackVariation: .none,
            adjustmentFormatIdentifier: nil, motionVideo: nil,
            format: mediaType == .video ? .mp4 : .jpeg, path: path, stamp: try OpenFile(path: path).stamp,
            state: .ok)
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

extension PixelSize {
    static let tile = PixelSize(width: 200, height: 200)
    static let largeTile = PixelSize(width: 400, height: 400)
    static let screen = PixelSize(width: 1920, height: 1080)
}
