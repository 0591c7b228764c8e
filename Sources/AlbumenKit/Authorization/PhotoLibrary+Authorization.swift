// SPDX-License-Identifier: GPL-3.0-or-later
// The client's standing, and the person's say in it.

import SQLite

extension PhotoLibrary {
    /// Where this client stands; kept in memory, never blocks, never prompts.
    public func authorizationStatus(for level: AccessLevel) -> AuthorizationStatus {
        catalog.access.status(of: client, for: level)
    }

    /// The person's answer, given through the app's dialog or `albumenctl`. Kept in the catalog. Arrives at
    /// observers as a change. `client` nil means this client.
    public func setAuthorization(
        _ status: AuthorizationStatus, for level: AccessLevel, client: ClientIdentifier? = nil
    ) async throws {
        try await catalog.setAccess(status, level: level, client: client ?? self.client)
    }

    /// What any client was granted, for `albumenctl authorization status`.
    public func authorizations() async throws -> [(
        client: ClientIdentifier, level: AccessLevel, status: AuthorizationStatus
    )] {
        try await catalog.read { try AccessTable.grants(in: $0) }.map { ($0.client, $0.level, $0.status) }
    }

    /// The assets that a limited client may see. Only meaningful while the status is `limited`.
    public func limitedSelection(of client: ClientIdentifier? = nil) async throws -> [String] {
        let client = client ?? self.client
        return try await catalog.read { connection in
            let sql = """
                SELECT uuid FROM limited_selection JOIN asset ON id = asset_id WHERE client = ?
                ORDER BY sort_key DESC, id DESC
                """
            return try connection.all(sql, client.rawValue) { LocalIdentifier.text($0.bytes(0)) }
        }
    }

    /// The person's choice; identifiers are resolved against the whole library. Arrives as a change. What the
    /// client added itself stays visible to it. To choose the same again is no change.
    public func setLimitedSelection(_ identifiers: [String], of client: ClientIdentifier? = nil) async throws
    {
        try await catalog.setLimitedSelection(identifiers, of: client ?? self.client)
    }
}

extension Catalog {
    func setAccess(_ status: AuthorizationStatus, level: AccessLevel, client: ClientIdentifier) async throws {
        let grant = AccessTable.Grant(client: client, level: level, status: status)
        try await write { [access] writer in
            let before = try AccessTable.grants(in: writer.connection)
            guard !before.contains(grant) else { return }
            // What was visible before and is not now cannot be listed: the client has to begin anew.
            try writer.connection.execute(
                "INSERT OR IGNORE INTO client_history VALUES (?, ?, ?, ?, ?)", writer.generation + 1,
                client.rawValue, HistoryObject.access.rawValue, Value.blob([]), HistoryChange.updated.rawValue
            )
            try writer.connection.execute(
                """
                INSERT INTO client_access VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET status = excluded.status, decided_at = excluded.decided_at
                """, client.rawValue, level.rawValue, status.rawValue, writer.now)
            writer.note(.access, .updated, row: Int64(level.rawValue))
            writer.beforeTelling { access.set(grant) }
        }
    }

    func setLimitedSelection(_ identifiers: [String], of client: ClientIdentifier) async throws {
        try await write { writer in
            let connection = writer.connection
            let rows = try connection.assetRows(identifiers: identifiers)
            let unknown = zip(identifiers, rows).filter { $1 == nil }.map { $0.0 }
            guard unknown.isEmpty else { throw LibraryError.identifiersNotFound(unknown) }
            // Only what comes or goes is touched: the client's history tells of that.
            let chosen = Set(rows.compactMap { $0 })
            func selection(isOwn: Bool) throws -> Set<Int64> {
                let sql = "SELECT asset_id FROM limited_selection WHERE client = ? AND is_own = ?"
                return Set(try connection.all(sql, client.rawValue, isOwn) { $0.int64(0) })
            }
            let before = try selection(isOwn: false)
            let gone = before.subtracting(chosen)
            let new = try chosen.subtracting(before).subtracting(selection(isOwn: true))
            guard !gone.isEmpty || !new.isEmpty else { return }
            for row in gone {
                try connection.execute(
                    "DELETE FROM limited_selection WHERE client = ? AND asset_id = ?", client.rawValue, row)
            }
            for row in new {
                try connection.execute(
                    "INSERT INTO limited_selection VALUES (?, ?, 0, ?)", client.rawValue, row,
                    writer.now)
            }
            writer.note(.access, .updated, row: Int64(AccessLevel.readWrite.rawValue))
        }
    }
}
