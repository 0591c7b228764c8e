// SPDX-License-Identifier: GPL-3.0-or-later
// What the scan and the import ask and write: watched folders, and the files in them. Recording is in
// CatalogFiles+Record.swift.

import Metadata
import SQLite

/// A file as the catalog knows it, for deciding whether to read it again.
struct KnownFile: Sendable {
    var rowID: Int64
    var name: [UInt8]
    var stamp: FileStamp
    /// `DetectorVersion` at the last reading.
    var factsVersion: Int
    var state: AssetState
    /// `Sidecar.stamp` at the last reading.
    var sidecarStamp: Int64 = 0
}

extension Catalog {
    /// Roots that the person lets Albumen watch, in order of adding.
    func watchedFolders() async throws -> [FilePath] {
        try await read { connection in
            try connection.all("SELECT path FROM watched_folder ORDER BY id") { FilePath(bytes: $0.bytes(0)) }
        }
    }

    /// Adding a folder twice has no effect.
    func addWatchedFolder(_ path: FilePath) async throws {
        try await write { writer in
            try writer.connection.execute(
                "INSERT OR IGNORE INTO watched_folder(path, added_at) VALUES (?, ?)", path.bytes, writer.now)
        }
    }

    /// The assets below stay, with their albums; what is to become of them is the scan's to say
    /// (`markMissing`).
    func removeWatchedFolder(_ path: FilePath) async throws {
        try await write { try $0.connection.execute("DELETE FROM watched_folder WHERE path = ?", path.bytes) }
    }

    /// The files known in one folder, not below it.
    func knownFiles(in folder: FilePath) async throws -> [KnownFile] {
        try await read { connection in
            let sql = """
                SELECT asset.id, name, device, inode, size, mtime_ns, ctime_ns, facts_version, state, state_reason,
                    sidecar_stamp
                FROM folder CROSS JOIN asset ON folder_id = folder.id WHERE path = ? ORDER BY name
                """
            return try connection.all(sql, folder.bytes) { row in
                KnownFile(
                    rowID: row.int64(0), name: row.bytes(1),
                    stamp: FileStamp(
                        device: UInt64(bitPattern: row.int64(2)), inode: UInt64(bitPattern: row.int64(3)),
                        size: row.int64(4), modificationTime: row.int64(5), changeTime: row.int64(6)),
                    factsVersion: row.int(7),
                    state: (StoredState(rawValue: row.int64(8)) ?? .ok)
                        .assetState(reason: row.optionalString(9)),
                    sidecarStamp: row.int64(10))
            }
        }
    }

    /// Every folder known at or below a path that has or had files in it.
    func knownFolders(below root: FilePath) async throws -> [FilePath] {
        try await read { connection in
            // Everything below begins with "root/", and "0" is the byte after "/".
            let inside = root.appending([]).bytes
            let end = inside.dropLast() + [UInt8(ascii: "0")]
            let sql = "SELECT path FROM folder WHERE path = ?1 OR (path >= ?2 AND path < ?3) ORDER BY path"
            return try connection.all(sql, root.bytes, inside, Array(end)) { FilePath(bytes: $0.bytes(0)) }
        }
    }

    /// Files that are no longer where they were, or whose volume is away: kept, marked as offline, and found
    /// again by `record` where a file of the same identity turns up.
    func markMissing(_ rows: [Int64]) async throws {
        try await setState(rows, "state = 2", unless: "state = 2")
    }

    /// Files that are back, unchanged. A broken one is broken again.
    func markPresent(_ rows: [Int64]) async throws {
        try await setState(rows, "state = (state_reason IS NOT NULL)", unless: "state <> 2")
    }

    private func setState(_ rows: [Int64], _ assignment: String, unless condition: String) async throws {
        guard !rows.isEmpty else { return }
        try await write { writer in
            let sql = "UPDATE asset SET \(assignment), modified_at = ? WHERE id = ? AND NOT (\(condition))"
            for row in rows {
                try writer.connection.execute(sql, writer.now, row)
                guard writer.connection.changeCount > 0 else { continue }
                writer.note(.asset, .updated, row: row)
                try AssetParts(writer: writer).settle(row)
            }
        }
    }
}
