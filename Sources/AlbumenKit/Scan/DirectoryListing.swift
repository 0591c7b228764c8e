// SPDX-License-Identifier: GPL-3.0-or-later
// What one folder holds. Names are bytes; nothing is opened but the folder, so no pipe and no device can block.

import Glibc
import Metadata

/// Tells one folder from another, whatever paths and links lead to it.
struct FolderIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
}

/// One name in a folder.
struct DirectoryEntry: Sendable {
    enum Kind: Sendable {
        case file
        case folder(FolderIdentity)
        /// A pipe, socket or device: `what` says which, for people.
        case special(what: String)
        /// A link that leads nowhere, or round in a circle.
        case deadLink
    }

    var name: [UInt8]
    var kind: Kind
    /// Whether the name is a symbolic link; `kind` and `stamp` then speak of what it leads to.
    var isLink: Bool
    var stamp: FileStamp

    /// Dot files and dot folders: the person, or a program, hid them.
    var isHidden: Bool { name.first == UInt8(ascii: ".") }
}

/// A folder that could not be listed: its path and the system's word for why.
struct ListingError: Error, Sendable {
    var path: FilePath
    var code: Int32

    var message: String {
        switch code {
        case ENOENT: "The folder does not exist"
        case EACCES, EPERM: "Permission to read the folder is missing"
        case ENOTDIR: "It is not a folder"
        case ELOOP: "Its links go round in a circle"
        case EIO: "The disk reports an error (EIO)"
        default: "The folder cannot be read: \(String(cString: strerror(code)))"
        }
    }
}

/// A folder's entries, in byte order of their names.
struct DirectoryListing: Sendable {
    var path: FilePath
    var identity: FolderIdentity
    var entries: [DirectoryEntry]

    /// Lists a folder. Blocking: never call it on the cooperative pool. Names that vanish meanwhile are left out.
    init(of path: FilePath) throws(ListingError) {
        let stream = try DirectoryStream(of: path)
        self.path = path
        identity = stream.identity
        entries = []
        while let part = try stream.next(Self.part) { entries += part }
        entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// Entries that are read at once.
    private static let part = 4_096
}

/// A folder's entries a part at a time, in the order in which the file system has them: however many there are, no more
/// than a part is in memory.
///
/// `@unchecked Sendable`: whoever made it calls it, one call after the other has returned.
final class DirectoryStream: @unchecked Sendable {
    let path: FilePath
    let identity: FolderIdentity
    private let stream: OpaquePointer

    /// Opens a folder. Blocking, as the rest is.
    init(of path: FilePath) throws(ListingError) {
        guard let stream = path.withCString({ opendir($0) }) else {
            throw ListingError(path: path, code: errno)
        }
        var status = stat()
        guard fstat(dirfd(stream), &status) == 0 else {
            let code = errno
            closedir(stream)
            throw ListingError(path: path, code: code)
        }
        self.path = path
        self.stream = stream
        identity = FolderIdentity(status)
    }

    deinit { closedir(stream) }

    /// The next entries, at most so many; nil at the end. Names that vanish meanwhile are left out.
    func next(_ count: Int) throws(ListingError) -> [DirectoryEntry]? {
        var entries: [DirectoryEntry] = []
        while entries.count < count {
            errno = 0
            guard let entry = readdir(stream) else {
                // What was read before an error is not the whole folder: to act on it would lose files.
                if errno != 0 { throw ListingError(path: path, code: errno) }
                return entries.isEmpty ? nil : entries
            }
            let name = entry.nameBytes
            if name == [0x2E] || name == [0x2E, 0x2E] { continue }
            if let found = DirectoryEntry(name: name, in: dirfd(stream)) { entries.append(found) }
        }
        return entries
    }
}

extension DirectoryEntry {
    /// Looks at a name in an open folder; nil where it is gone.
    init?(name: [UInt8], in folder: Int32) {
        var status = stat()
        let text = name.map { CChar(bitPattern: $0) } + [0]
        guard fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        var isDead = false
        if isLink, fstatat(folder, text, &status, 0) != 0 { isDead = true }
        self.init(
            name: name, kind: isDead ? .deadLink : Kind(status), isLink: isLink, stamp: FileStamp(status))
    }
}

extension DirectoryEntry.Kind {
    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder(FolderIdentity(status))
        case S_IFIFO: self = .special(what: "a named pipe")
        case S_IFSOCK: self = .special(what: "a socket")
        default: self = .special(what: "a device")
        }
    }
}

extension FileStamp {
    /// Of whatever is at `path` now, links not followed; nil where nothing is. Blocking.
    init?(at path: FilePath) {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Of what a path leads to now, as a scan sees it; nil where that is nothing. Blocking.
    init?(followingLinksAt path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the file was written to within this time. One said to be written in the future is not waited for.
    func isRestless(for time: Duration) -> Bool {
        let age = Clock.now() - modificationTime / 1_000_000
        return age >= 0 && .milliseconds(age) < time
    }

    /// Whether a file at the same path is as it was. The device's number is not compared: it may be another after each
    /// start of the system, and nobody's photos are to be read again for that.
    func isUnchanged(since other: FileStamp) -> Bool {
        inode == other.inode && size == other.size && modificationTime == other.modificationTime
            && changeTime == other.changeTime
    }
}

extension FolderIdentity {
    /// Of the folder at `path` now; nil where there is none. Blocking.
    init?(at path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        self.init(status)
    }

    init(_ status: stat) { self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) }
}

extension UnsafeMutablePointer<dirent> {
    /// The name without its terminating zero. `d_name` is longer than its declared 256 bytes on some file systems,
    /// so it is read in place rather than through the tuple that Swift sees.
    fileprivate var nameBytes: [UInt8] {
        let start = UnsafeRawPointer(self) + MemoryLayout<dirent>.offset(of: \.d_name)!
        let text = start.assumingMemoryBound(to: UInt8.self)
        return Array(
            UnsafeBufferPointer(start: text, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }
}
