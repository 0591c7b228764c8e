// SPDX-License-Identifier: GPL-3.0-or-later
// An open, regular, non-empty file. Whoever holds one knows that reading it cannot block on a pipe, and
// that its descriptor closes with it.

import Glibc

/// What tells one state of a file from another without reading it.
public struct FileStamp: Sendable, Hashable, Codable {
    public let device: UInt64
    public let inode: UInt64
    /// Bytes.
    public let size: Int64
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public let modificationTime: Int64
    /// Nanoseconds since 1970-01-01T00:00:00Z; moves when permissions, links or content do.
    public let changeTime: Int64

    public init(device: UInt64, inode: UInt64, size: Int64, modificationTime: Int64, changeTime: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modificationTime = modificationTime
        self.changeTime = changeTime
    }

    /// The stamp in a `stat` result.
    public init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modificationTime: Self.nanoseconds(status.st_mtim), changeTime: Self.nanoseconds(status.st_ctim))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// A file opened for reading, known to be regular and not empty.
///
/// Blocking (the open itself may wait for a disk): not for the main actor.
public final class OpenFile: Sendable {
    public let path: FilePath
    /// Read-only; closes when this object goes. Hand it to others only while holding the object.
    public let descriptor: Int32
    /// As of the open.
    public let stamp: FileStamp

    /// Bytes.
    public var size: Int64 { stamp.size }

    /// Opens `path`, following links.
    ///
    /// A pipe named x.jpg neither blocks the open (`O_NONBLOCK`) nor passes it.
    public init(path: FilePath) throws(FileError) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw FileError(path: path, errno: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notRegularFile(path)
        }
        guard status.st_size > 0 else {
            close(descriptor)
            throw .empty(path)
        }
        self.path = path
        self.descriptor = descriptor
        stamp = FileStamp(status)
    }

    deinit {
        close(descriptor)
    }
}
