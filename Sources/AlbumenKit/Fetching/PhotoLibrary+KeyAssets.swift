// SPDX-License-Identifier: GPL-3.0-or-later
// The assets that stand for a collection, such as on its tile.

import SQLite

extension PhotoLibrary {
    /// The assets that represent a collection, the best first: of an album the one that the person chose, then those that
    /// stand last in it, which is where new ones go; of a smart album the newest in its own order; of a moment the last
    /// taken; of a transient collection the first. Empty for an empty collection.
    public func fetchKeyAssets(in collection: AssetCollection, limit: Int = 1) async throws -> [Asset] {
        guard limit > 0 else { return [] }
        var query = try await query(of: collection)
        switch query.source {
        case .album, .moment: query.isReversed = true
        case .view, .burst, .rows: break
        }
        let (viewer, album) = (viewer, collection.rowID)
        return try await catalog.read { [query] connection in
            let last = try query.prepared(in: connection).rows(now: Clock.now(), limit: limit)
            var rows = try connection.withStatement(last.sql, last.values) { statement in
                var rows: [Int64] = []
                while try statement.step() { rows.append(statement.row.int64(0)) }
                return rows
            }
            if let album, let chosen = try connection.chosenKeyAsset(of: album, viewer: viewer) {
                rows = Array(([chosen] + rows.filter { $0 != chosen }).prefix(limit))
            }
            return try connection.assets(rows: rows).compactMap { $0 }
        }
    }
}

extension Connection {
    /// The asset that the person chose for an album, as long as it is one of the album's and shown.
    fileprivate func chosenKeyAsset(of album: Int64, viewer: Viewer) throws -> Int64? {
        let row = try int64(
            """
            SELECT asset.id FROM album JOIN asset ON asset.id = album.key_asset_id
            JOIN album_member ON album_member.asset_id = asset.id AND album_member.album_id = album.id
            WHERE album.id = ? AND left_out = 0 AND trashed_at IS NULL
            """, album)
        return try row.flatMap { try canSee(asset: $0, viewer) ? $0 : nil }
    }
}
