// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the history: as one sum for observers, and change by change for programs that were away.

import SQLite

extension Connection {
    /// What happened after one generation up to another, as one change; nil where nothing did.
    func libraryChange(after first: Int64, upTo last: Int64) throws -> LibraryChange? {
        guard last > first else { return nil }
        var rows: Set<Int64>? = []
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
                case .album, .list: collectionsChanged = true
                case .access, nil: accessChanged = true
                }
                if let count = rows?.count, count > CatalogWriter.assetRowLimit { rows = nil }
            }
        } else {
            (rows, collectionsChanged, accessChanged) = (nil, true, true)
        }
        return LibraryChange(
            fromGeneration: first, toGeneration: last, assetRows: rows,
            collectionsChanged: collectionsChanged, accessChanged: accessChanged)
    }

    /// Whether every change after a generation is still there. Each generation has at least one row.
    private func isHistoryKept(after generation: Int64) throws -> Bool {
        try int64("SELECT 1 FROM history WHERE generation = ? LIMIT 1", generation + 1) != nil
    }

    /// The changes after a token as a view shows them, at most `limit` of them.
    func history(since token: ChangeToken, limit: Int, viewer: Viewer) throws -> ChangeHistory {
        let now = try changeToken()
        guard token.catalog == now.catalog, token.generation <= now.generation else {
            return .resyncRequired(upTo: now)
        }
        if token == now { return .changes([], upTo: now) }
        let range = token.generation + 1...min(now.generation, token.generation + Int64(max(1, limit)))
        // A change that is not known by name ends the list before it, and is the answer when it comes first.
        let unnamed =
            try isHistoryKept(after: token.generation)
            ? try int64(
                """
                SELECT min(generation) FROM history
                WHERE generation BETWEEN ? AND ? AND object_type = ? AND object_id = 0
                """, range.lowerBound, range.upperBound, HistoryObject.asset.rawValue)
            : range.lowerBound
        let end = (unnamed ?? range.upperBound + 1) - 1
        guard end >= range.lowerBound else { return .resyncRequired(upTo: now) }
        let changes = try (range.lowerBound...end).map { generation in
            var change = PersistentChange(token: ChangeToken(catalog: now.catalog, generation: generation))
            switch viewer {
            case .nothing: break
            case .everything: try readChange(generation, into: &change)
            case .limited(let client): try readChange(generation, client: client.rawValue, into: &change)
            }
            return change
        }
        return .changes(changes, upTo: ChangeToken(catalog: now.catalog, generation: end))
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
