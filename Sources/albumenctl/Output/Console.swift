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
        let code = withoutStatus { write(line + "\n", to: STDOUT_FILENO) }
        if code == 0 { return }
        // Nobody reads any more, such as after `| head`: there is nothing left to do, and nobody to tell.
        if code == EPIPE { exit(ExitStatus.someFailed.rawValue) }
        failure.store(true, ordering: .relaxed)
        fail("standard output cannot be written: \(String(cString: strerror(code)))")
    }

    /// A remark to the person. Where it cannot be written there is nobody to tell.
    static func note(_ line: String) { withoutStatus { _ = write(line + "\n", to: STDERR_FILENO) } }

    // MARK: Status

    /// The last line of the terminal, below the answer. Empty where there is none.
    private static let statusLine = Mutex("")
    /// Back to the start of the line, and nothing in it (ECMA-48, EL).
    private static let eraseLine = "\r\u{1B}[K"

    /// Whether somebody watches.
    static var hasTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Shows what is going on in one line that is drawn over again, shortened to the terminal's width; an empty one takes it
    /// away. Only for a terminal.
    static func status(_ line: String) {
        guard hasTerminal else { return }
        statusLine.withLock { status in
            status = String(line.prefix(max(1, width - 1)))
            _ = write(eraseLine + status, to: STDERR_FILENO)
        }
    }

    private static var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    private static func withoutStatus<T>(_ body: () -> T) -> T {
        statusLine.withLock { status in
            if status.isEmpty { return body() }
            _ = write(eraseLine, to: STDERR_FILENO)
            defer { _ = write(status, to: STDERR_FILENO) }
            return body()
        }
    }

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
