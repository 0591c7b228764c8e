// SPDX-License-Identifier: GPL-3.0-or-later
// Recording what a reading of files found. What the person set (favourite, hidden, rating, titles) outlives a
// new reading.

import Glibc
import Metadata
import SQLite

/// What a reading of a file found.
package struct FileRecord: Sendable {
    package var folder: FilePath
    package var name: [UInt8]
    package var stamp: FileStamp
    /// Nil where nothing could be read; the asset is then broken.
    package var facts: FileFacts?
    package var state: AssetState
    /// The client that added it by import; it stays visible to that client under limited access. Nil for a
    /// scan.
    package var addedBy: ClientIdentifier?

    package init(
        folder: FilePath, name: [UInt8], stamp: FileStamp, facts: FileFacts?, state: AssetState,
        addedBy: ClientIdentifier? = nil
    ) {
        self.folder = folder
        self.name = name
        self.stamp = stamp
        self.facts = facts
        self.state = state
        self.addedBy = addedBy
    }
}

/// What recording a file did.
package enum RecordOutcome: Sendable, Equatable {
    case inserted(Int64)
    case updated(Int64)
    /// An asset whose file was gone was recognised here by its identity (inode or name, size, modification
    /// time).
    case moved(Int64)

    package var rowID: Int64 {
        switch self {
        case .inserted(let row), .updated(let row), .moved(let row): row
        }
    }
}

extension Catalog {
    /// Records readings in one transaction, in order. One change notification.
    @discardableResult
    package func record(_ files: [FileRecord]) async throws -> [RecordOutcome] {
        guard !files.isEmpty else { return [] }
        return try await write { writer in
            let recorder = FileRecorder(writer: writer)
            return try files.map { try recorder.record($0) }
        }
    }
}

/// Records files inside one transaction.
private final class FileRecorder {
    let writer: CatalogWriter
    var connection: Connection { writer.connection }
    private var folderRows: [FilePath: Int64] = [:]

    init(writer: CatalogWriter) { self.writer = writer }

    func record(_ file: FileRecord) throws -> RecordOutcome {
        let folder = try folderRow(file.folder)
        let outcome: RecordOutcome
        if let row = try connection.int64(
            "SELECT id FROM asset WHERE folder_id = ? AND name = ?", folder, file.name)
        {
            try update(row, file, folder: folder)
            outcome = .updated(row)
        } else if let row = try movedAsset(file) {
            try update(row, file, folder: folder)
            outcome = .moved(row)
        } else {
            outcome = .inserted(try insert(file, folder: folder))
        }
        let row = outcome.rowID
        try addKeywords(file.facts?.keywords ?? [], to: row)
        if let client = file.addedBy {
            try connection.execute(
                """
                INSERT INTO limited_selection VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET is_own = 1
                """, client.rawValue, row, writer.now)
        }
        if case .inserted = outcome {
            writer.note(.asset, .inserted, row: row)
        } else {
            writer.note(.asset, .updated, row: row)
        }
        return outcome
    }

    private func folderRow(_ path: FilePath) throws -> Int64 {
        if let row = folderRows[path] { return row }
        if let row = try connection.int64("SELECT id FROM folder WHERE path = ?", path.bytes) {
            folderRows[path] = row
            return row
        }
        try connection.execute("INSERT INTO folder(path) VALUES (?)", path.bytes)
        let row = connection.lastInsertRowID
        folderRows[path] = row
        return row
    }

    /// An asset with this file's identity whose own path no longer leads to it. A hard link is not a move:
    /// its other name is still there.
    private func movedAsset(_ file: FileRecord) throws -> Int64? {
        let sql = """
            SELECT asset.id, path, name, inode FROM asset JOIN folder ON folder.id = folder_id
            WHERE size = ? AND mtime_ns = ? AND (inode = ? OR name = ?) ORDER BY state DESC, asset.id
            """
        let inode = Int64(bitPattern: file.stamp.inode)
        let candidates = try connection.all(
            sql, file.stamp.size, file.stamp.modificationTime, inode, file.name
        ) {
            (row: $0.int64(0), path: FilePath(bytes: $0.bytes(1)).appending($0.bytes(2)), inode: $0.int64(3))
        }
        return candidates.first { !isFile($0.path, inode: $0.inode) }?.row
    }

