// SPDX-License-Identifier: GPL-3.0-or-later
// Which assets a client may be told of.

import SQLite

extension Catalog {
    /// Those of `rows` that a view holds, hidden and deleted ones included.
    func rows(_ rows: [Int64], visibleTo viewer: Viewer) async throws -> Set<Int64> {
        if viewer == .everything { return Set(rows) }
        return try await read { connection in
            Set(try rows.filter { try connection.canSee(asset: $0, viewer) })
        }
    }
}
