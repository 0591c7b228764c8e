// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of imported copies. A copy appears there whole and on disk, or not at all, and never over another file.

import CShims
import Glibc
import Metadata
import Synchronization

/// A copy that is safely on disk.
struct StoredOriginal: Sendable {
    var folder: FilePath
    var name: [UInt8]
    var stamp: FileStamp
}

/// Copies files to `YYYY/MM/` below `root`. Blocking.
final class OriginalsFolder: Sendable {
    let root: FilePath
    /// Folders that were made and swept by this run.
    private let prepared = Mutex<[FilePath: Folder]>([:])

    init(root: FilePath) { self.root = root }

    /// Copies `file` under its own name, or `name-1`, `name-2`, … where that is taken. A file of the same content that
    /// already has the name, left by an import that was cut short, is taken as the copy.
    func store(_ file: OpenFile, capturedAt time: CaptureTime) throws(CopyError) -> StoredOriginal {
        let (path, folder) = try folder(at: time)
        let name = file.path.lastComponent.bytes
        if let existing = try? OpenFile(path: path.appending(name)), existing.size == file.size,
            let theirs = try? ContentHash(of: existing), let ours = try? ContentHash(of: file), theirs == ours
        {
            return StoredOriginal(folder: path, name: name, stamp: existing.stamp)
        }
        let temporary = try TemporaryFile(in: folder)
        try temporary.copy(from: file)
        let stored = try temporary.publish(as: name)
        return StoredOriginal(folder: path, name: stored.name, stamp: stored.stamp)
    }

    /// Copies `file` to where it belongs, still under a hidden name.
    func stage(
        _ file: OpenFile, capturedAt time: CaptureTime
    ) throws(CopyError) -> (file: TemporaryFile, folder: FilePath) {
        let (path, folder) = try folder(at: time)
        let temporary = try TemporaryFile(in: folder)
        try temporary.copy(from: file)
        return (temporary, path)
    }

    private func folder(at time: CaptureTime) throws(CopyError) -> (FilePath, Folder) {
        let date = time.wallString.split(separator: "-")
        let path = root.appending(String(date[0])).appending(String(date[1]))
        return (path, try prepare(path))
    }

    private func prepare(_ path: FilePath) throws(CopyError) -> Folder {
        if let folder = prepared.withLock({ $0[path] }) { return folder }
        try Self.makeFolders(path)
        let folder = try Folder(path)
        TemporaryFile.removeAbandoned(in: folder)
        prepared.withLock { $0[path] = folder }
        return folder
    }

    private static func makeFolders(_ path: FilePath) throws(CopyError) {
        if path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let parent = path.parent else { throw .writing(path, errno: errno) }
        try makeFolders(parent)
        guard path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
            throw .writing(path, errno: errno)
        }
        // The new name has to be on disk before what is in it counts as stored.
        try? Folder(parent).sync()
    }

    /// An open folder.
    final class Folder: Sendable {
        let path: FilePath
        let descriptor: Int32

        init(_ path: FilePath) throws(CopyError) {
            self.path = path
            descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw .destination(path, errno: errno) }
        }

        deinit { close(descriptor) }

        func sync() throws(CopyError) {
            guard fsync(descriptor) == 0 else { throw .writing(path, errno: errno) }
        }
    }
}
