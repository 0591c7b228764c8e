// SPDX-License-Identifier: GPL-3.0-or-later
// Why a file could not be opened as a photo or video. Closed: every case names its file.

import Glibc

/// Why a file cannot be read, decided before a byte of it is parsed.
public enum FileError: Error, Sendable, Codable, Hashable {
    case notFound(FilePath)
    case permissionDenied(FilePath)
    /// A pipe, a socket, a device or a directory, whatever its name says.
    case notRegularFile(FilePath)
    /// Zero bytes.
    case empty(FilePath)
    /// Any other failure of the system, with its `errno`.
    case io(FilePath, errno: Int32)

    /// The error of a system call that failed on `path`.
    init(path: FilePath, errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .notFound(path)
        case EACCES, EPERM: self = .permissionDenied(path)
        case ENXIO, ENODEV, EISDIR: self = .notRegularFile(path)
        default: self = .io(path, errno: code)
        }
    }

    /// The file in question.
    public var path: FilePath {
        switch self {
        case .notFound(let path), .permissionDenied(let path), .notRegularFile(let path), .empty(let path),
            .io(let path, _):
            path
        }
    }
}

extension FileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "“\(path)” does not exist."
        case .permissionDenied(let path): "“\(path)” may not be read."
        case .notRegularFile(let path): "“\(path)” is not a regular file."
        case .empty(let path): "“\(path)” is empty."
        case .io(let path, let code): "“\(path)” cannot be read: \(String(cString: strerror(code)))."
        }
    }
}
