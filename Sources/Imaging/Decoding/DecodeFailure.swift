// SPDX-License-Identifier: GPL-3.0-or-later
// Why a picture could not be had. Closed, and stored with the asset that is broken by it.

import Glibc
import Metadata

/// How a decoder process ended.
public enum WorkerEnd: Sendable, Codable, Hashable {
    case signal(Int32)
    case exit(Int32)
    /// It never began, for this `errno`.
    case notStarted(Int32)
    /// What it answered was not an answer.
    case nonsense

    /// Whether somebody else ended it, the person or a system short of memory: it says nothing of the file.
    public var isFromOutside: Bool {
        guard case .signal(let number) = self else { return false }
        return [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(number)
    }
}

/// Why a file gave no picture. The caller, who knows the file, names it beside this.
public enum DecodeFailure: Error, Sendable, Codable, Hashable {
    /// No decoder here reads this format, or this flavour of it.
    case unsupported(FileFormat)
    /// The decoder's own words.
    case corrupt(String)
    /// Declares more pixels than the limits allow.
    case tooLarge(PixelSize)
    case workerDied(WorkerEnd)
    case timedOut(seconds: Double)
    case outOfMemory
    case file(FileError)
    case cancelled

    /// Damage in a C library's words.
    static func corrupt(libraryMessage message: UnsafePointer<CChar>?) -> DecodeFailure {
        .corrupt(message.map(words) ?? "unknown error")
    }

    /// A C library's words, which end in newlines and full stops of their own.
    static func words(_ message: UnsafePointer<CChar>?) -> String {
        var text = message.map { String(cString: $0) } ?? ""
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        return text
    }
}

extension DecodeFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupported(.unknown): "The content is of no known photo or video format."
        case .unsupported(let format): "No decoder reads this kind of \(format.mimeType)."
        case .corrupt(let reason): "The file is damaged: \(reason)."
        case .tooLarge(let size): "The picture declares \(size) pixels, more than Albumen decodes."
        case .workerDied(.signal(let number)):
            "The decoder ended on this file (\(String(cString: strsignal(number))))."
        case .workerDied(.exit(let status)): "The decoder ended on this file (exit status \(status))."
        case .workerDied(.notStarted(let code)):
            "The decoder could not be started: \(String(cString: strerror(code)))."
        case .workerDied(.nonsense): "The decoder's answer about this file made no sense."
        case .timedOut(let seconds): "Decoding took longer than \(Int(seconds)) seconds."
        case .outOfMemory: "There was not enough memory for the picture."
        case .file(let error): error.description
        case .cancelled: "The request was cancelled."
        }
    }
}
