// SPDX-License-Identifier: GPL-3.0-or-later
// What importing a file does to an asset that is there already: out of Recently Deleted, and into the view of the
// client that has the file.

import SQLite

/// What taking in assets that were there before changed, by row.
struct Reentry: Sendable {
    /// They were in Recently Deleted.
    var restored: Set<Int64> = []
    /// The client could not see them.
    var claimed: Set<Int64> = []
}

extension Catalog {
    /// Takes those of `rows` out of Recently Deleted that are in it: to import a photo again is to want it. Those of
    /// `claims` come into the client's view, as what it added itself: it has the file.
    func reenter(_ rows: [Int64], claims: [Int64], client: ClientIdentifier) async throws -> Reentry {
        let trashed = try await read { connection in
            try rows.filter {
                try connection.int64("SELECT 1 FROM asset WHERE id = ? AND trashed_at IS NOT NULL", $0) != nil
            }
        }
        if trashed.isEmpty, claims.isEmpty { return Reentry() }
        return try await write { writer in
            var reentry = Reentry()
            for row in trashed {
                try writer.connection.execute(
                    "UPDATE asset SET trashed_at = NULL, modified_at = ? WHERE id = ? AND trashed_at IS NOT NULL",
                    writer.now, row)
                guard writer.connection.changeCount > 0 else { continue }
                reentry.restored.insert(row)
                writer.note(.asset, .updated, row: row)
            }
            for row in claims {
                try writer.connection.execute(
                    """
                    INSERT INTO limited_selection VALUES (?, ?, 1, ?)
                    ON CONFLICT DO UPDATE SET is_own = 1 WHERE is_own = 0
                    """, client.rawValue, row, writer.now)
                guard writer.connection.changeCount > 0 else { continue }
                reentry.claimed.insert(row)
                writer.note(.access, .updated, row: Int64(AccessLevel.readWrite.rawValue))
            }
            return reentry
        }
    }

    /// Those of `rows` that a view holds, hidden and deleted ones included.
    func rows(_ rows: [Int64], visibleTo viewer: Viewer) async throws -> Set<Int64> {
        if viewer == .everything { return Set(rows) }
        return try await read { connection in
            Set(try rows.filter { try connection.canSee(asset: $0, viewer) })
        }
    }
}
