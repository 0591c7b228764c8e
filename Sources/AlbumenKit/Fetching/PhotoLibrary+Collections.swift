// SPDX-License-Identifier: GPL-3.0-or-later
// The fetches of albums and smart albums, with exact counts as the client sees them.

import Foundation
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

    /// Collections of a type, all subtypes where `subtype` is nil. Albums by title, after imports by date; smart albums by raw
    /// value; moments by day. Imports and moments come the newest first.
    public func fetchAssetCollections(with type: AssetCollectionType, subtype: AssetCollectionSubtype? = nil)
        async throws -> [AssetCollection]
    {
        let viewer = viewer
        switch type {
        case .moment: return try await fetchMoments(by: .day)
        case .smartAlbum:
            let subtypes = subtype.map { [$0] } ?? AssetCollectionSubtype.allCases
            return try await catalog.read { connection in
                try subtypes.compactMap { subtype in
                    try StandardView(subtype).map { try connection.smartAlbum(subtype, $0, viewer: viewer) }
                }
                    + connection.albums(
                        where: subtypes.contains(.smartAlbumGeneric) ? "query IS NOT NULL" : "0", [],
                        viewer: viewer)
            }
        case .album:
            return try await catalog.read { connection in
                let condition = subtype.map { "subtype = \($0.rawValue)" } ?? "query IS NULL"
                return try connection.albums(where: condition, [], viewer: viewer)
            }
        }
    }

    /// Collections by identifier, of any type, in the caller's order.
    public func fetchAssetCollections(withLocalIdentifiers identifiers: [String]) async throws
        -> IdentifiedObjects<AssetCollection>
    {
        let viewer = viewer
        let found = try await catalog.read { connection in
            try identifiers.map { try connection.collection(identifier: $0, viewer: viewer) }
        }
        return IdentifiedObjects(identifiers, found: found)
    }

    /// Albums with exactly this title (NFC); titles are not unique.
    public func fetchAlbums(titled title: String) async throws -> [AssetCollection] {
        let viewer = viewer
        return try await catalog.read { connection in
            try connection.albums(
                where: "album.title = ? AND query IS NULL", [.text(title.nfc)], viewer: viewer)
        }
    }

    /// The collections of a type that an asset is in: albums by title, smart albums by raw value, the day of the moment.
    public func fetchAssetCollections(
        containing asset: Asset, with type: AssetCollectionType = .album
    ) async throws -> [AssetCollection] {
        let viewer = viewer
        return try await catalog.read { connection in
            guard try connection.canSee(asset: asset.rowID, viewer) else {
                throw LibraryError.identifiersNotFound([asset.localIdentifier])
            }
            switch type {
            case .album:
                return try connection.albums(
                    where: "album.id IN (SELECT album_id FROM album_member WHERE asset_id = ?)",
                    [.integer(asset.rowID)], viewer: viewer)
            case .smartAlbum:
                return try AssetCollectionSubtype.allCases.compactMap { subtype in
                    guard let view = StandardView(subtype), try connection.isIn(view, row: asset.rowID) else {
                        return nil
                    }
                    return try connection.smartAlbum(subtype, view, viewer: viewer)
                }
            case .moment:
                guard let day = try connection.int64("SELECT wall_day FROM asset WHERE id = ?", asset.rowID),
                    try connection.isIn(.library, row: asset.rowID)
                else { return [] }
                return try [connection.moment(MomentSpan(day: day), viewer: viewer)].compactMap { $0 }
            }
        }
    }

    /// When the first and the last asset of a collection were taken, on the time line that assets are sorted by; nil for
    /// one without assets. Reads all of them.
    public func fetchDates(of collection: AssetCollection) async throws -> ClosedRange<Date>? {
        let query = try await query(of: collection)
        return try await catalog.read { try query.dates(in: $0, now: Clock.now()) }
    }
}

extension PhotoLibrary {
    /// The query of a collection as this client sees it. Throws `identifiersNotFound` for an album that it does not
    /// see: not even the order of its photos must be learnt.
    func query(of collection: AssetCollection, _ options: FetchOptions = FetchOptions()) async throws
        -> FetchQuery
    {
        let viewer = viewer
        let source: FetchQuery.Source
        switch collection.content {
        case .view(let view): source = .view(view)
        case .moment(let span): source = .moment(span)
        case .transient(let rows): source = .rows(rows)
        case .album(let row):
            guard try await catalog.read({ try $0.canSee(album: row, viewer) }) else {
                throw LibraryError.identifiersNotFound([collection.localIdentifier])
            }
            if let query = collection.query {
                return .smartAlbum(query, options: options, viewer: viewer)
            }
            source = .album(row)
        }
        return FetchQuery(source: source, options: options, viewer: viewer)
    }
}
