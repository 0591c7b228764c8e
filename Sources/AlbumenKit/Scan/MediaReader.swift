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
    /// Not this file's fault: this process had no memory or no descriptor left. Nothing is known about the file.
    case noResources(reason: String)

    /// Whether it says nothing about the file that has to be so the next time.
    var mayPass: Bool {
        switch self {
        case .broken(_, _, .unreadable, _), .gone, .noDecoder, .noResources: true
        case .broken, .media, .notMedia: false
        }
    }

    enum Fault: Sendable {
        case corrupt
        /// No decoder reads this format.
        case unsupported
        /// The disk, or permissions, kept it from being read: a later reading may do better.
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

    static func reading(of error: FileError, _ promise: MediaName) -> Reading {
        switch error {
        case .notFound: .gone
        case .empty where promise == .media: .broken(nil, nil, .corrupt, reason: "It is empty: zero bytes")
        case .empty: .notMedia(reason: "It is empty: zero bytes")
        case .permissionDenied: .broken(nil, nil, .unreadable, reason: "Permission to read it is missing")
        case .notRegularFile: .notMedia(reason: "It is not a regular file")
        case .io(_, let code) where shortages.contains(code):
            .noResources(reason: String(cString: strerror(code)))
        case .io(_, let code):
            .broken(
                nil, nil, .unreadable,
                reason: "The disk could not read it: \(String(cString: strerror(code)))")
        }
    }

    /// Errors that speak of this system's state and not of the file.
    private static let shortages: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN, EINTR]

    /// What a decoder's failure says of a file whose facts it could not read, or whose picture.
    static func reading(
        of failure: DecodeFailure, _ file: OpenFile, _ facts: FileFacts?
    ) -> Reading {
        let fault: Reading.Fault
        switch failure {
        case .unsupported: fault = .unsupported
        // Another day there may be memory.
        case .outOfMemory: fault = .unreadable
        case .workerDied(let end) where end.isFromOutside: fault = .unreadable
        case .file(let error): return reading(of: error, file, facts)
        default: fault = .corrupt
        }
        return .broken(file, facts, fault, reason: failure.description)
    }

    private static func reading(of error: FileError, _ file: OpenFile, _ facts: FileFacts?) -> Reading {
        switch reading(of: error, .media) {
        case .broken(_, _, let fault, let reason): .broken(file, facts, fault, reason: reason)
        case let other: other
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
            // The decoder died of this file, or was ended for taking too long, or could not read it.
            default: return Self.reading(of: error, file, nil)
            }
        }
        guard var facts = inspection.facts else {
            let reason = inspection.failure?.description ?? "Its content is of no photo or video format"
            if let failure = inspection.failure {
                let reading = Self.reading(of: failure, file, nil)
                if reading.mayPass { return reading }
            }
            guard promise == .media else { return .notMedia(reason: reason) }
            return .broken(file, nil, .corrupt, reason: reason)
        }
        guard facts.mediaType == .image || facts.mediaType == .video else {
            return .notMedia(reason: "It holds sound and no picture")
        }
        facts = try await completed(facts, file)
        // Videos have no tile here, which says nothing about them.
        guard facts.mediaType == .image, let failure = inspection.failure else {
            return .media(file, facts, inspection.thumbnail)
        }
        return Self.reading(of: failure, file, facts)
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
    /// this machine, whose offset at that time is kept with it. Where the name says another day, that day's noon.
    static func captureTime(ofFile file: OpenFile) -> CaptureTime {
        var time = modificationTime(of: file)
        guard let day = TimeParser.day(fileName: file.path) else { return time }
        guard CivilDate.days(seconds: time.wallSeconds) != day else {
            time.source = .fileName
            return time
        }
        return CaptureTime(
            wallSeconds: day * CivilDate.secondsPerDay + CivilDate.secondsPerDay / 2, source: .fileName)
    }

    private static func modificationTime(of file: OpenFile) -> CaptureTime {
        let nanoseconds = file.stamp.modificationTime
        let second = Int64((Double(nanoseconds) / 1e9).rounded(.down))
        let offset = Clock.localOffset(at: second)
        return CaptureTime(
            wallSeconds: second + Int64(offset),
            milliseconds: Int((nanoseconds - second * 1_000_000_000) / 1_000_000),
            utcOffset: offset, source: .file)
    }
}