    /// Whether the file of this inode is at the path.
    private func isFile(_ path: FilePath, inode: Int64) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0
            && Int64(bitPattern: UInt64(status.st_ino)) == inode
    }

    // MARK: Rows

    /// Columns that a reading sets, in the order of `values`.
    private static let columns = [
        "folder_id", "name", "device", "inode", "size", "mtime_ns", "ctime_ns", "facts_version", "state",
        "state_reason", "format", "media_type", "media_subtypes", "traits", "width", "height", "orientation",
        "wall_seconds", "wall_ms", "utc_offset", "time_source", "offset_source", "sort_key", "duration",
        "latitude", "longitude", "altitude", "rating", "title", "caption", "burst_id", "modified_at",
    ]
    /// Of a file that cannot be read, these are kept as a former reading found them.
    private static let fileColumnCount = 10
    /// The person's own values win over the file's where there are any.
    private static let personal: Set<String> = ["title", "caption"]

    private static let insertSQL = """
        INSERT INTO asset(\(columns.joined(separator: ", ")), uuid, added_at)
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?, ?)
        """

    private static let updateSQL: String = {
        let assignments = columns.map { column in
            switch column {
            case "rating": "rating = CASE rating WHEN 0 THEN ? ELSE rating END"
            case _ where personal.contains(column): "\(column) = coalesce(\(column), ?)"
            default: "\(column) = ?"
            }
        }
        return "UPDATE asset SET \(assignments.joined(separator: ", ")) WHERE id = ?"
    }()

    private static let updateFileSQL = """
        UPDATE asset SET \(columns.prefix(fileColumnCount).map { "\($0) = ?" }.joined(separator: ", ")), \
        modified_at = ? WHERE id = ?
        """

    private func insert(_ file: FileRecord, folder: Int64) throws -> Int64 {
        let values = fileValues(file, folder: folder) + factValues(file)
        try run(Self.insertSQL, values + [.blob(LocalIdentifier.random()), .integer(writer.now)])
        return connection.lastInsertRowID
    }

    private func update(_ row: Int64, _ file: FileRecord, folder: Int64) throws {
        let values = fileValues(file, folder: folder)
        if file.facts == nil {
            try run(Self.updateFileSQL, values + [.integer(writer.now), .integer(row)])
        } else {
            try run(Self.updateSQL, values + factValues(file) + [.integer(row)])
        }
    }

    private func run(_ sql: String, _ values: [Value]) throws {
        try connection.withStatement(sql, values) { while try $0.step() {} }
    }

    private func fileValues(_ file: FileRecord, folder: Int64) -> [Value] {
        [
            .integer(folder), .blob(file.name),
            .integer(Int64(bitPattern: file.stamp.device)), .integer(Int64(bitPattern: file.stamp.inode)),
            .integer(file.stamp.size), .integer(file.stamp.modificationTime), .integer(file.stamp.changeTime),
            .integer(Int64(DetectorVersion.current)), .integer(file.state.stored.rawValue),
            .text(file.state.reason),
        ]
    }

    private func factValues(_ file: FileRecord) -> [Value] {
        let facts = file.facts ?? FileFacts(format: .unknown)
        let time = facts.captureTime
        let fileTime = file.stamp.modificationTime / 1_000_000
        return [
            .text(facts.format.rawValue), .integer(Int64(facts.mediaType.rawValue)),
            .integer(Int64(bitPattern: UInt64(facts.subtypes.rawValue))),
            .integer(AssetTraits(format: facts.format).rawValue),
            .integer(Int64(facts.displaySize.width)), .integer(Int64(facts.displaySize.height)),
            .integer(Int64(facts.orientation.rawValue)),
            .integer(time?.wallSeconds), .integer(Int64(time?.milliseconds ?? 0)),
            .integer(time?.utcOffset.map(Int64.init)), .integer((time?.source.rawValue).map(Int64.init)),
            .integer((time?.offsetSource?.rawValue).map(Int64.init)),
            .integer(time?.instantMilliseconds ?? time?.wallMilliseconds ?? fileTime),
            .real(facts.duration), .real(facts.location?.latitude), .real(facts.location?.longitude),
            .real(facts.location?.altitude), .integer(Int64(facts.rating ?? 0)), .text(facts.title),
            .text(facts.caption), .text(facts.burstIdentifier), .integer(writer.now),
        ]
    }

    private func addKeywords(_ keywords: [String], to row: Int64) throws {
        for keyword in keywords.map(\.nfc) where !keyword.isEmpty {
            try connection.execute("INSERT OR IGNORE INTO keyword(title) VALUES (?)", keyword)
            try connection.execute(
                "INSERT OR IGNORE INTO asset_keyword SELECT ?, id FROM keyword WHERE title = ?", row, keyword)
        }
    }
}

extension Value {
    fileprivate static func integer(_ value: Int64?) -> Value { value.map(Value.integer) ?? .null }
    fileprivate static func real(_ value: Double?) -> Value { value.map(Value.real) ?? .null }
    fileprivate static func text(_ value: String?) -> Value { value.map(Value.text) ?? .null }
}
