// SPDX-License-Identifier: GPL-3.0-or-later
// Finding assets by what their file is, on disk and by content: for files that were moved, and for duplicates.

import Metadata
import SQLite

/// What stays the same when a file is moved or renamed on its file system: unlike the stamp, no change time. Nor the
/// device: its number may be another after each start of the system.
struct FileIdentity: Hashable, Sendable {
    let inode: UInt64
    let size: Int64
    let modificationTime: Int64

    init(_ stamp: FileStamp) {
        inode = stamp.inode
        size = stamp.size
        modificationTime = stamp.modificationTime
    }
}

/// An asset and where its file was last seen.
struct LocatedFile: Sendable {
    var rowID: Int64
    var localIdentifier: String
    var path: FilePath
    var stamp: FileStamp
    var state: AssetState
    /// Whether it is in Recently Deleted.
    var isTrashed: Bool

    /// Whether the file is at its path as it was read. Follows links: an asset may be a link's. Blocking.
    var isThere: Bool { FileStamp(followingLinksAt: path)?.isUnchanged(since: stamp) == true }
}

/// A file that was found again in another place.
struct FileMove: Sendable {
    var rowID: Int64
    var folder: FilePath
    var name: [UInt8]
    var stamp: FileStamp
}

extension Catalog {
    /// Assets whose file had one of these identities.
    func files(withIdentityOf stamps: [FileStamp]) async throws -> [LocatedFile] {
        try await read { connection in
            try stamps.flatMap { stamp in
                try connection.all(
                    LocatedFile.selectSQL + "size = ? AND mtime_ns = ? AND inode = ?", stamp.size,
                    stamp.modificationTime, Int64(bitPattern: stamp.inode), transform: LocatedFile.init)
            }
        }
    }

    /// Whether any asset's file has this many bytes.
    func hasFile(ofSize size: Int64) async throws -> Bool {
        try await read { try $0.int64("SELECT 1 FROM asset WHERE size = ? LIMIT 1", size) != nil }
    }

    /// Those of `sizes` that any asset's file has, in bytes.
    func fileSizes(among sizes: Set<Int64>) async throws -> Set<Int64> {
        try await read { connection in
            try sizes.filter { try connection.int64("SELECT 1 FROM asset WHERE size = ? LIMIT 1", $0) != nil }
        }
    }

    /// Assets whose file has this many bytes and this content hash; with nil, those that have none yet. Recently deleted
    /// ones too.
    func files(ofSize size: Int64, contentHash: [UInt8]?) async throws -> [LocatedFile] {
        try await read { connection in
            let hash = "(SELECT hash FROM content_hash WHERE asset_id = asset.id)"
            return try connection.all(
                LocatedFile.selectSQL + "size = ? AND \(hash) IS ? ORDER BY asset.id",
                size, contentHash, transform: LocatedFile.init)
        }
    }

    /// Assets by row; rows that are gone are left out.
    func files(inRows rows: [Int64]) async throws -> [LocatedFile] {
        try await read { connection in
            try rows.compactMap {
                try connection.first(LocatedFile.selectSQL + "asset.id = ?", $0, transform: LocatedFile.init)
            }
        }
    }

    /// Assets that an older detector judged and that are not away.
    func outdatedFiles() async throws -> [LocatedFile] {
        try await read { connection in
            try connection.all(
                LocatedFile.selectSQL + "facts_version NOT IN (0, ?) AND state = 0 ORDER BY asset.id",
                DetectorVersion.current, transform: LocatedFile.init)
        }
    }

    /// Keeps content hashes (SHA-256). A trigger forgets them when the file is recorded with another size or time.
    func keepContentHashes(_ hashes: [Int64: [UInt8]]) async throws {
        try await write { writer in
            for (row, hash) in hashes {
                try writer.connection.execute(
                    "INSERT OR REPLACE INTO content_hash SELECT id, ? FROM asset WHERE id = ?", hash, row)
            }
        }
    }

    /// Gives assets another path; their file is present. One change notification. Where the new path has an asset
    /// already, nothing is moved: two assets never share a file.
    func relocate(_ moves: [FileMove]) async throws {
        try await write { writer in
            for move in moves { try Self.relocate(move, writer) }
        }
    }

    /// The same for one asset, inside a change. Returns whether it was moved.
    @discardableResult
    static func relocate(_ move: FileMove, _ writer: CatalogWriter) throws -> Bool {
        let connection = writer.connection
        try connection.execute("INSERT OR IGNORE INTO folder(path) VALUES (?)", move.folder.bytes)
        try connection.execute(
            """
            UPDATE OR IGNORE asset SET folder_id = (SELECT id FROM folder WHERE path = ?), name = ?,
                device = ?, inode = ?, size = ?, mtime_ns = ?, ctime_ns = ?,
                state = (state_reason IS NOT NULL), modified_at = ?
            WHERE id = ?
            """, move.folder.bytes, move.name, Int64(bitPattern: move.stamp.device),
            Int64(bitPattern: move.stamp.inode), move.stamp.size, move.stamp.modificationTime,
            move.stamp.changeTime, writer.now, move.rowID)
        guard connection.changeCount > 0 else { return false }
        writer.note(.asset, .updated, row: move.rowID)
        return true
    }
}

extension LocatedFile {
    fileprivate static let selectSQL = """
        SELECT asset.id, uuid, folder.path, name, device, inode, size, mtime_ns, ctime_ns, state, state_reason,
            trashed_at IS NOT NULL
        FROM asset JOIN folder ON folder.id = folder_id WHERE 
        """

    fileprivate init(_ row: Row) {
        self.init(
            rowID: row.int64(0), localIdentifier: LocalIdentifier.text(row.bytes(1)),
            path: FilePath(bytes: row.bytes(2)).appending(row.bytes(3)),
            stamp: FileStamp(
                device: UInt64(bitPattern: row.int64(4)), inode: UInt64(bitPattern: row.int64(5)),
                size: row.int64(6), modificationTime: row.int64(7), changeTime: row.int64(8)),
            state: (StoredState(rawValue: row.int64(9)) ?? .ok).assetState(reason: row.optionalString(10)),
            isTrashed: row.bool(11))
    }
}
