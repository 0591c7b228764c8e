// SPDX-License-Identifier: GPL-3.0-or-later
// The fetches of assets. Each goes through the client's view.

import Metadata
import SQLite

extension PhotoLibrary {
    /// The whole library, newest first by default, without hidden and deleted assets.
    /// A client that is denied gets an empty result.
    public func fetchAssets(options: FetchOptions = FetchOptions()) async throws -> FetchResult<Asset> {
        try await catalog.fetch(
            FetchQuery(source: .view(.library), options: options, viewer: viewer), for: client)
    }

    /// Everything of one media type.
    public func fetchAssets(with type: MediaType, options: FetchOptions = FetchOptions()) async throws
        -> FetchResult<Asset>
    {
        try await catalog.fetch(
            FetchQuery(source: .view(StandardView(type)), options: options, viewer: viewer), for: client)
    }

    /// The photos of one burst as they were taken: the one that represents it and those that the person picked, or, with
    /// `includeAllBurstAssets`, all.
    public func fetchAssets(
        withBurstIdentifier identifier: String, options: FetchOptions = FetchOptions()
    ) async throws -> FetchResult<Asset> {
        try await catalog.fetch(
            FetchQuery(source: .burst(identifier), options: options, viewer: viewer), for: client)
    }

    /// The assets of a collection, in its own order by default.
    public func fetchAssets(in collection: AssetCollection, options: FetchOptions = FetchOptions())
        async throws -> FetchResult<Asset>
    {
        try await catalog.fetch(try await query(of: collection, options), for: client)
    }

    /// Assets by identifier, in the caller's order; hidden, deleted and folded ones too. What the client cannot see is
    /// `missing`, as is what there is not.
    public func fetchAssets(withLocalIdentifiers identifiers: [String]) async throws -> IdentifiedObjects<
        Asset
    > {
        let viewer = viewer
        let found = try await catalog.read { connection in
            try connection.visibleRows(identifiers: identifiers, viewer: viewer).map { row in
                try row.flatMap { try connection.assets(rows: [$0])[0] }
            }
        }
        return IdentifiedObjects(identifiers, found: found)
    }

    /// The asset of a file, if the client can see one.
    public func fetchAsset(at path: FilePath) async throws -> Asset? {
        let viewer = viewer
        guard let folder = path.parent else { return nil }
        return try await catalog.read { connection in
            let asset = try connection.first(
                Asset.selectSQL + "folder.path = ? AND name = ?", folder.bytes, path.lastComponent.bytes
            ) { Asset(row: $0) }
            guard let asset, try connection.canSee(asset: asset.rowID, viewer) else { return nil }
            return asset
        }
    }

    /// Keywords of an asset, by title.
    public func fetchKeywords(of asset: Asset) async throws -> [String] {
        try await fetchKeywords(of: [asset])[0]
    }

    /// Keywords of each of these assets, by title, in one read.
    public func fetchKeywords(of assets: [Asset]) async throws -> [[String]] {
        try await fetchEach(
            of: assets,
            """
            SELECT title FROM asset_keyword JOIN keyword ON keyword.id = keyword_id WHERE asset_id = ?
            ORDER BY title
            """
        ) { $0.string(0) }
    }

    /// The people that are on these assets, and where, as their files or somebody else says, by name, in one
    /// read.
    public func fetchPeople(of assets: [Asset]) async throws -> [[PersonInPicture]] {
        try await fetchEach(
            of: assets,
            """
            SELECT title, x, y, width, height FROM known_person JOIN name ON name.id = person_id
            WHERE asset_id = ? ORDER BY title
            """
        ) { row in
            let edges = (1...4).compactMap { row.optionalDouble($0) }
            let region =
                edges.count == 4
                ? UnitRect(x: edges[0], y: edges[1], width: edges[2], height: edges[3]) : nil
            return PersonInPicture(name: row.string(0), region: region)
        }
    }

    /// What a query gives for each asset's row. Throws `identifiersNotFound` with all that the client cannot see.
    private func fetchEach<T: Sendable>(
        of assets: [Asset], _ sql: String, _ transform: @escaping @Sendable (Row) -> T
    ) async throws -> [[T]] {
        let viewer = viewer
        return try await catalog.read { connection in
            let hidden = try assets.filter { try !connection.canSee(asset: $0.rowID, viewer) }
            guard hidden.isEmpty else {
                throw LibraryError.identifiersNotFound(hidden.map(\.localIdentifier))
            }
            return try assets.map { try connection.all(sql, $0.rowID, transform: transform) }
        }
    }

    /// Drops every asset that is kept in memory for fetch results, under memory pressure. They are read again when they
    /// are asked for.
    public func purgeCachedAssets() { catalog.assets.removeAll() }
}

extension Connection {
    /// Whether the view holds this asset, hidden and deleted ones included.
    func canSee(asset row: Int64, _ viewer: Viewer) throws -> Bool {
        switch viewer {
        case .everything: true
        case .nothing: false
        case .limited(let client):
            try int64(
                "SELECT 1 FROM limited_selection WHERE client = ? AND asset_id = ?", client.rawValue, row)
                != nil
        }
    }

    /// Whether there is this album and the view holds it: a limited client has those that it made.
    func canSee(album row: Int64, _ viewer: Viewer) throws -> Bool {
        switch viewer {
        case .everything: try int64("SELECT 1 FROM album WHERE id = ?", row) != nil
        case .nothing: false
        case .limited(let client):
            try int64("SELECT 1 FROM album WHERE id = ? AND created_by = ?", row, client.rawValue) != nil
        }
    }

    /// Rows of identifiers that the view holds; nil for all others: a client cannot tell what it may not see from what
    /// there is not.
    func visibleRows(identifiers: [String], viewer: Viewer) throws -> [Int64?] {
        try assetRows(identifiers: identifiers).map { row in
            try row.flatMap { try canSee(asset: $0, viewer) ? $0 : nil }
        }
    }
}
