// SPDX-License-Identifier: GPL-3.0-or-later
// From a damaged catalog to a new one: everything that can still be read, row by row, under the same row ids. What is
// not a valid row of the new catalog is left behind; its own constraints say so.

import Metadata
import SQLite

/// What was brought over from a damaged catalog, and what was not.
struct Salvage: Sendable, Equatable {
    var saved: [CatalogRecovery.Part: Int] = [:]
    /// Parts that could not be read in full.
    var lost: Set<CatalogRecovery.Part> = Set(CatalogRecovery.Part.allCases)
}

/// Copies what is readable. Blocking; belongs to one thread.
final class CatalogSalvager {
    private let damaged: Connection
    private let fresh: Connection
    private var lost: Set<CatalogRecovery.Part> = []

    private init(damaged: Connection, fresh: Connection) {
        self.damaged = damaged
        self.fresh = fresh
    }

    /// Makes a catalog at `target` with what can be read of the one at `source`, which is not changed. Throws where the
    /// new one cannot be written.
    static func salvage(_ source: FilePath, into target: FilePath) throws -> Salvage {
        let fresh = try Connection(path: target.bytes)
        try CatalogSchema.migrator.migrate(fresh, applicationID: CatalogSchema.applicationID)
        // So that no row comes over that points nowhere.
        try fresh.execute("PRAGMA foreign_keys = ON")
        guard let damaged = try? Connection(path: source.bytes, mode: .readOnly),
            // Cells that cannot be are found before they are read.
            (try? damaged.execute("PRAGMA cell_size_check = ON")) != nil,
            (try? damaged.int64("SELECT count(*) FROM sqlite_schema")) != nil
        else { return Salvage() }
        let salvager = CatalogSalvager(damaged: damaged, fresh: fresh)
        return try fresh.transaction {
            try salvager.copyAll()
            // What triggers noted must be in the index of words before the commit.
            try SearchIndexer(connection: fresh).update()
            return Salvage(saved: try salvager.count(), lost: salvager.lost)
        }
    }

    // MARK: Tables

    private func copyAll() throws {
        try copy("watched_folder", .watchedFolders)
        try copy("client_access", .access, order: ["client", "level"], isInteger: false)
        try copy("folder", .photos, alsoFrom: [("sqlite_autoindex_folder_1", ["path"], false)])
        try copy("collection_list", .albums)
        try copy("album", .albums, except: ["visible_count", "key_asset_id"])
        try copy("keyword", .keywords, alsoFrom: [("sqlite_autoindex_keyword_1", ["title"], false)])
        try copy("name", nil)
        // Camera and lens are read from the files again; a lost name must not cost the photo.
        // Parts find their assets again when the files are read.
        try copy(
            "asset", .photos, except: ["camera_id", "lens_id", "place_id", "part_of", "part_kind"],
            isSane: Self.isSane)
        try copyReference("place_id", of: "asset", to: "name")
        if lost.contains(.photos) { try addPhotosFromIndexes() }
        try copyReference("key_asset_id", of: "album", to: "asset")
        // Written by triggers, but for catalogs older than the column.
        try fresh.execute(
            """
            UPDATE asset SET left_out = \(CatalogSchema.leftOutOfParts)
            WHERE left_out <> \(CatalogSchema.leftOutOfParts)
            """)
        // What the files say is read anew: a bad page may have gone unnoticed.
        try fresh.execute("UPDATE asset SET facts_version = 0")
        try copy(
            "album_member", .albums, order: ["asset_id", "album_id"],
            alsoFrom: [("album_member_order", ["album_id", "position"], true)])
        try copy(
            "asset_keyword", .keywords, order: ["asset_id", "keyword_id"],
            alsoFrom: [("asset_keyword_keyword", ["keyword_id", "asset_id"], true)])
        try copy("file_keyword", nil, order: ["asset_id", "keyword_id"])
        try copy("asset_person", nil, order: ["asset_id", "person_id"])
        try copy("own_person", .photos, order: ["asset_id", "person_id"])
        try copy("limited_selection", .access, order: ["client", "asset_id"], isInteger: false)
        try copy("trait", .photos, order: ["asset_id", "trait"])
    }

