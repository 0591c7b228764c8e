// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of one import in the catalog: what was named, what was found there, and which of it waits. Written in parts of
// bounded size; nothing of it is a change of the library that observers hear of.

import Metadata
import SQLite

/// Raw values of `import_session.state`.
enum StoredImportState: Int64, Sendable {
    /// At work, or cut short by the end of its process: its lock tells which.
    case running = 0
    case paused = 1
    case cancelled = 2
    case finished = 3
}

/// What an item did to the library, for undoing it. Raw values are the catalog's.
struct ImportEffect: OptionSet, Sendable {
    let rawValue: Int64
    /// There is an asset that was not there before.
    static let created = ImportEffect(rawValue: 1)
    /// Its file lies in the library's folder.
    static let isOwn = ImportEffect(rawValue: 2)
    /// An asset came back from Recently Deleted.
    static let restored = ImportEffect(rawValue: 4)
    /// It was put into the album of the import.
    static let filed = ImportEffect(rawValue: 8)
}

/// Something that waits for its verdict.
struct ImportItem: Sendable {
    enum Content: Sendable {
        case file(FileStamp, KnownFile?)
        /// What its name or its folder said already.
        case settled(ImportVerdict, reason: String)
    }

    var id: Int64
    var name: [UInt8]
    var path: FilePath
    var size: Int64
    var content: Content
    /// Whether it lies in the library's folder of copies.
    var isOwn: Bool
}

/// Something found that is to be queued.
struct FoundItem: Sendable {
    var name: [UInt8]
    var content: Content

    enum Content: Sendable {
        case file(FileStamp)
        case settled(ImportVerdict, reason: String)
    }

    var size: Int64 { if case .file(let stamp) = content { stamp.size } else { 0 } }
}

struct ImportQueue: Sendable {
    let catalog: Catalog
    let session: Int64

    // MARK: Sessions

