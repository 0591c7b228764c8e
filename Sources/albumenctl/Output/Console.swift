// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output for answers, standard error for remarks. An answer that cannot be written is told, once, and counts
// as a failure. Names that hold control characters never reach a terminal as such.

import Glibc
import Synchronization

enum Console {
    /// Whether part of the answer could not be written.
    static var outputFailed: Bool { failure.load(ordering: .relaxed) }
    private static let failure = Atomic(false)

    /// A line of the answer. Written at once, so that a reader at the other end of a pipe sees it.
    static func print(_ line: String) {
        if outputFailed { return }
        let code = write(line + "\n", to: STDOUT_FILENO)
        if code == 0 { return }
        // Nobody reads any more, such as after `| head`: there is nothing left to do, and nobody to tell.
        if code == EPIPE { exit(ExitStatus.someFailed.rawValue) }
        failure.store(true, ordering: .relaxed)
        fail("standard output cannot be written: \(String(cString: strerror(code)))")
    }

    /// A remark to the person. Where it cannot be written there is nobody to tell.
    static func note(_ line: String) { _ = write(line + "\n", to: STDERR_FILENO) }

    /// An error, in the customary form.
    static func fail(_ message: String) { note("albumenctl: " + message) }

    /// Text as a terminal may show it: control characters as escapes, so that a name cannot move the cursor or
    /// break a line.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { scalar in
            isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The `errno` of a failure; 0 for none.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
