// SPDX-License-Identifier: GPL-3.0-or-later
// Tells files that were deleted from files that are away with their volume. Of what cannot be seen, nothing is believed:
// only a volume that is there, and shows it by another file that the catalog knows, has lost a file.

import Glibc
import Metadata

extension Catalog {
    /// Where a file was: its folder and its file system.
    private struct Place: Hashable, Sendable {
        var folder: FilePath
        var device: UInt64
    }

    /// The rows of those files that are not at their path and were deleted there. The folder, or the nearest one above it
    /// that is left, has to be on the same file system as the file was, and to hold another known file, unchanged: the
    /// number of a device alone may be another volume's by now. Each folder is looked at once.
    func deletedFiles(among files: [LocatedFile]) async throws -> Set<Int64> {
        var isVolumeThere: [Place: Bool] = [:]
        var deleted: Set<Int64> = []
        for (place, files) in Dictionary(grouping: files, by: Self.place) {
            guard let place, let nearest = await Self.disk.run({ Self.nearest(place) }) else { continue }
            let isThere: Bool
            if let known = isVolumeThere[nearest] {
                isThere = known
            } else {
                isThere = try await hasWitness(nearest)
                isVolumeThere[nearest] = isThere
            }
            guard isThere else { continue }
            deleted.formUnion(await Self.disk.run { files.filter { $0.path.isGone }.map(\.rowID) })
        }
        return deleted
    }

    private static func place(of file: LocatedFile) -> Place? {
        file.path.parent.map { Place(folder: $0, device: file.stamp.device) }
    }

    /// The folder, or the nearest one above it that is there; nil where that is on another file system. Blocking.
    private static func nearest(_ place: Place) -> Place? {
        var folder: FilePath? = place.folder
        while let path = folder {
            if let identity = FolderIdentity(at: path) {
                return identity.device == place.device ? Place(folder: path, device: place.device) : nil
            }
            folder = path.parent
        }
        return nil
    }

    /// Whether a file that is known to be at or below a place is there as it was.
    private func hasWitness(_ place: Place) async throws -> Bool {
        for folder in try await knownFolders(below: place.folder) {
            let files = try await knownFiles(in: folder)
                .filter { $0.state != .offline && $0.stamp.device == place.device }
            if files.isEmpty { continue }
            let isWitnessed = await Self.disk.run {
                FolderIdentity(at: folder)?.device == place.device
                    && files.contains { file in
                        guard let now = FileStamp(followingLinksAt: folder.appending(file.name)) else {
                            return false
                        }
                        return now.device == place.device && now.isUnchanged(since: file.stamp)
                    }
            }
            if isWitnessed { return true }
        }
        return false
    }
}

extension FilePath {
    /// Whether nothing is here, not even a link that leads nowhere; false where that cannot be seen. Blocking.
    var isGone: Bool {
        var status = stat()
        return withCString { lstat($0, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
}
