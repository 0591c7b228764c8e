// SPDX-License-Identifier: GPL-3.0-or-later
// The fetches of collections, with exact counts as the client sees them.

import SQLite

extension PhotoLibrary {
    /// One smart album with its exact count.
    public func fetchSmartAlbum(_ subtype: AssetCollectionSubtype) async throws -> AssetCollection {
        let viewer = viewer
        guard let view = StandardView(subtype) else {
            throw LibraryError.notAllowed("\(subtype) is not a smart album")
        }
        return try await catalog.read { try $0.smartAlbum(subtype, view, viewer: viewer) }
    }

    /// Collections of a type, all subtypes where `subtype` is nil. Albums by title, smart albums by raw
    /// value.
    public func fetchAssetCollections(with type: AssetCollectionType, subtype: AssetCollectionSubtype? = nil)
        async throws -> [AssetCollection]
    {
        let viewer = viewer
        switch type {
        case .moment: return []
        case .smartAlbum:
            let subtypes = subtype.map { [$0] } ?? AssetCollectionSubtype.allCases
            return try await catalog.read { connection in
                try subtypes.compactMap { subtype in
                    try StandardView(subtype).map { try connection.smartAlbum(subtype, $0, viewer: viewer) }
                }
            }
        case .album:
            return try await catalog.read { connection in
                let condition = subtype == nil ? "1" : "subtype = \(subtype?.rawValue ?? 0)"
                return try connection.albums(where: condition, [], viewer: viewer)
            }
        }
    }

    /// Albums with exactly this title (NFC); titles are not unique.
    public func fetchAlbums(titled title: String) async throws -> [AssetCollection] {
        let viewer = viewer
        return try await catalog.read { connection in
            try connection.albums(where: "album.title = ?", [.text(title.nfc)], viewer: viewer)
        }
    }

    /// The albums an asset is in, by title.
    public func fetchAlbums(containing asset: Asset) async throws -> [AssetCollection] {
        let viewer = viewer
        return try await catalog.read { connection in
            guard try connection.canSee(row: asset.rowID, viewer) else {
                throw LibraryError.identifiersNotFound([asset.localIdentifier])
            }
            return try connection.albums(
                where: "album.id IN (SELECT album_id FROM album_member WHERE asset_id = ?)",
                [.integer(asset.rowID)], viewer: viewer)
        }
    }
}

extension Catalog {
    func isAlbumVisible(_ row: Int64, to viewer: Viewer) async throws -> Bool {
        try await read { connection in
            try !connection.albums(where: "album.id = ?", [.integer(row)], viewer: viewer).isEmpty
        }
    }
}

extension Connection {
    fileprivate func smartAlbum(
        _ subtype: AssetCollectionSubtype, _ view: StandardView, viewer: Viewer
    ) throws -> AssetCollection {
        let query = FetchQuery(source: .view(view), options: FetchOptions(), viewer: viewer)
        return AssetCollection(
            localIdentifier: "smart/\(subtype.rawValue)", type: .smartAlbum, subtype: subtype, title: nil,
            assetCount: try query.count(in: self, now: Clock.now()).total, parentIdentifier: nil, rowID: nil)
    }

    /// Albums by title, as a view shows them: a limited client sees those it made, with its own photos in
    /// them.
    func albums(where condition: String, _ values: [Value], viewer: Viewer) throws -> [AssetCollection] {
        var sql = """
            SELECT album.id, album.uuid, subtype, album.title, visible_count, list.uuid, album.parent_id
            FROM album JOIN collection_list AS list ON list.id = album.parent_id WHERE (\(condition))
            """
        var values = values
        switch viewer {
        case .everything: break
        case .nothing: return []
        case .limited(let client):
            sql += " AND album.created_by = ?"
            values.append(.text(client.rawValue))
        }
        return try withStatement(sql + " ORDER BY album.title, album.id", values) { statement in
            var albums: [AssetCollection] = []
            while try statement.step() { albums.append(try album(statement.row, viewer: viewer)) }
            return albums
        }
    }

    private func album(_ row: Row, viewer: Viewer) throws -> AssetCollection {
        var count = row.int(4)
        if viewer != .everything {
            let query = FetchQuery(source: .album(row.int64(0)), options: FetchOptions(), viewer: viewer)
            count = try query.count(in: self, now: 0).total
        }
        return AssetCollection(
            localIdentifier: LocalIdentifier.text(row.bytes(1)), type: .album,
            subtype: AssetCollectionSubtype(rawValue: row.int(2)) ?? .albumRegular, title: row.string(3),
            assetCount: count, parentIdentifier: row.int64(6) == 1 ? nil : LocalIdentifier.text(row.bytes(5)),
            rowID: row.int64(0))
    }
}
