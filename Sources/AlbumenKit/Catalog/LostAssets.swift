// SPDX-License-Identifier: GPL-3.0-or-later
// Which asset a file that turns up may be: one of the same identity whose own path leads to no file any more. The
// disk is asked before the transaction that records the file, never inside it.

import Glibc
import Metadata
import SQLite

/// An asset whose file is not at its path.
struct LostAsset: Sendable {
    var row: Int64
    var folderRow: Int64
    var name: [UInt8]
    /// Whether size and time are the file's too. Else it has the inode only, and may be another file that had it.
    var isSameState: Bool
}

extension Catalog {
    /// Assets added within this time may have been a file half written, in milliseconds.
    private static let youth: Int64 = 600_000
    private static let disk = BlockingQueue(label: "albumen-lost", concurrent: true)

    private struct Suspect: Sendable {
        var asset: LostAsset
        var path: FilePath
        /// Of the content that the asset's file had. Nil where it is not known, or need not be compared: to have the
        /// inode, the size and the time is to be the file.
        var hash: [UInt8]?
    }

    /// For each file the assets that it may have been, likeliest first.
    func lostAssets(for files: [FileRecord]) async throws -> [[LostAsset]] {
        let suspects = try await read { connection in try files.map { try Self.suspects($0, connection) } }
        guard suspects.contains(where: { !$0.isEmpty }) else { return files.map { _ in [] } }
        return await Self.disk.run {
            zip(files, suspects).map { file, suspects in
                suspects.filter { !$0.path.isRegularFile && Self.confirms($0, file) }.map(\.asset)
            }
        }
    }

    private static func suspects(_ file: FileRecord, _ connection: Connection) throws -> [Suspect] {
        let inode = Int64(bitPattern: file.stamp.inode)
        let here = try connection.first(
            """
            SELECT asset.id, inode, folder_id FROM asset JOIN folder ON folder.id = folder_id
            WHERE path = ? AND name = ?
            """, file.folder.bytes, file.name
        ) { (row: $0.int64(0), inode: $0.int64(1), folder: $0.int64(2)) }
        // The file that was here: it replaced none.
        if here?.inode == inode { return [] }
        let columns = "asset.id, folder_id, name, path, inode = ?1"
        let hash = "(SELECT hash FROM content_hash WHERE asset_id = asset.id)"
        var all = try connection.all(
            """
            SELECT \(columns), \(hash) FROM asset JOIN folder ON folder.id = folder_id
            WHERE size = ?2 AND mtime_ns = ?3 AND (inode = ?1 OR (name = ?4 AND ?5)) AND asset.id IS NOT ?6
            ORDER BY inode = ?1 DESC, state DESC, asset.id
            """, inode, file.stamp.size, file.stamp.modificationTime, file.name, here == nil, here?.row
        ) { row in
            Suspect(
                asset: LostAsset(
                    row: row.int64(0), folderRow: row.int64(1), name: row.bytes(2), isSameState: true),
                path: FilePath(bytes: row.bytes(3)).appending(row.bytes(2)),
                hash: row.bool(4) || row.isNull(5) ? nil : row.bytes(5))
        }
        guard let here, all.isEmpty else { return all }
        // Through the index by time of adding, which has few rows that young; a folder may have very many.
        all = try connection.all(
            """
            SELECT \(columns) FROM asset JOIN folder ON folder.id = folder_id
            WHERE left_out IN (0, 2) AND trashed_at IS NULL AND added_at > ?2 AND +folder_id = ?3 AND inode = ?1
                AND asset.id <> ?4
            """, inode, Clock.now() - youth, here.folder, here.row
        ) { row in
            Suspect(
                asset: LostAsset(
                    row: row.int64(0), folderRow: row.int64(1), name: row.bytes(2), isSameState: false),
                path: FilePath(bytes: row.bytes(3)).appending(row.bytes(2)), hash: nil)
        }
        return all
    }

    private static func confirms(_ suspect: Suspect, _ file: FileRecord) -> Bool {
        guard let hash = suspect.hash else { return true }
        guard let open = try? OpenFile(path: file.folder.appending(file.name)) else { return false }
        return (try? ContentHash(of: open))?.bytes == hash
    }
}

extension FilePath {
    /// Whether a regular file is here, or a link to one. Blocking.
    var isRegularFile: Bool {
        var status = stat()
        return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
