// SPDX-License-Identifier: GPL-3.0-or-later
// What a change means for an object or a fetch result that somebody holds.

/// An object before and after a change.
public struct ObjectChangeDetails<Element: LibraryObject>: Sendable {
    public let objectBeforeChanges: Element
    /// Nil where it was deleted, or the client does not see it any more.
    public let objectAfterChanges: Element?
    /// Whether the picture is another: its file was changed, or edited.
    public let assetContentChanged: Bool

    public var objectWasDeleted: Bool { objectAfterChanges == nil }
}

extension PhotoLibrary {
    /// What a change did to an asset; nil where it did nothing.
    public func changeDetails(for asset: Asset, in change: LibraryChange) async throws
        -> ObjectChangeDetails<Asset>?
    {
        guard change.accessChanged || change.assetRows?.contains(asset.rowID) ?? true else { return nil }
        let viewer = viewer
        let after = try await catalog.read { connection in
            try connection.canSee(row: asset.rowID, viewer) ? connection.assets(rows: [asset.rowID])[0] : nil
        }
        if !(change.assetRows?.contains(asset.rowID) ?? true), after != nil { return nil }
        return ObjectChangeDetails(
            objectBeforeChanges: asset, objectAfterChanges: after,
            assetContentChanged: after.map { $0.stamp != asset.stamp } ?? false)
    }

    /// What a change did to an album or smart album: its title, its place or its number of assets; nil where nothing.
    public func changeDetails(for collection: AssetCollection, in change: LibraryChange) async throws
        -> ObjectChangeDetails<AssetCollection>?
    {
        let found = try await fetchAssetCollections(withLocalIdentifiers: [collection.localIdentifier])
        let after = found.first
        if let after, after.title == collection.title, after.assetCount == collection.assetCount,
            after.parentIdentifier == collection.parentIdentifier
        {
            return nil
        }
        return ObjectChangeDetails(
            objectBeforeChanges: collection, objectAfterChanges: after, assetContentChanged: false)
    }

    /// A fresh result of the same fetch and what differs from `result`; nil where nothing does.
    ///
    /// Where the change cannot have touched which assets there are, or their order, nothing is fetched anew.
    public func changeDetails(for result: FetchResult<Asset>, in change: LibraryChange)
        async throws -> FetchResultChangeDetails<Asset>?
    {
        var query = result.storage.query
        query.viewer = viewer
        let holds =
            query == result.storage.query && result.storage.lastKnownGeneration >= change.fromGeneration
        if holds, query.isUnaffected(by: change) {
            return try await propertyDetails(for: result, in: change)
        }
        let after = try await catalog.fetch(query, for: client)
        let details = try await FetchResultChangeDetails(
            from: result, to: after, changedRows: change.assetRows)
        guard details.isEmpty else { return details }
        result.storage.isKnownToHold(at: after.generation)
        return nil
    }

    /// The same rows, of which some have other properties.
    private func propertyDetails(for result: FetchResult<Asset>, in change: LibraryChange) async throws
        -> FetchResultChangeDetails<Asset>?
    {
        try await result.storage.complete()
        // It may be newer than the change already.
        let generation = max(change.toGeneration, result.storage.lastKnownGeneration)
        var diff = SnapshotDiff()
        if let changed = change.assetRows {
            diff.changed = result.storage.rowIDs.withFilled { SnapshotDiff.indexes(of: changed, in: $0) }
        }
        guard change.assetRows == nil || !diff.changed.isEmpty else {
            result.storage.isKnownToHold(at: generation)
            return nil
        }
        let after = FetchResult(storage: FetchStorage(result.storage, at: generation))
        return FetchResultChangeDetails(
            before: result, after: after, diff, hasIncrementalChanges: change.assetRows != nil)
    }
}
