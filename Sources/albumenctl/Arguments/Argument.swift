// SPDX-License-Identifier: GPL-3.0-or-later
// What the shell passed, as bytes: a path need not be text.

import AlbumenKit

/// One word of the command line.
struct Argument: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The words after the program's name.
    static func ofProcess() -> [Argument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { Argument(bytes: FilePath(cString: $0).bytes) }
        }
    }

    /// With U+FFFD where the bytes are not UTF-8.
    var display: String { String(decoding: bytes, as: UTF8.self) }

    /// The word as a path, relative ones from the working folder. Throws where it is empty: a script's variable that was
    /// never set must not mean the working folder.
    func path(for what: String, relativeTo folder: FilePath) throws(UsageError) -> FilePath {
        if bytes.isEmpty { throw UsageError("\(what) is empty") }
        return bytes.first == UInt8(ascii: "/") ? FilePath(bytes: bytes) : folder.appending(bytes)
    }

    /// The word as text. Throws where it is not UTF-8.
    func text(for what: String) throws(UsageError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("\(what) is not valid UTF-8: \(display)")
        }
        return text
    }

    /// The word as a whole number of at least `minimum`.
    func number(for what: String, atLeast minimum: Int) throws(UsageError) -> Int {
        guard let number = Int(display), number >= minimum else {
            throw UsageError("\(what) takes a whole number of at least \(minimum), not “\(display)”")
        }
        return number
    }
}

/// The person asked for something that does not exist; the message says what. Exit status 2.
struct UsageError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
