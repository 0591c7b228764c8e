// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of imported copies. A copy appears there whole and on disk, or not at all, and never over another file.

import CShims
import Glibc
import Metadata
import Synchronization

/// A copy that is whole and on disk, and still has a hidden name.
struct StagedOriginal: Sendable {
    var file: TemporaryFile
    /// Where it gets its name.
    var folder: OriginalsFolder.Folder
    /// The name that it gets if that is free.
    var name: [UInt8]
    /// Its content, where the copying came by it.
    var hash: ContentHash?
}

/// Copies files to `YYYY/MM/` below `root`. Blocking.
final class OriginalsFolder: Sendable {
    let root: FilePath
    /// Folders that were made and swept by this run.
    private let prepared = Mutex<[FilePath: Folder]>([:])

    init(root: FilePath) { self.root = root }

    /// Copies `file` to where it belongs, still under a hidden name. `goesOn` as in `TemporaryFile.copy`.
    func stage(
        _ file: OpenFile, capturedAt time: CaptureTime, goesOn: (Double) -> Bool = { _ in true }
    ) throws(CopyError) -> StagedOriginal {
        let folder = try folder(at: time)
        let temporary = try TemporaryFile(in: folder)
        let hash = try temporary.copy(from: file, goesOn: goesOn)
        return StagedOriginal(
            file: temporary, folder: folder, name: file.path.lastComponent.bytes, hash: hash)
    }

    /// Bytes that are free for this person in the file system of the copies; nil where it does not say.
    func availableBytes() -> Int64? {
        var place: FilePath? = root
        while let path = place {
            var status = statvfs()
            if path.withCString({ statvfs($0, &status) }) == 0 {
                return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
            }
            place = path.parent
        }
        return nil
    }

    /// Whether copies of this file take no room, because they share its blocks.
    func shares(_ file: OpenFile) -> Bool {
        guard let folder = try? prepare(root), let temporary = try? TemporaryFile(in: folder) else {
            return false
        }
        return temporary.canShare(file)
    }

    /// Removes what imports that were killed have left in any month.
    func sweep() {
        let years = Self.subfolders(of: root)
        for path in [root] + years + years.flatMap(Self.subfolders) {
            if let folder = try? Folder(path) { TemporaryFile.removeAbandoned(in: folder) }
        }
    }

    private static func subfolders(of path: FilePath) -> [FilePath] {
        guard let listing = try? DirectoryListing(of: path) else { return [] }
        return listing.entries.compactMap { entry in
            if case .folder = entry.kind { path.appending(entry.name) } else { nil }
        }
    }

    private func folder(at time: CaptureTime) throws(CopyError) -> Folder {
        let date = time.wallString.split(separator: "-")
        return try prepare(root.appending(String(date[0])).appending(String(date[1])))
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
