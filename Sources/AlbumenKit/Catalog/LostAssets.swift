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
    /// Whether only its name, size and time are the file's: it is the same where everything that was read is, too.
    var needsSameFacts = false
}

extension Catalog {
    /// Assets added within this time may have been a file half written, in milliseconds. A writer that rests for longer
    /// than this leaves an asset that is offline.
    private static let youth: Int64 = 60_000

    private struct Suspect: Sendable {
        var asset: LostAsset
        var path: FilePath
        /// Of the content that the asset's file had. Nil where it is not known, or need not be compared: to have the
        /// inode, the size and the time is to be the file.
        var hash: [UInt8]?
    }

    /// A name in a folder of the catalog, by the inode that a file there has.
    private struct Spot: Hashable {
        var folder: Int64
        var inode: Int64
    }

    /// For each file the assets that it may have been, likeliest first.
    func lostAssets(for files: [FileRecord]) async throws -> [[LostAsset]] {
        let suspects = try await read { connection in try Self.suspects(files, connection) }
        guard suspects.contains(where: { !$0.isEmpty }) else { return files.map { _ in [] } }
        return await Self.disk.run {
            zip(files, suspects).map(Self.lost)
        }
    }

    /// Those of the suspects whose file is away, and whose content was this file's where it is known. Blocking.
    private static func lost(_ file: FileRecord, _ suspects: [Suspect]) -> [LostAsset] {
        // Once for all that it may have been, and only where it is needed.
        lazy var hash = hash(of: file)
        return suspects.filter { suspect in
            !suspect.path.isRegularFile && (suspect.hash == nil || suspect.hash == hash)
        }.map(\.asset)
    }

    private static func suspects(_ files: [FileRecord], _ connection: Connection) throws -> [[Suspect]] {
        var all: [[Suspect]] = []
        var replaced: [Spot: Int] = [:]
        for (index, file) in files.enumerated() {
            let inode = Int64(bitPattern: file.stamp.inode)
            let here = try connection.first(
                """
                SELECT asset.id, inode, folder_id FROM asset JOIN folder ON folder.id = folder_id
                WHERE path = ? AND name = ?
                """, file.folder.bytes, file.name
            ) { (row: $0.int64(0), inode: $0.int64(1), folder: $0.int64(2)) }
            // The file that was here: it replaced none.
            if here?.inode == inode {
                all.append([])
                continue
            }
            let same = try sameState(file, inode, here: here?.row, connection)
            all.append(same)
            if let here, same.isEmpty { replaced[Spot(folder: here.folder, inode: inode)] = index }
        }
        for (index, suspect) in try young(files, replaced, connection) { all[index].append(suspect) }
        return all
    }

    /// Assets whose file had the size and time of this one, and its inode; or, where nothing is known at its path, its name.
    /// A time in whole seconds, as archives and some file systems keep it, is no evidence; nor is a file that was deleted
    /// one that was moved, only because a copy of it turns up.
    private static func sameState(
        _ file: FileRecord, _ inode: Int64, here: Int64?, _ connection: Connection
    ) throws -> [Suspect] {
        let hash = "(SELECT hash FROM content_hash WHERE asset_id = asset.id)"
        return try connection.all(
            """
            SELECT asset.id, folder_id, name, path, inode = ?1, \(hash) FROM asset JOIN folder ON folder.id = folder_id
            WHERE size = ?2 AND mtime_ns = ?3 AND asset.id IS NOT ?6
                AND (inode = ?1 OR (name = ?4 AND ?5 AND trashed_at IS NULL
                    AND (mtime_ns % 1000000000 <> 0 OR \(hash) IS NOT NULL)))
            ORDER BY inode = ?1 DESC, state DESC, asset.id
            """, inode, file.stamp.size, file.stamp.modificationTime, file.name, here == nil, here
        ) { row in
            let hasInode = row.bool(4)
            let hash = hasInode || row.isNull(5) ? nil : row.bytes(5)
            return Suspect(
                asset: LostAsset(
                    row: row.int64(0), folderRow: row.int64(1), name: row.bytes(2), isSameState: true,
                    needsSameFacts: !hasInode && hash == nil),
                path: FilePath(bytes: row.bytes(3)).appending(row.bytes(2)), hash: hash)
        }
    }

    /// Young assets that had the inode of a file which has replaced another in the same folder, and may have been a stage
    /// of it: not larger, not younger, and of its kind as far as that was known.
    private static func young(
        _ files: [FileRecord], _ replaced: [Spot: Int], _ connection: Connection
    ) throws -> [(Int, Suspect)] {
        guard !replaced.isEmpty else { return [] }
        // Once for all files, through the index by time of adding, which has few rows that young.
        let found = try connection.all(
            """
            SELECT id, folder_id, inode, name, size, mtime_ns, format, width, height FROM asset
            WHERE left_out IN (0, 2) AND trashed_at IS NULL AND added_at > ?
            """, Clock.now() - youth
        ) { row -> (Int, Suspect)? in
            guard let index = replaced[Spot(folder: row.int64(1), inode: row.int64(2))],
                let facts = files[index].facts
            else { return nil }
            let format = row.string(6)
            let size = PixelSize(width: row.int(7), height: row.int(8))
            let isStage =
                row.int64(4) <= files[index].stamp.size && row.int64(5) <= files[index].stamp.modificationTime
                && (format == facts.format.rawValue || format == FileFormat.unknown.rawValue)
                && (size == .zero || size == facts.displaySize)
            guard isStage else { return nil }
            let asset = LostAsset(
                row: row.int64(0), folderRow: row.int64(1), name: row.bytes(3), isSameState: false)
            return (
                index, Suspect(asset: asset, path: files[index].folder.appending(row.bytes(3)), hash: nil)
            )
        }
        return found.compactMap { $0 }
    }

    /// Nil where the file cannot be read.
    private static func hash(of file: FileRecord) -> [UInt8]? {
        guard let open = try? OpenFile(path: file.folder.appending(file.name)) else { return nil }
        return (try? ContentHash(of: open))?.bytes
    }
}

extension FilePath {
    /// Whether a regular file is here, or a link to one. Blocking.
    var isRegularFile: Bool {
        var status = stat()
        return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
