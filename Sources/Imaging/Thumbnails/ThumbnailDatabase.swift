// SPDX-License-Identifier: GPL-3.0-or-later
// The file that tiles are stored in, and all of its SQL. What is in it can be made again: a file that cannot
// be used is thrown away, and safety against power cuts is SQLite's cheapest that still keeps the file whole.

@preconcurrency import Dispatch
import Glibc
import Metadata
import SQLite

/// A tile on its way into the file.
struct PendingThumbnail: Sendable {
    let key: ThumbnailKey
    let size: ThumbnailSize
    let jpeg: [UInt8]
}

/// A tile as it was found in the file.
struct FoundThumbnail: Sendable {
    let row: Int64
    let thumbnail: StoredThumbnail
    /// Milliseconds since 1970, UTC.
    let lastUse: Int64
}

/// The file was deleted, or replaced by another, while it was open.
struct ThumbnailFileMoved: Error {}

/// One open file of tiles.
final class ThumbnailDatabase: Sendable {
    /// Grows when the code that makes tiles gets better: tiles of other versions are made again.
    static let codeVersion = 2

    let database: Database
    private let path: FilePath
    /// Of the file that was opened.
    private let inode: ino_t
    /// Bytes of all tiles when it was opened.
    let byteCountAtOpening: Int

    private init(database: Database, path: FilePath, inode: ino_t, byteCount: Int) {
        self.database = database
        self.path = path
        self.inode = inode
        byteCountAtOpening = byteCount
    }

    // MARK: Opening

    /// For making folders and deleting files, which wait for the disk.
    private static let fileQueue = DispatchQueue(label: "albumen.thumbnails.files", qos: .utility)

    /// Opens the file, or makes it. Throws where it is damaged or there is no place for it.
    static func open(directory: FilePath, pageLimit: Int?) async throws -> ThumbnailDatabase {
        await onFileQueue { makeDirectory(directory) }
        let path = path(in: directory)
        var configuration = Configuration()
        // A mapped file that somebody cuts short ends the process, and this one may vanish at any time.
        configuration.memoryMapBytes = 0
        configuration.cacheKibibytes = 1_024
        configuration.applicationID = applicationID
        configuration.busyTimeoutMilliseconds = 2_000
        let database = try await Database.open(
            path: path.bytes, configuration: configuration, migrator: schema)
        if let pageLimit {
            try await database.writeWithoutTransaction {
                _ = try $0.int64("PRAGMA max_page_count = \(pageLimit)")
            }
        }
        let byteCount = try await database.read {
            try $0.int64("SELECT sum(byte_count) FROM thumbnail") ?? 0
        }
        guard let inode = await onFileQueue({ inode(of: path) }) else { throw ThumbnailFileMoved() }
        return ThumbnailDatabase(database: database, path: path, inode: inode, byteCount: Int(byteCount))
    }

    /// Deletes the file, open or not: SQLite notices that an open file has moved and leaves its successor
    /// alone.
    static func remove(directory: FilePath) async {
        await onFileQueue {
            for suffix in ["", "-wal", "-shm"] {
                _ = FilePath(bytes: path(in: directory).bytes + Array(suffix.utf8)).withCString(unlink)
            }
        }
    }

    static func path(in directory: FilePath) -> FilePath { directory.appending("thumbnails.sqlite") }