    /// Copies a column that points at a row of `target`, where that row has come over.
    private func copyReference(_ column: String, of table: String, to target: String) throws {
        let reader = DamagedTable(
            connection: damaged, table: table, columns: ["id", column], source: "NOT INDEXED", order: ["id"],
            keys: keys("id", of: table))
        let sql = "UPDATE \(table) SET \(column) = ?2 WHERE id = ?1 AND ?2 IN (SELECT id FROM \(target))"
        _ = try reader.forEach { _ = try insert(sql, $0) }
    }

    /// - Parameters:
    ///   - part: what is lost with its rows; nil where the files say it again.
    ///   - order: the columns that the table's own pages are sorted by; the first is halved where it is an integer.
    ///   - alsoFrom: indexes that hold all of the table's columns, with their order. Read where the table has gaps.
    private func copy(
        _ table: String, _ part: CatalogRecovery.Part?, order: [String] = ["id"], isInteger: Bool = true,
        except: Set<String> = [], alsoFrom indexes: [(name: String, order: [String], isInteger: Bool)] = [],
        isSane: ([String: Value]) -> Bool = { _ in true }
    ) throws {
        // An older catalog has fewer columns.
        let wanted = try columns(of: table, fresh).filter { !except.contains($0) }
        guard let there = try? Set(columns(of: table, damaged)), !there.isEmpty else {
            lose(part)
            return
        }
        let columns = wanted.filter(there.contains)
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT OR IGNORE INTO \(table)(\(columns.joined(separator: ", "))) VALUES (\(marks))"
        func take(_ values: [Value]) throws {
            let isWhole = isSane(Dictionary(uniqueKeysWithValues: zip(columns, values)))
            if try !isWhole || !insert(sql, values) { lose(part) }
        }
        let sources =
            [("NOT INDEXED", order, isInteger)]
            + indexes.map { ("INDEXED BY \($0.name)", $0.order, $0.isInteger) }
        for (source, order, isInteger) in sources {
            let reader = DamagedTable(
                connection: damaged, table: table, columns: columns, source: source, order: order,
                keys: isInteger ? keys(order[0], of: table) : nil)
            if try reader.forEach(take) { return }
        }
        lose(part)
    }

    private func lose(_ part: CatalogRecovery.Part?) {
        if let part { lost.insert(part) }
    }

    /// False where the row is none that a catalog can hold, such as one of an album that was lost.
    private func insert(_ sql: String, _ values: [Value]) throws -> Bool {
        do {
            try fresh.withStatement(sql, values) { while try $0.step() {} }
            return true
        } catch let error as SQLiteError where error.code == .constraint {
            return false
        }
    }

    private func columns(of table: String, _ connection: Connection) throws -> [String] {
        try connection.all("SELECT name FROM pragma_table_info(?)", table) { $0.string(0) }
    }

    /// The values that an integer column can have: from 1 to the highest row ever given, as far as the file says so. Nil where
    /// it says nothing, as of an empty table.
    private func keys(_ column: String, of table: String) -> ClosedRange<Int64>? {
        let owner = [
            "asset_id": "asset", "album_id": "album", "keyword_id": "keyword", "folder_id": "folder",
        ]
        let table = owner[column] ?? table
        let sources =
            ["SELECT max(id) FROM \(table)", "SELECT seq FROM sqlite_sequence WHERE name = '\(table)'"]
            + (Self.references[table].map { ["SELECT max(\($0.column)) FROM \($0.table)"] } ?? [])
        let known = sources.compactMap { (try? damaged.int64($0)) ?? nil }
        return known.max().map { 1...max(1, $0) }
    }

    /// Columns that say rows of tables without a sequence.
    private static let references: [String: (table: String, column: String)] = [
        "folder": ("asset", "folder_id"), "keyword": ("asset_keyword", "keyword_id"),
        "asset": ("asset_keyword", "asset_id"),
    ]

    // MARK: Photos

