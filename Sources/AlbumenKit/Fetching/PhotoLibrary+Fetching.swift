// SPDX-License-Identifier: GPL-3.0-or-later
// The fetches. Each goes through the client's view. OWNER: catalog.

extension PhotoLibrary {
    /// The whole library, newest first by default, without hidden and deleted assets.
    /// A client that is denied gets an empty result.
    public func fetchAssets(options: FetchOptions = FetchOptions()) async throws -> FetchResult<Asset> {
        fatalError("catalog")
    }

    /// The assets of a collection, in its own order by default.
    public func fetchAssets(in collection: AssetCollection, options: FetchOptions = FetchOptions())
        async throws -> FetchResult<Asset>
    { fatalError("catalog") }

    /// Assets by identifier, in the caller's order; hidden ones too. Unknown ones throw `identifiersNotFound`.
    public func fetchAssets(withLocalIdentifiers identifiers: [String]) async throws -> [Asset] {
        fatalError("catalog")
    }

    /// The asset of a file, if the client can see one.
    public func fetchAsset(at path: FilePath) async throws -> Asset? { fatalError("catalog") }

    /// One smart album with its exact count.
    public func fetchSmartAlbum(_ subtype: AssetCollectionSubtype) async throws -> AssetCollection {
        fatalError("catalog")
    }

    /// Collections of a type, all subtypes where `subtype` is nil. Albums by title, smart albums by raw value.
    public func fetchAssetCollections(with type: AssetCollectionType, subtype: AssetCollectionSubtype? = nil)
        async throws -> [AssetCollection]
    { fatalError("catalog") }

    /// Albums with exactly this title (NFC); titles are not unique.
    public func fetchAlbums(titled title: String) async throws -> [AssetCollection] { fatalError("catalog") }

    /// Keywords of an asset, and the titles of the albums it is in.
    public func fetchKeywords(of asset: Asset) async throws -> [String] { fatalError("catalog") }
    public func fetchAlbums(containing asset: Asset) async throws -> [AssetCollection] {
        fatalError("catalog")
    }
}
