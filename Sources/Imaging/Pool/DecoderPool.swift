// SPDX-License-Identifier: GPL-3.0-or-later
// The way to decode: requests in order of urgency, each to one of a few decoder processes. A process that
// dies or hangs costs the request it was at, and nothing else.

import Foundation
import Metadata
import Synchronization

/// Decoder processes and the requests that wait for them. Safe from any thread; callers wait without blocking
/// one.
public final class DecoderPool: Sendable {
    /// How a pool works.
    public struct Configuration: Sendable {
        /// Longer than somebody who leafs through films stays at one.
        public static let usualIdleTime = Duration.seconds(60)

        /// Processes at most; each is started when first needed.
        public var workerCount: Int
        /// The `albumen-decoder` to start; nil to look for it (`DecoderLocation`).
        public var executable: FilePath?
        /// For one request, from when a process begins it. Wall time: long enough for the largest picture
        /// allowed on a busy machine, because it is there to end a hang, not to judge speed.
        public var timeout: Duration
        /// How long a process for drawings or films is kept that has nothing to do.
        public var idleTime = Self.usualIdleTime
        /// Called once, from a thread of the pool, when the first process has said how it is shut in: for a remark to
        /// the person where it is not.
        public var onConfinement: (@Sendable (DecoderConfinement) -> Void)?

        public init(
            workerCount: Int = ProcessInfo.processInfo.activeProcessorCount, executable: FilePath? = nil,
            timeout: Duration = .seconds(60),
            onConfinement: (@Sendable (DecoderConfinement) -> Void)? = nil
        ) {
            self.workerCount = max(1, workerCount)
            self.executable = executable
            self.timeout = timeout
            self.onConfinement = onConfinement
        }
    }

    private let core: DecoderPoolCore

    public init(configuration: Configuration = Configuration()) {
        core = DecoderPoolCore(configuration: configuration)
    }

    deinit {
        core.shutdown()
    }

    /// Reads a file once: its facts and, with `thumbnail`, its tile. A broken file is an inspection with a
    /// failure; only what is not the file's doing (a dead process, a timeout, a cancelled task) throws.
    public func inspect(
        _ file: OpenFile, thumbnail: DecodeRequest? = nil, priority: DecodePriority = .background,
        ticket: DecodeTicket = DecodeTicket()
    ) async throws(DecodeFailure) -> Inspection {
        let question = DecoderQuestion(isInspection: true, picture: thumbnail)
        let (answer, memory) = try await core.ask(question, file, priority, ticket)
        defer { if memory >= 0 { close(memory) } }
        let facts = answer.facts?.bounded().completed(from: file.path)
        var tile: InspectedThumbnail?
        if let geometry = answer.pixels {
            guard let pixels = PixelBuffer(sealedMemory: memory, geometry: geometry),
                let jpeg = bytes(of: memory, at: geometry.byteCount, count: answer.jpegLength)
            else { throw .workerDied(.nonsense) }
            tile = InspectedThumbnail(pixels: pixels, jpeg: jpeg)
        }
        return Inspection(facts: facts, thumbnail: tile, failure: answer.failure, warning: answer.warning)
    }

    /// What a file beside a photo says of it; nil where it is no sidecar of the kind asked for.
    public func facts(
        ofSidecar file: OpenFile, _ sidecar: SidecarQuestion, priority: DecodePriority = .background
    ) async throws(DecodeFailure) -> FileFacts? {
        let question = DecoderQuestion(isInspection: false, sidecar: sidecar)
        let (answer, memory) = try await core.ask(question, file, priority, DecodeTicket())
        if memory >= 0 { close(memory) }
        return answer.facts?.bounded()
    }

    /// The picture of a file. Whatever keeps it from being had throws.
    public func image(
        _ file: OpenFile, _ request: DecodeRequest, priority: DecodePriority = .visible,
        ticket: DecodeTicket = DecodeTicket()
    ) async throws(DecodeFailure) -> PixelBuffer {
        let question = DecoderQuestion(isInspection: false, picture: request)
        let (answer, memory) = try await core.ask(question, file, priority, ticket)
        defer { if memory >= 0 { close(memory) } }
        if let failure = answer.failure { throw failure }
        guard let geometry = answer.pixels, let pixels = PixelBuffer(sealedMemory: memory, geometry: geometry)
        else { throw .workerDied(.nonsense) }
        return pixels
    }

    /// The frames of an animation (GIF, APNG, WebP, JPEG XL, sequences of AVIF and HEIF). Whatever keeps them from being had throws.
    public func animation(
        _ file: OpenFile, _ request: AnimationRequest, priority: DecodePriority = .immediate,
        ticket: DecodeTicket = DecodeTicket()
    ) async throws(DecodeFailure) -> AnimationFrames {
        let question = DecoderQuestion(isInspection: false, animation: request)
        let (answer, memory) = try await core.ask(question, file, priority, ticket)
        defer { if memory >= 0 { close(memory) } }
        if let failure = answer.failure { throw failure }
        guard let animation = answer.animation,
            let frames = AnimationFrames(animation, sealedMemory: memory)
        else { throw .workerDied(.nonsense) }
        return frames
    }

    /// Makes a waiting request more urgent, or less; nothing happens to one that runs or is done.
    public func reprioritize(_ ticket: DecodeTicket, to priority: DecodePriority) {
        core.reprioritize(ticket, to: priority)
    }

    /// Starts the first process, where there is none, so that the first picture does not wait for it. How it is shut
    /// in; throws where it does not start.
    @discardableResult
    public func prepare() async throws(DecodeFailure) -> DecoderConfinement { try await core.prepare() }

    /// How the decoder processes are shut in; nil until the first has started.
    public var confinement: DecoderConfinement? { core.confinement }

    /// Requests that wait, for tests and diagnostics.
    public var waitingCount: Int { core.waitingCount }

    /// Requests that a worker is at.
    var runningCount: Int { core.runningCount }

    /// The decoder processes that live.
    var processes: [pid_t] { core.processes }

    /// Ends the processes. What waits throws `cancelled`; what runs is ended with its process.
    public func shutdown() {
        core.shutdown()
    }

    /// The JPEG behind the pixels, or nil when the memory file has no such bytes.
    private func bytes(of memory: Int32, at offset: Int, count: Int) -> [UInt8]? {
        guard count >= 0, count <= Self.longestJPEG else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(memory, buffer.baseAddress, count, off_t(offset)))
        }
        return bytes.count == count ? bytes : nil
    }

    /// Bytes; a tile has some tens of thousands.
    private static let longestJPEG = 256 << 20
}
