// SPDX-License-Identifier: GPL-3.0-or-later
// The end of what is in Recently Deleted: after thirty days its files go to the desktop's trash, where the person still
// finds them. Nothing is ever unlinked here.

import CGio
import Metadata
import SQLite

extension PhotoLibrary {
    /// How long a deleted asset can be restored.
    public static let recentlyDeletedDays = 30

    /// Moves the files of assets that were deleted longer than `recentlyDeletedDays` ago to the desktop's trash, and
    /// forgets the assets. Returns how many. A file whose volume is away, or has no trash, is kept for a later call.
    ///
    /// Part of the library's upkeep: the app calls it after opening, whatever its client may see.
    @discardableResult
    public func purgeRecentlyDeleted() async throws -> Int {
        try await purgeRecentlyDeleted(now: Clock.now(), moveToTrash: moveToTrash)
    }

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - moveToTrash: blocks; false where the file has to stay.
    func purgeRecentlyDeleted(
        now: Int64, moveToTrash: @escaping @Sendable (FilePath) -> Bool
    ) async throws -> Int {
        let end = now - Int64(Self.recentlyDeletedDays) * Clock.millisecondsPerDay
        let rows = try await catalog.read { connection in
            try connection.all("SELECT id FROM asset WHERE trashed_at <= ? ORDER BY trashed_at", end) {
                $0.int64(0)
            }
        }
        var count = 0
        // One transaction each: the writer is not held while many files move, and each is either done or not.
        for row in rows {
            if try await catalog.purge(row, trashedBefore: end, moveToTrash) { count += 1 }
        }
        return count
    }
}

extension Catalog {
    /// Moves one asset's file to the trash and forgets it, unless somebody restored it meanwhile.
    fileprivate func purge(
        _ row: Int64, trashedBefore end: Int64, _ moveToTrash: @escaping @Sendable (FilePath) -> Bool
    ) async throws -> Bool {
        try await write { writer in
            let connection = writer.connection
            let found = try connection.first(
                """
                \(Asset.selectSQL)asset.id = ? AND trashed_at <= ?
                """, row, end
            ) { Asset(row: $0) }
            guard let asset = found, let identifier = LocalIdentifier.bytes(asset.localIdentifier) else {
                return false
            }
            // Inside the transaction: a file that went while its asset stayed would be called offline; an asset that went
            // while its file stayed would come back with the next scan.
            if let stamp = FileStamp(at: asset.path) {
                // What is another file by now is the next scan's to judge.
                guard stamp.isUnchanged(since: asset.stamp), moveToTrash(asset.path) else { return false }
            } else {
                // Gone, or away with its volume, in whose place there may be an empty folder of another device.
                let folder = asset.path.parent.flatMap(FolderIdentity.init(at:))
                guard folder?.device == asset.stamp.device else { return false }
            }
            try connection.execute("DELETE FROM asset WHERE id = ?", row)
            writer.note(.asset, .deleted, row: row, identifier: identifier)
            return true
        }
    }
}

/// The desktop's trash, by its specification (freedesktop.org). False where there is none for this file.
private func moveToTrash(_ path: FilePath) -> Bool {
    // transfer full: ours until the end of the call.
    let file = path.withCString { g_file_new_for_path($0) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return g_file_trash(file, nil, nil) != 0
}