    /// Makes an import of what was named; it counts as at work once its lock is held.
    static func make(
        _ paths: [FilePath], _ options: ImportOptions, client: ClientIdentifier, in catalog: Catalog
    ) async throws -> (queue: ImportQueue, identifier: String) {
        let uuid = LocalIdentifier.random()
        let row = try await catalog.write { writer in
            try writer.connection.execute(
                """
                INSERT INTO import_session(uuid, client, mode, album, wants_thumbnails, is_selection, state, started_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, uuid, client.rawValue, options.mode.rawValue, options.album?.nfc, options.thumbnails,
                options.isSelection, StoredImportState.paused.rawValue, writer.now)
            let session = writer.connection.lastInsertRowID
            for path in paths {
                try writer.connection.execute(
                    "INSERT INTO import_source(session_id, path) VALUES (?, ?)", session,
                    path.withoutTrailingSlash.bytes)
            }
            return session
        }
        return (ImportQueue(catalog: catalog, session: row), LocalIdentifier.text(uuid))
    }

    /// How many rows one transaction takes away.
    private static let part = 5_000

    /// Everything has its verdict. What undoing and reading about it need not is forgotten; all of an import that did
    /// nothing and met no trouble.
    func finish() async throws {
        try await setState(.finished)
        let session = session
        var isDone = false
        while !isDone {
            isDone = try await catalog.write { writer in
                try writer.connection.execute(
                    """
                    DELETE FROM import_item WHERE id IN (SELECT id FROM import_item
                        WHERE session_id = ? AND is_done AND effect = 0 AND verdict IN (?, ?) LIMIT ?)
                    """, session, ImportVerdict.duplicate.rawValue, ImportVerdict.skipped.rawValue, Self.part)
                return writer.connection.changeCount < Self.part
            }
        }
        try await catalog.write { writer in
            try writer.connection.execute(
                """
                DELETE FROM import_session WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM import_item WHERE session_id = ?1)
                """, session)
        }
    }

    func setState(_ state: StoredImportState) async throws {
        try await catalog.write { [session] writer in
            try writer.connection.execute(
                "UPDATE import_session SET state = ? WHERE id = ?", state.rawValue, session)
        }
    }

    /// How far it has come.
    func progress() async throws -> ImportProgress {
        try await catalog.read { [session] connection in
            var progress = ImportProgress()
            try connection.forEach(
                "SELECT verdict, count, bytes FROM import_tally WHERE session_id = ?", session
            ) { row in
                progress.done += row.int(1)
                progress.settledBytes += row.int64(2)
                if let verdict = ImportVerdict(rawValue: row.string(0)) {
                    progress.counts[verdict] = row.int(1)
                }
            }
            let waiting = try connection.first(
                "SELECT count(*), coalesce(sum(size), 0) FROM import_item WHERE session_id = ? AND is_done = 0",
                session
            ) { (count: $0.int(0), bytes: $0.int64(1)) }
            progress.found = progress.done + (waiting?.count ?? 0)
            progress.foundBytes = progress.settledBytes + (waiting?.bytes ?? 0)
            return progress
        }
    }

    // MARK: Finding

    /// What was named and is not listed in full yet, in order.
    func openSources() async throws -> [(row: Int64, path: FilePath)] {
        try await catalog.read { [session] connection in
            try connection.all(
                "SELECT id, path FROM import_source WHERE session_id = ? AND NOT is_listed ORDER BY id",
                session
            ) { ($0.int64(0), FilePath(bytes: $0.bytes(1))) }
        }
    }

    func markListed(source: Int64) async throws {
        try await catalog.write {
            try $0.connection.execute("UPDATE import_source SET is_listed = 1 WHERE id = ?", source)
        }
    }

    /// The row of a folder below what was named, and whether it is listed in full.
    func folder(
        _ path: FilePath, of source: Int64, isOwn: Bool
    ) async throws -> (row: Int64, isListed: Bool) {
        try await catalog.write { [session] writer in
            let connection = writer.connection
            try connection.execute(
                "INSERT OR IGNORE INTO import_folder(session_id, source_id, path, is_own) VALUES (?, ?, ?, ?)",
                session, source, path.bytes, isOwn)
            let found = try connection.first(
                "SELECT id, is_listed FROM import_folder WHERE source_id = ? AND path = ?", source, path.bytes
            ) { ($0.int64(0), $0.bool(1)) }
            return found ?? (connection.lastInsertRowID, false)
        }
    }

    /// Queues what was found in a folder; returns what of it was not queued before.
    func add(
        _ items: [FoundItem], to folder: Int64, isLast: Bool = false
    ) async throws -> (count: Int, bytes: Int64) {
        try await catalog.write { [session] writer in
            let connection = writer.connection
            var added = (count: 0, bytes: Int64(0))
            for item in items {
                var stamp: FileStamp?
                var settled: (verdict: ImportVerdict, reason: String)?
                switch item.content {
                case .file(let found): stamp = found
                case .settled(let verdict, let reason): settled = (verdict, reason)
                }
                try connection.execute(
                    """
                    INSERT OR IGNORE INTO import_item(session_id, folder_id, name, device, inode, size, mtime_ns,
                        ctime_ns, verdict, reason)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, session, folder, item.name, stamp.map { Int64(bitPattern: $0.device) },
                    stamp.map { Int64(bitPattern: $0.inode) }, item.size, stamp?.modificationTime,
                    stamp?.changeTime, settled?.verdict.rawValue, settled?.reason)
                guard connection.changeCount > 0 else { continue }
                added.count += 1
                added.bytes += item.size
            }
            if isLast {
                try connection.execute("UPDATE import_folder SET is_listed = 1 WHERE id = ?", folder)
            }
            return added
        }
    }

    // MARK: Waiting

    /// Folders in which something waits, of what is listed in full, in order.
    func waitingFolders() async throws -> [Int64] {
        try await catalog.read { [session] connection in
            try connection.all(
                """
                SELECT DISTINCT folder_id FROM import_item WHERE session_id = ?1 AND is_done = 0
                    AND folder_id IN (SELECT import_folder.id FROM import_folder
                        JOIN import_source ON import_source.id = source_id
                        WHERE import_folder.session_id = ?1 AND import_source.is_listed)
                ORDER BY folder_id
                """, session
            ) { $0.int64(0) }
        }
    }

    /// What waits in a folder, in byte order of names, behind `name`; at most so many.
    func waiting(in folder: Int64, after name: [UInt8]?, limit: Int) async throws -> [ImportItem] {
        try await catalog.read { [session] connection in
            try connection.all(
                """
                SELECT item.id, place.path, item.name, item.device, item.inode, item.size, item.mtime_ns, item.ctime_ns,
                    item.verdict, item.reason, place.is_own, asset.id, asset.device, asset.inode, asset.size,
                    asset.mtime_ns, asset.ctime_ns, facts_version, asset.state, state_reason
                FROM import_item AS item CROSS JOIN import_folder AS place ON place.id = item.folder_id
                LEFT JOIN folder ON folder.path = place.path
                LEFT JOIN asset ON asset.folder_id = folder.id AND asset.name = item.name
                WHERE item.session_id = ?1 AND item.folder_id = ?2 AND is_done = 0 AND item.name > ?3
                ORDER BY item.name LIMIT ?4
                """, session, folder,
                // Below every name, the empty one too.
                name.map(Value.blob) ?? .integer(0), limit, transform: ImportItem.init)
        }
    }

    /// Bytes of what waits and is not in the library already, as far as size and time tell.
    func bytesToCopy() async throws -> Int64 {
        try await catalog.read { [session] connection in
            try connection.int64(
                """
                SELECT coalesce(sum(size), 0) FROM import_item AS item WHERE session_id = ? AND is_done = 0
                    AND NOT EXISTS (SELECT 1 FROM asset WHERE asset.size = item.size AND asset.mtime_ns = item.mtime_ns)
                """, session) ?? 0
        }
    }

    /// Assets in and below the folders that were named whose file was not found there.
    func missingAssets() async throws -> [Int64] {
        try await catalog.read { [session] connection in
            // Everything below begins with "root/", and "0" is the byte after "/".
            try connection.all(
                """
                SELECT asset.id FROM import_source AS source
                JOIN import_folder AS root ON root.source_id = source.id AND root.path = source.path AND root.is_listed
                JOIN folder ON folder.path = root.path
                    OR (folder.path >= CAST(rtrim(root.path, '/') || '/' AS BLOB)
                        AND folder.path < CAST(rtrim(root.path, '/') || '0' AS BLOB))
                JOIN asset ON asset.folder_id = folder.id AND asset.state <> \(StoredState.offline.rawValue)
                LEFT JOIN import_folder AS place
                    ON place.source_id = source.id AND place.path = folder.path AND place.is_listed
                WHERE source.session_id = ? AND NOT EXISTS (
                    SELECT 1 FROM import_item WHERE import_item.folder_id = place.id AND import_item.name = asset.name
                        AND import_item.inode IS NOT NULL)
                """, session
            ) { $0.int64(0) }
        }
    }

    // MARK: Copies

    /// Notes which file is about to get which name, so that it is known for what it is whatever happens next.
    func plan(_ copies: [PlannedCopy]) async throws {
        try await catalog.write(isDurable: true) { writer in
            for copy in copies {
                try writer.connection.execute(
                    """
                    UPDATE import_item SET copy_folder = ?, copy_name = ?, copy_inode = ?, copy_mtime_ns = ? WHERE id = ?
                    """, copy.folder.bytes, copy.name, Int64(bitPattern: copy.stamp.inode),
                    copy.stamp.modificationTime, copy.item)
            }
        }
    }

    /// Copies of which nobody said that they are in the catalog.
    func plannedCopies() async throws -> [PlannedCopy] {
        try await catalog.read { [session] connection in
            try connection.all(
                """
                SELECT id, copy_folder, copy_name, copy_inode, size, copy_mtime_ns FROM import_item
                WHERE session_id = ? AND copy_name IS NOT NULL
                """, session
            ) { row in
                PlannedCopy(
                    item: row.int64(0), folder: FilePath(bytes: row.bytes(1)), name: row.bytes(2),
                    stamp: FileStamp(
                        device: 0, inode: UInt64(bitPattern: row.int64(3)), size: row.int64(4),
                        modificationTime: row.int64(5), changeTime: 0))
            }
        }
    }

    /// Its process has ended, and nothing lies about.
    func isRecovered() async throws {
        try await catalog.write { [session] writer in
            try writer.connection.execute(
                "UPDATE import_item SET copy_name = NULL WHERE session_id = ? AND copy_name IS NOT NULL",
                session)
            // It may have ended well in the moment before its lock was free.
            try writer.connection.execute(
                "UPDATE import_session SET state = ? WHERE id = ? AND state = ?",
                StoredImportState.paused.rawValue, session, StoredImportState.running.rawValue)
        }
    }
}

