// SPDX-License-Identifier: GPL-3.0-or-later
// Standard output for answers, standard error for remarks. Names that hold control characters never reach a
// terminal as such.

import Glibc

enum Console {
    /// A line of the answer. Written at once, so that a reader at the other end of a pipe sees it.
    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// A remark to the person.
    static func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// An error, in the customary form.
    static func fail(_ message: String) { note("albumenctl: " + message) }

    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

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

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno != EINTR {
                return
            }
        }
    }
}
