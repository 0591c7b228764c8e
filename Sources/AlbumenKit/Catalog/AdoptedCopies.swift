// SPDX-License-Identifier: GPL-3.0-or-later
// A file that was copied to another place and then deleted in its own was moved, in two steps: the asset goes on with
// the copy, in its albums, and the asset that the copy was meanwhile becomes one with it. A volume that is away is
// another matter: what was deleted is told from what cannot be seen.

import Glibc
import Metadata
import SQLite

/// An asset whose file is gone, and a younger one that has the same content elsewhere.
private struct Copy: Sendable {
    struct Place: Sendable {
        var row: Int64
        var path: FilePath
        var stamp: FileStamp
        var hash: [UInt8]?
    }

    var gone: Place
    var copy: Place
}

extension Catalog {
    /// Lets assets whose file was deleted go on with a copy of it that a scan found before; marks the others as
    /// offline.
    func settleMissing(_ rows: [Int64]) async throws {
        // Before any copy is searched for: of a whole volume that is away, none is.
        let deleted = try await deletedFiles(among: files(inRows: rows))
        let adopted = try await adoptCopies(of: deleted)
        try await markMissing(rows.filter { !adopted.contains($0) })
        try await takeApart(deleted.subtracting(adopted))
    }

    /// Of what was several files and has lost one for good, the others stand for themselves.
    private func takeApart(_ rows: Set<Int64>) async throws {
        guard !rows.isEmpty else { return }
        try await write { writer in
            let parts = AssetParts(writer: writer)
            for row in rows.sorted() { try parts.takeApart(row) }
        }
    }

    /// Returns the rows that have a file again.
    private func adoptCopies(of deleted: Set<Int64>) async throws -> Set<Int64> {
        guard !deleted.isEmpty else { return [] }
        let copies = try await read { connection in
            try deleted.sorted().map { row in
                try [Self.copiesByHashSQL, Self.copiesByFactsSQL].flatMap {
                    try connection.all($0, row, transform: Copy.init)
                }
            }
        }
        guard copies.contains(where: { !$0.isEmpty }) else { return [] }
        let certain = await Self.disk.run {
            // For each asset the first that is certain, and that no other has: no more files are read than that takes.
            var taken: Set<Int64> = []
            return copies.compactMap { copies in
                let copy = copies.first { !taken.contains($0.copy.row) && $0.isCertain }
                if let copy { taken.insert(copy.copy.row) }
                return copy
            }
        }
        guard !certain.isEmpty else { return [] }
        return try await write { writer in
            var adopted: Set<Int64> = []
            for copy in certain {
                if try Self.adopt(copy, writer) { adopted.insert(copy.gone.row) }
            }
            return adopted
        }
    }

    /// Of one size and content, as far as both were hashed.
    private static let copiesByHashSQL = copiesSQL("copy_hash.hash = gone_hash.hash")

    /// Of one size, name and time. What was never hashed has to be alike in everything that was read from it, too, and to
    /// have a time that no two files have by chance: whole seconds are what archives and some file systems keep.
    private static let copiesByFactsSQL = copiesSQL(
        """
        copy.mtime_ns = gone.mtime_ns AND copy.name = gone.name
            AND (gone_hash.hash IS NOT NULL OR (gone.mtime_ns % 1000000000 <> 0 AND \(sameFacts)))
        """)

    private static let sameFacts = FileRecorder.sameFacts(
        { "copy.\($0) IS gone.\($0)" }, hasOwnPlace: "copy.is_own_place OR gone.is_own_place",
        hasOwnTime: "\(TimeSource.person.rawValue) IN (copy.time_source, gone.time_source)")

    private static func copiesSQL(_ condition: String) -> String {
        """
        SELECT gone.id, gone_folder.path, gone.name, gone.device, gone.inode, gone.size, gone.mtime_ns, gone.ctime_ns,
            gone_hash.hash,
            copy.id, copy_folder.path, copy.name, copy.device, copy.inode, copy.size, copy.mtime_ns, copy.ctime_ns,
            copy_hash.hash
        FROM asset AS gone JOIN folder AS gone_folder ON gone_folder.id = gone.folder_id
            LEFT JOIN content_hash AS gone_hash ON gone_hash.asset_id = gone.id
            JOIN asset AS copy ON copy.size = gone.size AND copy.id > gone.id
            JOIN folder AS copy_folder ON copy_folder.id = copy.folder_id
            LEFT JOIN content_hash AS copy_hash ON copy_hash.asset_id = copy.id
        WHERE gone.id = ? AND copy.state <> 2 AND gone.trashed_at IS NULL AND copy.trashed_at IS NULL
            AND gone.is_hidden = copy.is_hidden AND \(condition)
        ORDER BY copy.id
        """
    }

    private static func adopt(_ copy: Copy, _ writer: CatalogWriter) throws -> Bool {
        let connection = writer.connection
        // What was asked before the transaction, again: a person may have hidden or deleted either meanwhile.
        var hidden: Set<Bool> = []
        for place in [copy.gone, copy.copy] {
            let isHidden = try connection.first(
                """
                SELECT is_hidden FROM asset JOIN folder ON folder.id = folder_id
                WHERE asset.id = ? AND path = ? AND name = ? AND size = ? AND mtime_ns = ? AND trashed_at IS NULL
                """, place.row, place.path.parent?.bytes, place.path.lastComponent.bytes, place.stamp.size,
                place.stamp.modificationTime
            ) { $0.bool(0) }
            guard let isHidden else { return false }
            hidden.insert(isHidden)
        }
        guard hidden.count == 1 else { return false }
        try AssetMerger(writer: writer).merge(copy.copy.row, into: copy.gone.row)
        let place = copy.copy
        let move = FileMove(
            rowID: copy.gone.row, folder: place.path.parent ?? FilePath("/"),
            name: place.path.lastComponent.bytes, stamp: place.stamp)
        return try relocate(move, writer)
    }
}

extension Copy {
    init(_ row: Row) {
        func place(_ first: Int) -> Place {
            Place(
                row: row.int64(first),
                path: FilePath(bytes: row.bytes(first + 1)).appending(row.bytes(first + 2)),
                stamp: FileStamp(
                    device: UInt64(bitPattern: row.int64(first + 3)),
                    inode: UInt64(bitPattern: row.int64(first + 4)), size: row.int64(first + 5),
                    modificationTime: row.int64(first + 6), changeTime: row.int64(first + 7)),
                hash: row.isNull(first + 8) ? nil : row.bytes(first + 8))
        }
        gone = place(0)
        copy = place(9)
    }

    /// Whether the copy is there and, where the content of the file is known, the same. Blocking.
    var isCertain: Bool {
        guard let file = try? OpenFile(path: copy.path), file.stamp.isUnchanged(since: copy.stamp) else {
            return false
        }
        // The query has compared what else is known.
        guard let hash = gone.hash else { return true }
        if let known = copy.hash { return known == hash }
        return (try? ContentHash(of: file))?.bytes == hash
    }
}
