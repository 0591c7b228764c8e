// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one reading of a file: finds its asset, or makes it. What the file says is brought up to date; what the
// person said stays.

import Metadata
import SQLite

/// Records files inside one transaction.
final class FileRecorder {
    let writer: CatalogWriter
    var connection: Connection { writer.connection }
    private var folderRows: [FilePath: Int64] = [:]
    private let names: NameRecorder
    private var viewers: [ClientIdentifier: Viewer] = [:]

    init(writer: CatalogWriter) {
        self.writer = writer
        names = NameRecorder(connection: writer.connection)
    }

    /// - Parameter lost: the assets that the file may have been.
    func record(_ file: FileRecord, lost: [LostAsset]) throws -> RecordOutcome {
        let lost = try visible(lost, to: file.addedBy)
        let folder = try folderRow(file.folder)
        let outcome: RecordOutcome
        if let row = try connection.int64(
            "SELECT id FROM asset WHERE folder_id = ? AND name = ?", folder, file.name)
        {
            try restoreIfReplaced(row, by: file)
            // Before another asset becomes one with it: what is the person's is told from what this file says.
            try update(row, file, folder: folder)
            let survivor = try uniting(row, lost)
            if survivor != row { try update(survivor, file, folder: folder) }
            outcome = .updated(survivor)
        } else if let found = try lost.first(where: { try $0.isSameState && isLost($0, as: file) }) {
            try update(found.row, file, folder: folder)
            outcome = .moved(found.row)
        } else {
            outcome = .inserted(try insert(file, folder: folder))
        }
        let row = outcome.rowID
        try AssetParts(writer: writer).settle(row)
        let isUnproven = file.state == .ok && file.facts?.mediaType == .image && !file.isProven
        try connection.execute(
            isUnproven
                ? "INSERT OR IGNORE INTO unproven VALUES (?)" : "DELETE FROM unproven WHERE asset_id = ?",
            row)
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

    /// Assets that the importing client cannot see are not moved by what it says.
    private func visible(_ lost: [LostAsset], to client: ClientIdentifier?) throws -> [LostAsset] {
        guard let client, !lost.isEmpty else { return lost }
        let viewer =
            try viewers[client]
            ?? {
                let grants = AccessTable(try AccessTable.grants(in: connection))
                return Viewer(client, grants.status(of: client, for: .readWrite))
            }()
        viewers[client] = viewer
        return try lost.filter { try connection.canSee(asset: $0.row, viewer) }
    }

    /// What was deleted was another file than the one that is at its path now: this one nobody deleted.
    private func restoreIfReplaced(_ row: Int64, by file: FileRecord) throws {
        try connection.execute(
            """
            UPDATE asset SET trashed_at = NULL
            WHERE id = ? AND trashed_at IS NOT NULL AND NOT (size = ? AND mtime_ns = ?)
            """, row, file.stamp.size, file.stamp.modificationTime)
    }

    /// The asset of a path onto which another asset's file was renamed, as every program does that saves a file whole
    /// or not at all: one of the two, the older, with what was done with either. One whose file was another state of this
    /// one goes, if nobody did anything with it.
    private func uniting(_ row: Int64, _ lost: [LostAsset]) throws -> Int64 {
        let merger = AssetMerger(writer: writer)
        var survivor = row
        for other in lost where try isLostStill(other) {
            if other.isSameState {
                let older = min(survivor, other.row)
                try merger.merge(max(survivor, other.row), into: older)
                survivor = older
            } else if try merger.isUntouched(other.row) {
                try merger.merge(other.row, into: survivor)
            }
        }
        return survivor
    }

    /// Whether an asset is where it was when the disk was asked for its file.
    private func isLostStill(_ asset: LostAsset) throws -> Bool {
        try connection.int64(
            "SELECT 1 FROM asset WHERE id = ? AND folder_id = ? AND name = ?", asset.row, asset.folderRow,
            asset.name) != nil
    }

    /// Whether a file is that of an asset which is still lost. Where neither inode nor content says so, everything that
    /// was read from either has to be the same.
    private func isLost(_ asset: LostAsset, as file: FileRecord) throws -> Bool {
        guard try isLostStill(asset) else { return false }
        return try !asset.needsSameFacts || hasSameFacts(asset.row, file)
    }

    private func hasSameFacts(_ row: Int64, _ file: FileRecord) throws -> Bool {
        guard file.facts != nil else { return false }
        let values = Dictionary(
            uniqueKeysWithValues: zip(Self.columns.dropFirst(Self.fileColumnCount), try factValues(file)))
        let compared = (Self.content + Self.placing + Self.wallClock).map { values[$0] ?? .null }
        return try connection.withStatement(Self.sameFactsSQL, [.integer(row)] + compared) { try $0.step() }
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

    // MARK: Rows

    /// Columns that a reading sets, in the order of `fileValues` and `factValues`.
    static let columns = [
        "folder_id", "name", "device", "inode", "size", "mtime_ns", "ctime_ns", "facts_version", "state",
        "state_reason", "format", "media_type", "media_subtypes", "traits", "width", "height", "orientation",
        "wall_seconds", "wall_ms", "utc_offset", "time_source", "offset_source", "sort_key", "duration",
        "latitude", "longitude", "altitude", "rating", "title", "caption", "file_rating", "file_title",
        "file_caption", "burst_id", "camera_id", "lens_id", "place_id", "iso", "aperture", "exposure_time",
        "focal_length", "content_id", "motion_offset", "motion_length", "sidecar_stamp", "modified_at",
    ]
    /// Of a file that cannot be read, these are kept as a former reading found them.
    private static let fileColumnCount = 10
    /// A value that is not what the file said before is the person's own, and stays.
    private static let personal: Set<String> = ["rating", "title", "caption"]
    /// Columns of the capture time; the one that the person gave stays.
    static let timing: Set<String> = [
        "wall_seconds", "wall_ms", "utc_offset", "time_source", "offset_source", "sort_key",
    ]

    /// Columns of the place; the one that the person gave stays.
    static let placing = ["latitude", "longitude", "altitude"]
    /// Columns that a copy of a file has alike, besides time and place: what was read from its content, and is nobody
    /// else's say.
    private static let content = [
        "format", "media_type", "width", "height", "orientation", "duration", "file_rating", "file_title",
        "file_caption", "burst_id", "camera_id", "lens_id", "place_id", "iso", "aperture", "exposure_time",
        "focal_length", "content_id", "motion_offset", "motion_length",
    ]
    private static let wallClock = ["wall_seconds", "wall_ms"]

    /// SQL for whether two files are alike in everything that was read from them. A place or time that a person gave instead
    /// is not compared.
    static func sameFacts(
        _ isSame: (String) -> String, hasOwnPlace: String, hasOwnTime: String
    ) -> String {
        func areSame(_ columns: [String]) -> String { columns.map(isSame).joined(separator: " AND ") }
        return """
            \(areSame(content)) AND (\(hasOwnPlace) OR (\(areSame(placing))))
                AND (\(hasOwnTime) OR (\(areSame(wallClock))))
            """
    }

    private static let sameFactsSQL =
        "SELECT 1 FROM asset WHERE id = ? AND "
        + sameFacts(
            { "\($0) IS ?" }, hasOwnPlace: "is_own_place",
            hasOwnTime: "time_source IS \(TimeSource.person.rawValue)")

    private static let insertSQL = """
        INSERT INTO asset(\(columns.joined(separator: ", ")), uuid, added_at)
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?, ?)
        """

    private static let updateSQL: String = {
        let assignments = columns.map { assignment(of: $0) }
        return "UPDATE asset SET \(assignments.joined(separator: ", ")) WHERE id = ?"
    }()

    /// SQL that sets a column to what a file says; what the person said stays.
    static func assignment(of column: String) -> String {
        switch column {
        case _ where personal.contains(column):
            "\(column) = iif(\(column) IS file_\(column), ?, \(column))"
        case _ where timing.contains(column):
            "\(column) = iif(time_source IS \(TimeSource.person.rawValue), \(column), ?)"
        // Which photo stands for its burst is nothing that reading the file again finds out.
        case "traits": "traits = ? | traits & \(AssetTraits.ofBurst.rawValue)"
        case _ where placing.contains(column):
            "\(column) = iif(is_own_place, \(column), ?)"
        default: "\(column) = ?"
        }
    }

    private static let updateFileSQL = """
        UPDATE asset SET \(columns.prefix(fileColumnCount).map { "\($0) = ?" }.joined(separator: ", ")), \
        modified_at = ? WHERE id = ?
        """

    private func insert(_ file: FileRecord, folder: Int64) throws -> Int64 {
        let values = try fileValues(file, folder: folder) + factValues(file)
        try run(Self.insertSQL, values + [.blob(LocalIdentifier.random()), .integer(writer.now)])
        let row = connection.lastInsertRowID
        try setNames(row, file, isNew: true)
        return row
    }

    private func setNames(_ row: Int64, _ file: FileRecord, isNew: Bool = false) throws {
        guard let facts = file.facts else { return }
        try TraitMarks(connection: connection).record(facts.evidence, of: row, isNew: isNew)
        try setSidecars(facts.sidecars, of: row, isNew: isNew)
        try setKeywords(facts.keywords, of: row)
        try names.setPeople(facts.people, of: row)
    }

    private func setSidecars(_ sidecars: [Sidecar], of row: Int64, isNew: Bool) throws {
        if !isNew { try connection.execute("DELETE FROM sidecar WHERE asset_id = ?", row) }
        for sidecar in sidecars {
            try connection.execute(
                "INSERT INTO sidecar VALUES (?, ?, ?)", row, sidecar.kind.rawValue, sidecar.name)
        }
    }

    private func update(_ row: Int64, _ file: FileRecord, folder: Int64) throws {
        let values = fileValues(file, folder: folder)
        if file.facts == nil {
            try run(Self.updateFileSQL, values + [.integer(writer.now), .integer(row)])
        } else {
            try run(Self.updateSQL, values + factValues(file) + [.integer(row)])
        }
        try setNames(row, file)
    }

    private func run(_ sql: String, _ values: [Value]) throws {
        try connection.withStatement(sql, values) { while try $0.step() {} }
    }

    private func fileValues(_ file: FileRecord, folder: Int64) -> [Value] {
        [
            .integer(folder), .blob(file.name),
            .integer(Int64(bitPattern: file.stamp.device)), .integer(Int64(bitPattern: file.stamp.inode)),
            .integer(file.stamp.size), .integer(file.stamp.modificationTime), .integer(file.stamp.changeTime),
            .integer(file.isFinal ? Int64(DetectorVersion.current) : 0), .integer(file.state.stored.rawValue),
            .text(file.state.reason),
        ]
    }

    private func factValues(_ file: FileRecord) throws -> [Value] {
        let facts = file.facts ?? FileFacts(format: .unknown)
        let time = facts.captureTime
        let fileTime = file.stamp.modificationTime / 1_000_000
        return [
            .text(facts.format.rawValue), .integer(Int64(facts.mediaType.rawValue)),
            .integer(Int64(bitPattern: UInt64(facts.subtypes.rawValue))),
            .integer(AssetTraits(facts).rawValue),
            .integer(Int64(facts.displaySize.width)), .integer(Int64(facts.displaySize.height)),
            .integer(Int64(facts.orientation.rawValue)),
            .integer(time?.wallSeconds), .integer(Int64(time?.milliseconds ?? 0)),
            .integer(time?.utcOffset.map(Int64.init)), .integer((time?.source.rawValue).map(Int64.init)),
            .integer((time?.offsetSource?.rawValue).map(Int64.init)),
            .integer(time?.instantMilliseconds ?? time?.wallMilliseconds ?? fileTime),
            .real(facts.duration), .real(facts.location?.latitude), .real(facts.location?.longitude),
            .real(facts.location?.altitude), .integer(Int64(facts.rating ?? 0)), .text(facts.title),
            .text(facts.caption), .integer(Int64(facts.rating ?? 0)), .text(facts.title),
            .text(facts.caption),
            .text(facts.burstIdentifier), .integer(try names.row(.camera, facts.camera)),
            .integer(try names.row(.lens, facts.lensModel)),
            .integer(try names.row(.place, facts.place.title)),
            .integer(facts.iso.map(Int64.init)), .real(facts.aperture), .real(facts.exposureTime),
            .real(facts.focalLength), .text(facts.contentIdentifier?.lowercased()),
            .integer(facts.motionVideo?.offset), .integer(facts.motionVideo?.length),
            .integer(Sidecar.stamp(of: facts.sidecars)), .integer(writer.now),
        ]
    }

    /// Adds what the file says newly and takes away what it says no more. What the person added or took away is
    /// in neither.
    private func setKeywords(_ keywords: [String], of row: Int64) throws {
        let before = Set(
            try connection.all("SELECT keyword_id FROM file_keyword WHERE asset_id = ?", row) { $0.int64(0) })
        if before.isEmpty && keywords.isEmpty { return }
        var now: Set<Int64> = []
        for keyword in keywords.map(\.nfc) where !keyword.isEmpty {
            try connection.execute("INSERT OR IGNORE INTO keyword(title) VALUES (?)", keyword)
            if let id = try connection.int64("SELECT id FROM keyword WHERE title = ?", keyword) {
                now.insert(id)
            }
        }
        for table in ["asset_keyword", "file_keyword"] {
            for keyword in now.subtracting(before) {
                try connection.execute("INSERT OR IGNORE INTO \(table) VALUES (?, ?)", row, keyword)
            }
            for keyword in before.subtracting(now) {
                try connection.execute(
                    "DELETE FROM \(table) WHERE asset_id = ? AND keyword_id = ?", row, keyword)
            }
        }
    }
}

extension Value {
    fileprivate static func integer(_ value: Int64?) -> Value { value.map(Value.integer) ?? .null }
    fileprivate static func real(_ value: Double?) -> Value { value.map(Value.real) ?? .null }
    fileprivate static func text(_ value: String?) -> Value { value.map(Value.text) ?? .null }
}
