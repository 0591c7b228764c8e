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
    /// Part of the library's upkeep, for a client that may see everything: throws `notAuthorized` for every other. Best after
    /// a scan, which finds what was moved meanwhile. The catalog is not held while a trash is waited for, on a network
    /// perhaps. An asset that is restored just then is kept, and is offline: its file is in the trash.
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
        let expired = try await catalog.read { [self] connection in
            try checkSeesEverything(connection)
            // With the parts of each before it: while they are its parts they are deleted with it.
            return try connection.all(
                Asset.selectSQL + """
                    trashed_at <= ?1 OR part_of IN (SELECT id FROM asset WHERE trashed_at <= ?1)
                    ORDER BY coalesce(part_of, asset.id), part_of IS NULL, asset.id
                    """, end
            ) { Expired(Asset(row: $0)) }
        }
        let missing = await Catalog.disk.run { expired.filter { $0.path.isGone } }
        // Before any file goes: those that are there are what shows that a volume is.
        let deleted = try await catalog.deletedFiles(
            among: catalog.files(inRows: missing.map(\.row)))
        var count = 0
        // One transaction each: each is either done or not.
        for asset in missing where deleted.contains(asset.row) {
            if try await forget(asset) { count += 1 }
        }
        for asset in expired {
            let isTrashed = await Catalog.disk.run {
                // What is another file by now is the next scan's to judge.
                guard let stamp = FileStamp(followingLinksAt: asset.path) else { return false }
                return stamp.isUnchanged(since: asset.stamp) && moveToTrash(asset.path)
            }
            if isTrashed, try await forget(asset) { count += 1 }
        }
        return count
    }

    /// Forgets an asset whose file is gone, if it is still as it was read: deleted then, and with that file. One that was
    /// restored meanwhile is offline.
    private func forget(_ asset: Expired) async throws -> Bool {
        try await catalog.write { [self] writer in
            let connection = writer.connection
            try checkSeesEverything(connection)
            let found = try connection.first(Asset.selectSQL + "asset.id = ?", asset.row) {
                Expired(Asset(row: $0))
            }
            guard let found, found.path == asset.path, found.stamp == asset.stamp else { return false }
            if found.trashedAt == asset.trashedAt {
                try AssetParts(writer: writer).takeApart(asset.row)
                try connection.execute("DELETE FROM asset WHERE id = ?", asset.row)
                writer.note(
                    .asset, .deleted, row: asset.row, identifier: LocalIdentifier.bytes(asset.identifier))
                return true
            }
            try connection.execute(
                "UPDATE asset SET state = \(StoredState.offline.rawValue), modified_at = ? WHERE id = ?",
                writer.now, asset.row)
            writer.note(.asset, .updated, row: asset.row)
            return false
        }
    }

    /// By the catalog's own word, not the copy in memory: another process may have taken the right away.
    private func checkSeesEverything(_ connection: Connection) throws {
        let status = try catalog.access.status(of: client, for: .readWrite, in: connection)
        guard Viewer(client, status) == .everything else { throw LibraryError.notAuthorized(status) }
    }
}

/// An asset whose time in Recently Deleted is over.
private struct Expired: Sendable {
    let row: Int64
    let identifier: String
    let path: FilePath
    let stamp: FileStamp
    let trashedAt: Int64?

    init(_ asset: Asset) {
        row = asset.rowID
        identifier = asset.localIdentifier
        path = asset.path
        stamp = asset.stamp
        trashedAt = asset.trashedDate?.milliseconds
    }
}

/// The desktop's trash, by its specification (freedesktop.org). False where there is none for this file.
private func moveToTrash(_ path: FilePath) -> Bool {
    // transfer full: ours until the end of the call.
    let file = path.withCString { g_file_new_for_path($0) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return g_file_trash(file, nil, nil) != 0
}