    private static func onFileQueue<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            fileQueue.async { continuation.resume(returning: body()) }
        }
    }

    /// With its parents; failures show when the file is opened.
    private static func makeDirectory(_ path: FilePath) {
        if path.withCString({ mkdir($0, 0o700) }) == 0 || errno != ENOENT { return }
        guard let parent = path.parent else { return }
        makeDirectory(parent)
        _ = path.withCString { mkdir($0, 0o700) }
    }

    private static func inode(of path: FilePath) -> ino_t? {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status.st_ino : nil
    }

    /// "AlTh".
    private static let applicationID: Int32 = 0x416C_5468

    /// Pictures are apart from what is known of them, so that noting a use does not write a picture again.
    private static let schema = Migrator([
        Migrator.Migration(
            "tiles",
            sql: """
                CREATE TABLE thumbnail(
                    id INTEGER PRIMARY KEY,
                    identity TEXT NOT NULL,
                    edge INTEGER NOT NULL,
                    file_size INTEGER NOT NULL,
                    modification_time INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    last_use INTEGER NOT NULL,
                    byte_count INTEGER NOT NULL,
                    UNIQUE(identity, edge)
                ) STRICT;
                CREATE TABLE picture(id INTEGER PRIMARY KEY, jpeg BLOB NOT NULL) STRICT;
                """)
    ])

    // MARK: Reading

    /// The smallest tile that is at least as large as `size`; with nil, the largest there is.
    func find(_ key: ThumbnailKey, atLeast size: ThumbnailSize?) async throws -> FoundThumbnail? {
        let order = size == nil ? "DESC" : "ASC"
        return try await database.read { connection in
            try connection.first(
                """
                SELECT id, edge, jpeg, last_use FROM thumbnail JOIN picture USING(id)
                WHERE identity = ? AND edge >= ? AND file_size = ? AND modification_time = ? AND version = ?
                ORDER BY edge \(order) LIMIT 1
                """, key.identity, size?.edge ?? 0, key.fileSize, key.modificationTime, Self.codeVersion
            ) { row in
                // An edge of no size known is another version's, which the query leaves out.
                ThumbnailSize(rawValue: row.int(1)).map {
                    FoundThumbnail(
                        row: row.int64(0), thumbnail: StoredThumbnail(size: $0, jpeg: row.bytes(2)),
                        lastUse: row.int64(3))
                }
            } ?? nil
        }
    }

    // MARK: Writing

    /// Stores tiles, each in the place of an older one of its size, and notes uses: one transaction.
    func write(_ thumbnails: [PendingThumbnail], used rows: [Int64], at time: Int64) async throws {
        try await database.write { [self] connection in
            guard Self.inode(of: path) == inode else { throw ThumbnailFileMoved() }
            for thumbnail in thumbnails { try Self.insert(thumbnail, at: time, connection) }
            for row in rows {
                try connection.execute("UPDATE thumbnail SET last_use = ? WHERE id = ?", time, row)
            }
        }
    }

    private static func insert(
        _ thumbnail: PendingThumbnail, at time: Int64, _ connection: Connection
    ) throws {
        let key = thumbnail.key
        let row = try connection.int64(
            """
            INSERT INTO thumbnail(
                identity, edge, file_size, modification_time, version, last_use, byte_count)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT(identity, edge) DO UPDATE SET
                file_size = excluded.file_size, modification_time = excluded.modification_time,
                version = excluded.version, last_use = excluded.last_use, byte_count = excluded.byte_count
            RETURNING id
            """, key.identity, thumbnail.size.edge, key.fileSize, key.modificationTime, codeVersion, time,
            thumbnail.jpeg.count)
        try connection.execute("INSERT OR REPLACE INTO picture(id, jpeg) VALUES (?, ?)", row, thumbnail.jpeg)
    }

    /// Deletes the tiles that were not used for longest until `limit` bytes are left. Returns what is left.
    func evict(toBytes limit: Int) async throws -> Int {
        try await database.write { connection in
            var left = Int(try connection.int64("SELECT sum(byte_count) FROM thumbnail") ?? 0)
            guard left > limit else { return left }
            var rows: [Int64] = []
            try connection.withStatement("SELECT id, byte_count FROM thumbnail ORDER BY last_use, id") {
                while left > limit, try $0.step() {
                    rows.append($0.row.int64(0))
                    left -= $0.row.int(1)
                }
            }
            for row in rows {
                try connection.execute("DELETE FROM thumbnail WHERE id = ?", row)
                try connection.execute("DELETE FROM picture WHERE id = ?", row)
            }
            return left
        }
    }

    /// Deletes the tiles of pictures that are gone for good.
    func remove(_ identities: [String]) async throws {
        try await database.write { connection in
            for identity in identities {
                try connection.execute(
                    "DELETE FROM picture WHERE id IN (SELECT id FROM thumbnail WHERE identity = ?)", identity)
                try connection.execute("DELETE FROM thumbnail WHERE identity = ?", identity)
            }
        }
    }
}
