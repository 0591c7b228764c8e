// SPDX-License-Identifier: GPL-3.0-or-later
// How far an import has come, and why it rests where it does.

import Glibc
import Metadata

/// A moment of an import. Counts are of all that gets a verdict: files, and what was found that is none.
public struct ImportProgress: Sendable, Equatable {
    public enum State: Sendable, Equatable {
        case running
        /// Until `ImportSession.resume()`.
        case paused(ImportPause)
        /// Everything has its verdict.
        case finished
        /// Somebody cancelled it, or it ended where it found no room, or by an error. `left` tells what is left.
        case stopped
    }

    public var state = State.running
    /// Found so far, by this and earlier runs of the import; grows until `isListingComplete`.
    public var found = 0
    /// With a verdict that is on disk.
    public var done = 0
    public var isListingComplete = false
    /// Bytes of the files found.
    public var foundBytes: Int64 = 0
    /// Bytes of the files that have a verdict.
    public var settledBytes: Int64 = 0
    /// Bytes copied of files that have none yet, by their item.
    var underWay: [Int64: Int64] = [:]
    /// Verdicts so far.
    public var counts: [ImportVerdict: Int] = [:]
    /// Over the last seconds, where there is anything to tell.
    public var filesPerSecond: Double?
    public var bytesPerSecond: Double?
    /// Nil while the files are still being found, and where the rate is not known yet.
    public var timeLeft: Duration?

    /// Bytes settled or copied.
    public var doneBytes: Int64 { settledBytes + underWay.values.reduce(0, +) }
    /// Found and without a verdict.
    public var left: Int { found - done }

    public init() {}
}

/// Why an import rests. What it has done stays done.
public enum ImportPause: Sendable, Equatable {
    /// `ImportSession.pause()`.
    case byPerson
    /// The file system of this folder is full: found before the first copy, with the bytes that are missing for all of them,
    /// or by this file.
    case noSpace(folder: FilePath, file: FilePath?, missingBytes: Int64?)
    /// The disk of the copies lets nobody write to this path: it is read-only, or broken.
    case cannotWrite(FilePath, errno: Int32)

    /// In words.
    public var message: String {
        switch self {
        case .byPerson: "It was paused"
        case .noSpace(let folder, _, let missing?):
            "There is not enough room in “\(folder)”: \(missing) bytes more are needed"
        case .noSpace(let folder, let file?, nil):
            "There is no room left in “\(folder)” for “\(file.lastComponent)”"
        case .noSpace(let folder, nil, nil): "There is no room left in “\(folder)”"
        case .cannotWrite(let path, let code):
            "“\(path)” cannot be written: \(String(cString: strerror(code)))"
        }
    }
}