/// A copy that gets its name.
struct PlannedCopy: Sendable {
    var item: Int64
    var folder: FilePath
    var name: [UInt8]
    /// Inode, size and time are known.
    var stamp: FileStamp

    var path: FilePath { folder.appending(name) }

    /// Whether this very file has the name now, as it was copied. Blocking.
    var isThere: Bool {
        FileStamp(at: path).map { FileIdentity($0) == FileIdentity(stamp) } ?? false
    }
}

extension ImportItem {
    fileprivate init(_ row: Row) {
        func stamp(_ first: Int) -> FileStamp {
            FileStamp(
                device: UInt64(bitPattern: row.int64(first)), inode: UInt64(bitPattern: row.int64(first + 1)),
                size: row.int64(first + 2), modificationTime: row.int64(first + 3),
                changeTime: row.int64(first + 4))
        }
        id = row.int64(0)
        let folder = FilePath(bytes: row.bytes(1))
        name = row.bytes(2)
        // Without a name: the folder itself.
        path = name.isEmpty ? folder : folder.appending(name)
        size = row.int64(5)
        isOwn = row.bool(10)
        if let verdict = row.optionalString(8) {
            content = .settled(ImportVerdict(rawValue: verdict) ?? .skipped, reason: row.string(9))
            return
        }
        var known: KnownFile?
        if let asset = row.optionalInt64(11) {
            known = KnownFile(
                rowID: asset, name: row.bytes(2), stamp: stamp(12), factsVersion: row.int(17),
                state: (StoredState(rawValue: row.int64(18)) ?? .ok)
                    .assetState(reason: row.optionalString(19)))
        }
        content = .file(stamp(3), known)
    }
}