    private static func isSane(_ asset: [String: Value]) -> Bool {
        guard case .blob(let uuid) = asset["uuid"], case .blob(let name) = asset["name"] else { return false }
        return uuid.count == LocalIdentifier.byteCount && !name.isEmpty
    }

    /// Photos whose row cannot be read, as far as the indexes still tell of them: identity, place, favourite, hidden,
    /// deleted. The rest is read from their files.
    private func addPhotosFromIndexes() throws {
        var photos: [Int64: [String: Value]] = [:]
        let known = Set(try fresh.all("SELECT id FROM asset") { $0.int64(0) })
        // Before version 6 it was the person's say alone.
        let hidden =
            (try? columns(of: "asset", damaged))?.contains("left_out") == true ? "left_out" : "is_hidden"
        func gather(_ index: String, _ columns: [String], isInteger: Bool = true) throws {
            let reader = DamagedTable(
                connection: damaged, table: "asset", columns: ["id"] + columns, source: "INDEXED BY \(index)",
                order: columns,
                keys: !isInteger ? nil : columns[0] == "folder_id" ? keys("folder_id", of: "asset") : 0...3)
            _ = try reader.forEach { values in
                guard case .integer(let row) = values[0], !known.contains(row) else { return }
                for (column, value) in zip(columns, values.dropFirst()) {
                    photos[row, default: [:]][column] = value
                }
            }
        }
        try gather("sqlite_autoindex_asset_2", ["folder_id", "name"])
        try gather("sqlite_autoindex_asset_1", ["uuid"], isInteger: false)
        try gather("asset_library", [hidden, "trashed_at", "sort_key"])
        try gather("asset_added", [hidden, "trashed_at", "added_at"])
        try gatherFavorites(&photos, known, hidden)
        for (row, values) in photos.sorted(by: { $0.key < $1.key }) {
            guard let folder = values["folder_id"], let name = values["name"] else { continue }
            _ = try insert(
                Self.insertPhotoSQL,
                [
                    .integer(row), values["uuid"] ?? .blob(LocalIdentifier.random()), folder, name,
                    values["sort_key"] ?? .integer(0), values["added_at"] ?? .integer(Clock.now()),
                    .integer(Clock.now()), values["is_favorite"] ?? .integer(0),
                    Self.isHidden(values[hidden]),
                    values["trashed_at"] ?? .null,
                ])
        }
    }

    private static func isHidden(_ value: Value?) -> Value {
        guard case .integer(let bits) = value else { return .integer(0) }
        return .integer(bits & 1)
    }

    /// The index holds favourites only, and its condition has to be in the query.
    private func gatherFavorites(
        _ photos: inout [Int64: [String: Value]], _ known: Set<Int64>, _ hidden: String
    ) throws {
        for direction in ["ASC", "DESC"] {
            let sql = """
                SELECT id FROM asset INDEXED BY asset_favorites WHERE is_favorite = 1
                ORDER BY \(hidden) \(direction), trashed_at \(direction), sort_key \(direction)
                """
            var rows: [Int64] = []
            // What came before a bad page counts.
            try? damaged.forEach(sql) { rows.append($0.int64(0)) }
            for row in rows where !known.contains(row) {
                photos[row, default: [:]]["is_favorite"] = .integer(1)
            }
        }
    }

    /// Offline until a scan finds the file, which then reads it: no size or time agrees.
    private static let insertPhotoSQL = """
        INSERT OR IGNORE INTO asset(id, uuid, folder_id, name, sort_key, added_at, modified_at, is_favorite, is_hidden,
            trashed_at, format, device, inode, size, mtime_ns, ctime_ns, facts_version, state, media_type,
            media_subtypes, width, height, orientation)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unknown', 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1)
        """

    // MARK: Result

    private func count() throws -> [CatalogRecovery.Part: Int] {
        let tables: [CatalogRecovery.Part: String] = [
            .watchedFolders: "watched_folder", .photos: "asset", .albums: "album", .keywords: "keyword",
            .access: "client_access",
        ]
        return try tables.mapValues { Int(try fresh.int64("SELECT count(*) FROM \($0)") ?? 0) }
    }
}
