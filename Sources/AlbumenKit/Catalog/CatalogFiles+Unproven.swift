// SPDX-License-Identifier: GPL-3.0-or-later
// Photos of which only the facts were read. They are kept in mind until their picture was decoded once.

import SQLite

extension Catalog {
    /// Rows of photos that are not known to decode, newest first. Those that are away wait.
    func unprovenRows() async throws -> [Int64] {
        try await read { connection in
            let sql = """
                SELECT asset.id FROM unproven JOIN asset ON asset.id = asset_id WHERE state = 0
                ORDER BY sort_key DESC, asset.id DESC
                """
            return try connection.all(sql) { $0.int64(0) }
        }
    }

    /// Nobody needs to be told: nothing of an asset changes.
    func markProven(_ rows: [Int64]) async throws {
        guard !rows.isEmpty else { return }
        try await write { writer in
            for row in rows {
                try writer.connection.execute("DELETE FROM unproven WHERE asset_id = ?", row)
            }
        }
    }
}
