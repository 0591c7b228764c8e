// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the history: as one sum for observers, and change by change for programs that were away.

import SQLite

extension Connection {
    /// What happened after one generation up to another, as one change; nil where nothing did.
    func libraryChange(after first: Int64, upTo last: Int64) throws -> LibraryChange? {
        guard last > first else { return nil }
        var rows: Set<Int64>? = []
        var albumRows: Set<Int64> = []
        var collectionsChanged = false
        var accessChanged = false
        if try isHistoryKept(after: first) {
            let sql = """
                SELECT DISTINCT object_type, object_id FROM history WHERE generation > ? AND generation <= ?
                """
            try forEach(sql, first, last) { row in
                switch HistoryObject(rawValue: row.int64(0)) {
                case .asset where row.int64(1) == 0: rows = nil
                case .asset: rows?.insert(row.int64(1))
                case .album:
                    albumRows.insert(row.int64(1))
                    collectionsChanged = true
                case .list: collectionsChanged = true
                case .access, nil: accessChanged = true
                }
                if let count = rows?.count, count > CatalogWriter.assetRowLimit { rows = nil }
            }
        } else {
            (rows, albumRows, collectionsChanged, accessChanged) = (nil, [0], true, true)
        }
        return LibraryChange(
            fromGeneration: first, toGeneration: last, assetRows: rows,
            assetAspects: rows?.isEmpty == true ? [] : .everything, albumRows: albumRows,
            collectionsChanged: collectionsChanged, accessChanged: accessChanged)
    }

    /// Whether every change after a generation is still there. Each generation has at least one row.
    private func isHistoryKept(after generation: Int64) throws -> Bool {
        try int64("SELECT 1 FROM history WHERE generation = ? LIMIT 1", generation + 1) != nil
    }

    /// The changes after a token as a client's view shows them, at most `limit` of them.
    func history(
        since token: ChangeToken, limit: Int, client: ClientIdentifier, viewer: Viewer
    ) throws -> ChangeHistory {
        let now = try changeToken()
        guard token.catalog == now.catalog, token.generation <= now.generation else {
            return .resyncRequired(upTo: now)
        }
        if token == now { return .changes([], upTo: now) }
        let first = token.generation + 1
        let last = token.generation + min(now.generation - token.generation, Int64(max(1, limit)))
        // A change that cannot be told by name ends the list before it, and is the answer when it comes first.
        let untold = try isHistoryKept(after: token.generation) ? firstUntold(first, last, client) : first
        let end = (untold ?? last + 1) - 1
        guard end >= first else { return .resyncRequired(upTo: now) }
        let selected = try selections(of: client, after: token.generation)
        let changes = try (first...end).map { generation in
            var change = PersistentChange(token: ChangeToken(catalog: now.catalog, generation: generation))
            switch viewer {
            case .nothing: break
            case .everything: try readChange(generation, into: &change)
            case .limited:
                try readChange(generation, client: client.rawValue, into: &change)
                // What happened to an asset before it came into the selection is not the client's to know.
                change.assets.updated = change.assets.updated.filter { selected[$0] ?? 0 < generation }
            }
            return change
        }
        return .changes(changes, upTo: ChangeToken(catalog: now.catalog, generation: end))
    }

    /// The first change of a range that was too large to be kept by name, or that made this client's view another.
    private func firstUntold(_ first: Int64, _ last: Int64, _ client: ClientIdentifier) throws -> Int64? {
        try int64(
            """
            SELECT min(generation) FROM (
                SELECT generation FROM history
                    WHERE generation BETWEEN ?1 AND ?2 AND object_type = ?3 AND object_id = 0
                UNION ALL SELECT generation FROM client_history
                    WHERE generation BETWEEN ?1 AND ?2 AND client = ?4 AND object_type = ?5)
            """, first, last, HistoryObject.asset.rawValue, client.rawValue, HistoryObject.access.rawValue)
    }

    /// In which generation each asset last came into a client's selection, of those after one.
    private func selections(of client: ClientIdentifier, after generation: Int64) throws -> [String: Int64] {
        let sql = """
            SELECT identifier, max(generation) FROM client_history
            WHERE generation > ? AND client = ? AND object_type = ? AND change = ? GROUP BY identifier
            """
        let pairs = try all(
            sql, generation, client.rawValue, HistoryObject.asset.rawValue, HistoryChange.inserted.rawValue
        ) { (LocalIdentifier.text($0.bytes(0)), $0.int64(1)) }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    /// The whole change.
    private func readChange(_ generation: Int64, into change: inout PersistentChange) throws {
        let sql = """
            SELECT object_type, change, coalesce(identifier, CASE object_type
                WHEN 1 THEN (SELECT uuid FROM asset WHERE id = object_id)
                WHEN 2 THEN (SELECT uuid FROM album WHERE id = object_id)
                WHEN 3 THEN (SELECT uuid FROM collection_list WHERE id = object_id) END)
            FROM history WHERE generation = ?
            """
        try forEach(sql, generation) { change.add($0) }
    }

    /// What a limited client may know of a change: its own albums, its selection's comings and goings, and updates of the
    /// assets that are in it now.
    private func readChange(
        _ generation: Int64, client: String, into change: inout PersistentChange
    ) throws {
        try forEach(
            "SELECT object_type, change, identifier FROM client_history WHERE generation = ? AND client = ?",
            generation, client
        ) { change.add($0) }
        let updates = """
            SELECT object_type, change, coalesce(
                (SELECT uuid FROM asset JOIN limited_selection ON asset_id = id AND client = ?2
                    WHERE object_type = 1 AND id = object_id),
                (SELECT uuid FROM album WHERE object_type = 2 AND id = object_id AND created_by = ?2))
            FROM history
            WHERE generation = ?1
                AND (object_type = 1 AND change = 2 OR object_type = 2 AND change IN (1, 2) OR object_type = 4)
            """
        try forEach(updates, generation, client) { change.add($0) }
    }
}

extension PersistentChange {
    /// Takes in a row of type, change, identifier.
    fileprivate mutating func add(_ row: Row) {
        switch HistoryObject(rawValue: row.int64(0)) {
        case .asset: Self.add(row, to: &assets)
        case .album: Self.add(row, to: &assetCollections)
        case .list: Self.add(row, to: &collectionLists)
        case .access, nil: accessChanged = true
        }
    }

    private static func add(_ row: Row, to changes: inout PersistentObjectChanges) {
        // Without an identifier it is gone by now, and a later change says so; or this client may not see it.
        guard !row.isNull(2), let change = HistoryChange(rawValue: row.int64(1)) else { return }
        let identifier = LocalIdentifier.text(row.bytes(2))
        switch change {
        case .inserted: changes.inserted.insert(identifier)
        case .updated where !changes.inserted.contains(identifier): changes.updated.insert(identifier)
        case .updated: break
        case .deleted: changes.deleted.insert(identifier)
        }
    }
}
