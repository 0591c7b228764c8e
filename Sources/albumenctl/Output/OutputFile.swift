// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a command writes where the person says.

import AlbumenKit
import Glibc

enum OutputFile {
    /// Writes a whole file, over what was there: the person named it.
    static func write(_ bytes: [UInt8], at path: FilePath) throws {
        let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        try write(bytes, to: file, path: path)
    }

    static func write(_ bytes: [UInt8], to file: Int32, path: FilePath) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(path) }
            rest = rest.dropFirst(written)
        }
    }

    private static func failure(_ path: FilePath) -> LibraryError {
        errno == ENOSPC
            ? .noSpace(path) : .notAllowed("“\(path)” cannot be written: \(String(cString: strerror(errno)))")
    }
}
