// SPDX-License-Identifier: GPL-3.0-or-later
// A file being written under a hidden name, which gets its real name when all of it is on disk, and vanishes where it
// never does. It is locked while it is being written, so that one left by a crash can be told from one at work.

import CShims
import Glibc
import Metadata
import Synchronization

/// Blocking.
final class TemporaryFile: Sendable {
    private static let prefix = ".albumen-import-"
    /// The longest name that Linux file systems allow, in bytes.
    private static let longestName = 255
    /// How many taken names are passed before giving up.
    private static let mostClashes = 100_000
    /// Bytes that the kernel copies in one call.
    private static let longestPiece = 64 << 20

    private let folder: OriginalsFolder.Folder
    private let descriptor: Int32
    private let name: String
    private let isPublished = Mutex(false)

    /// Where it is until it is published.
    var path: FilePath { folder.path.appending(name) }

    init(in folder: OriginalsFolder.Folder) throws(CopyError) {
        self.folder = folder
        while true {
            let name = Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
            let file = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file < 0, errno == EEXIST { continue }
            guard file >= 0 else { throw .writing(folder.path, errno: errno) }
            var status = stat()
            // Between the two calls another import may have taken it for an abandoned one.
            // A file system that knows no locks (some network ones) has none to fear either.
            let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            if isLocked, fstat(file, &status) == 0, status.st_nlink > 0 {
                self.name = name
                descriptor = file
                return
            }
            close(file)
        }
    }

    deinit {
        if !isPublished.withLock({ $0 }) { unlinkat(folder.descriptor, name, 0) }
        close(descriptor)
    }

