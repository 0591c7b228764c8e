// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one file, once: opens it, lets a decoder process look at it, and says what it is. Scan and import share it.

import Glibc
import Imaging
import Metadata

/// What reading a file gave.
enum Reading: Sendable {
    /// A photo or video.
    case media(OpenFile, FileFacts, InspectedThumbnail?)
    /// Meant to be one by its name or its first bytes, and cannot be shown. No facts where not even its kind could
    /// be told.
    case broken(OpenFile?, FileFacts?, Fault, reason: String)
    /// Neither by its name nor by its content.
    case notMedia(reason: String)
    /// It went between listing and opening.
    case gone
    /// Not this file's fault: no decoder could be started. Nothing is known about the file.
    case noDecoder(reason: String)

    enum Fault: Sendable {
        case corrupt
        /// No decoder reads this format.
        case unsupported
        case unreadable
    }
}

struct MediaReader: Sendable {
    let decoders: DecoderPool
    /// Opening waits for disks: several at once.
    let queue: BlockingQueue

    /// Reads `path`, with a tile of `thumbnail` where one is asked for. To ask for one proves that it decodes.
    func read(_ path: FilePath, thumbnail: DecodeRequest?) async throws(CancellationError) -> Reading {
        switch await open(path) {
        case .file(let file): try await inspect(file, thumbnail: thumbnail)
        case .settled(let reading): reading
        }
    }

    /// A file that may be a photo or video, or what is already certain about it.
    enum Opened: Sendable {
        case file(OpenFile)
        case settled(Reading)
    }

    func open(_ path: FilePath) async -> Opened {
        let promise = MediaName(path.lastComponent.bytes)
        let opened = await queue.run { () -> Result<(OpenFile, FileFormat?), FileError> in
            do throws(FileError) {
                let file = try OpenFile(path: path)
                return .success((file, promise == .media ? nil : Self.format(of: file)))
            } catch {
                return .failure(error)
            }
        }
        switch opened {
        case .success((_, .unknown?)):
            return .settled(.notMedia(reason: "Its content is of no photo or video format"))
        case .success((let file, _)): return .file(file)
        case .failure(let error): return .settled(Self.reading(of: error, promise))
        }
    }

    private static func reading(of error: FileError, _ promise: MediaName) -> Reading {
        switch error {
        case .notFound: .gone
        case .empty where promise == .media: .broken(nil, nil, .corrupt, reason: "It is empty: zero bytes")
        case .empty: .notMedia(reason: "It is empty: zero bytes")
        case .permissionDenied: .broken(nil, nil, .unreadable, reason: "Permission to read it is missing")
        case .notRegularFile: .notMedia(reason: "It is not a regular file")
        case .io(_, let code):
            .broken(
                nil, nil, .unreadable,
                reason: "The disk could not read it: \(String(cString: strerror(code)))")
        }
    }

    /// Lets a decoder look at an open file.
    func inspect(_ file: OpenFile, thumbnail: DecodeRequest?) async throws(CancellationError) -> Reading {
        let promise = MediaName(file.path.lastComponent.bytes)
        let inspection: Inspection
        do {
            inspection = try await decoders.inspect(file, thumbnail: thumbnail)
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .workerDied(.notStarted): return .noDecoder(reason: error.description)
            // The decoder died of this file, or was ended for taking too long.
            default: return .broken(file, nil, .corrupt, reason: error.description)
            }
        }
        guard var facts = inspection.facts else {
            let reason = inspection.failure?.description ?? "Its content is of no photo or video format"
            guard promise == .media else { return .notMedia(reason: reason) }
            return .broken(file, nil, .corrupt, reason: reason)
        }
        guard facts.mediaType == .image || facts.mediaType == .video else {
            return .notMedia(reason: "It holds sound and no picture")
        }
        if facts.captureTime == nil { facts.captureTime = Self.captureTime(ofFile: file) }
        // Videos have no tile here, which says nothing about them.
        guard facts.mediaType == .image, let failure = inspection.failure else {
            return .media(file, facts, inspection.thumbnail)
        }
        if case .unsupported = failure {
            return .broken(file, facts, .unsupported, reason: failure.description)
        }
        return .broken(file, facts, .corrupt, reason: failure.description)
    }

    /// The format by the first bytes, without a decoder. Nil where they cannot be read.
    private static func format(of file: OpenFile) -> FileFormat? {
        withUnsafeTemporaryAllocation(byteCount: FormatSniffer.headLength, alignment: 16) { buffer in
            let count = pread(file.descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return nil }
            return FormatSniffer.format(of: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }

    /// The capture time of a file where neither content nor name says one: when it was last changed, by the clock of
    /// this machine, whose offset at that time is kept with it.
    static func captureTime(ofFile file: OpenFile) -> CaptureTime {
        let nanoseconds = file.stamp.modificationTime
        let second = (Double(nanoseconds) / 1e9).rounded(.down)
        var instant = time_t(second)
        var local = tm()
        localtime_r(&instant, &local)
        return CaptureTime(
            wallSeconds: Int64(instant) + Int64(local.tm_gmtoff),
            milliseconds: Int((nanoseconds - Int64(instant) * 1_000_000_000) / 1_000_000),
            utcOffset: local.tm_gmtoff, source: .file)
    }
}
