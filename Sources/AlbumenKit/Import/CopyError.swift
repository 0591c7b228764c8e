// SPDX-License-Identifier: GPL-3.0-or-later
// Why a file could not be copied into the library. Closed; each case names the file and the check.

import Glibc
import Metadata

enum CopyError: Error, Sendable {
    /// The file system of this folder is full, or the person's quota is.
    case noSpace(folder: FilePath)
    /// The source could not be read to its end.
    case source(FilePath, errno: Int32)
    /// Size or time of the source changed while it was being read: what was copied may be neither version.
    case changedWhileCopied(FilePath)
    /// The library's folder could not be made or written.
    case destination(FilePath, errno: Int32)
    /// Nobody wants the copy any more.
    case cancelled

    /// The error of a call that wrote to `folder`.
    static func writing(_ folder: FilePath, errno code: Int32) -> CopyError {
        code == ENOSPC || code == EDQUOT ? .noSpace(folder: folder) : .destination(folder, errno: code)
    }

    /// Whether every other copy would meet it too, until somebody does something about the library's disk.
    var isOfDisk: Bool {
        switch self {
        case .noSpace: true
        case .destination(_, let code): [EROFS, EIO, ENODEV, ENXIO].contains(code)
        case .source, .changedWhileCopied, .cancelled: false
        }
    }

    var message: String {
        switch self {
        case .noSpace(let folder): "There is no room left in “\(folder)”"
        case .source(_, let code): "It could not be read to its end: \(String(cString: strerror(code)))"
        case .changedWhileCopied: "It was changed while it was being copied; nothing was taken over"
        case .cancelled: "It was cancelled"
        case .destination(let path, let code):
            "“\(path)” cannot be written: \(String(cString: strerror(code)))"
        }
    }
}