    /// Removes what imports that were killed have left.
    static func removeAbandoned(in folder: OriginalsFolder.Folder) {
        guard let listing = try? DirectoryListing(of: folder.path) else { return }
        for entry in listing.entries where entry.name.starts(with: prefix.utf8) {
            let name = String(decoding: entry.name, as: UTF8.self)
            let file = openat(folder.descriptor, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { continue }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder.descriptor, name, 0) }
            close(file)
        }
    }

    /// Copies all of `file`, its modification time too: sharing blocks where the file system can, else inside the
    /// kernel, else through memory. `goesOn` is asked between pieces, with the part that is copied, and at the end. Returns
    /// the content's hash where all bytes went through memory.
    @discardableResult
    func copy(
        from file: OpenFile, goesOn: (Double) -> Bool = { _ in true }
    ) throws(CopyError) -> ContentHash? {
        var hash: ContentHash?
        if albumen_reflink(descriptor, file.descriptor) != 0 { hash = try copyBytes(from: file, goesOn) }
        var now = stat()
        guard fstat(file.descriptor, &now) == 0 else { throw .source(file.path, errno: errno) }
        var copied = stat()
        guard fstat(descriptor, &copied) == 0 else { throw .writing(folder.path, errno: errno) }
        let after = FileStamp(now)
        guard after.size == file.stamp.size, after.modificationTime == file.stamp.modificationTime,
            Int64(copied.st_size) == file.size
        else { throw .changedWhileCopied(file.path) }
        let times = [now.st_atim, now.st_mtim]
        guard futimens(descriptor, times) == 0, fsync(descriptor) == 0 else {
            throw .writing(folder.path, errno: errno)
        }
        guard goesOn(1) else { throw .cancelled }
        return hash
    }

    /// Copies a part of `file`, or all of it, with its modification time.
    func copy(
        _ range: FileRange?, from file: OpenFile, goesOn: (Double) -> Bool
    ) throws(CopyError) {
        guard let range else {
            try copy(from: file, goesOn: goesOn)
            return
        }
        guard range.offset >= 0, range.length > 0, range.offset <= file.size - range.length else {
            throw .changedWhileCopied(file.path)
        }
        _ = try copyThroughMemory(
            from: file, start: range.offset, length: range.length, to: 0, goesOn)
        var now = stat()
        guard fstat(file.descriptor, &now) == 0 else { throw .source(file.path, errno: errno) }
        let after = FileStamp(now)
        guard after.size == file.stamp.size, after.modificationTime == file.stamp.modificationTime else {
            throw .changedWhileCopied(file.path)
        }
        let times = [now.st_atim, now.st_mtim]
        guard futimens(descriptor, times) == 0, fsync(descriptor) == 0 else {
            throw .writing(folder.path, errno: errno)
        }
        guard goesOn(1) else { throw .cancelled }
    }

    /// Whether the file system lets this file share the blocks of another, which then takes no room.
    func canShare(_ file: OpenFile) -> Bool { albumen_reflink(descriptor, file.descriptor) == 0 }

    /// Waits until what others wrote to it is on disk.
    func sync() throws(CopyError) {
        guard fsync(descriptor) == 0 else { throw .writing(folder.path, errno: errno) }
    }

    private func copyBytes(
        from file: OpenFile, _ goesOn: (Double) -> Bool
    ) throws(CopyError) -> ContentHash? {
        guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw .source(file.path, errno: errno) }
        var copied: Int64 = 0
        while copied < file.size {
            let piece = min(Self.longestPiece, Int(file.size - copied))
            let count = albumen_copy_range(file.descriptor, descriptor, piece)
            if count > 0 {
                copied += Int64(count)
                guard goesOn(Double(copied) / Double(file.size)) else { throw .cancelled }
            } else if count == 0 {
                throw .changedWhileCopied(file.path)
            } else if errno == EINTR {
                continue
            } else if errno == ENOSPC || errno == EDQUOT {
                throw .noSpace(folder: folder.path)
            } else {
                // Another file system, or one without the call.
                return try copyThroughMemory(
                    from: file, start: copied, length: .max, to: copied, goesOn)
            }
        }
        return nil
    }

    private func copyThroughMemory(
        from file: OpenFile, start: Int64, length: Int64, to target: Int64, _ goesOn: (Double) -> Bool
    ) throws(CopyError) -> ContentHash? {
        let hasher = start == 0 ? ContentHasher() : nil
        let pieceLength = 1 << 20
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 16)
        defer { buffer.deallocate() }
        var offset = off_t(start)
        while true {
            let done = Int64(offset) - start
            let wanted = Int(min(Int64(pieceLength), length - done))
            if wanted == 0 { return nil }
            let count = pread(file.descriptor, buffer.baseAddress, wanted, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .source(file.path, errno: errno) }
            if count == 0 { return hasher?.finish() }
            hasher?.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            var written = 0
            while written < count {
                let next = pwrite(
                    descriptor, buffer.baseAddress! + written, count - written,
                    offset - off_t(start) + off_t(target) + off_t(written))
                if next < 0, errno == EINTR { continue }
                guard next > 0 else { throw .writing(folder.path, errno: errno) }
                written += next
            }
            offset += off_t(count)
            let part = Double(Int64(offset) - start) / Double(min(length, file.size - start))
            guard goesOn(min(1, part)) else { throw .cancelled }
        }
    }

    /// Gives the file its name, or the next free `name-N`, and waits until the name is on disk.
    func publish(as wanted: [UInt8]) throws(CopyError) -> (name: [UInt8], stamp: FileStamp) {
        for number in 0..<Self.mostClashes {
            let candidate = Self.numbered(wanted, number)
            guard let stamp = try tryPublish(as: candidate) else { continue }
            try folder.sync()
            return (candidate, stamp)
        }
        throw .destination(folder.path.appending(wanted), errno: EEXIST)
    }

    /// Gives the file this name, which must be free, and waits until the name is on disk.
    func publish(exactlyAs name: [UInt8]) throws(CopyError) {
        guard try tryPublish(as: name) != nil else {
            throw .destination(folder.path.appending(name), errno: EEXIST)
        }
        try folder.sync()
    }

    /// Gives the file this name, and returns how it stands there; nil where the name is taken. The name is on disk once
    /// the folder is synced.
    func tryPublish(as name: [UInt8]) throws(CopyError) -> FileStamp? {
        guard try rename(to: name) else { return nil }
        isPublished.withLock { $0 = true }
        // After the rename: it moves the change time.
        return try stamp()
    }

    /// How the file stands now.
    func stamp() throws(CopyError) -> FileStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .writing(folder.path, errno: errno) }
        return FileStamp(status)
    }

    /// False where the name is taken.
    private func rename(to candidate: [UInt8]) throws(CopyError) -> Bool {
        let path = FilePath(bytes: candidate)
        if path.withCString({ albumen_rename_noreplace(folder.descriptor, name, $0) }) == 0 { return true }
        if errno == EEXIST { return false }
        guard errno == EINVAL || errno == ENOSYS else { throw .writing(folder.path, errno: errno) }
        // A file system without the flag (NFS): a hard link never replaces either.
        guard path.withCString({ linkat(folder.descriptor, name, folder.descriptor, $0, 0) }) == 0 else {
            if errno == EEXIST { return false }
            throw .writing(folder.path, errno: errno)
        }
        unlinkat(folder.descriptor, name, 0)
        return true
    }

    /// `IMG_1.JPG` with 2 becomes `IMG_1-2.JPG`, cut where it would be too long.
    static func numbered(_ name: [UInt8], _ number: Int) -> [UInt8] {
        if number == 0 { return name }
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
        let tail = Array("-\(number)".utf8) + name[dot...]
        var stem = name[..<dot].prefix(max(1, longestName - tail.count))
        // Not in the middle of a character.
        if stem.count < dot { while stem.count > 1, name[stem.count] & 0xC0 == 0x80 { stem.removeLast() } }
        return stem + tail
    }
}
