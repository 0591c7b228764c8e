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
        let viewer = viewer
        let isNamed = change.assetRows?.contains(asset.rowID) ?? true
        // What is gone altogether is gone from a limited client's selection, too: nothing names it to that client.
        guard isNamed || change.accessChanged || viewer != .everything else { return nil }
        let after = try await catalog.read { connection in
            try connection.canSee(asset: asset.rowID, viewer)
                ? connection.assets(rows: [asset.rowID])[0] : nil
        }
        guard isNamed || after == nil else { return nil }
        return ObjectChangeDetails(
            objectBeforeChanges: asset, objectAfterChanges: after,
            assetContentChanged: after.map { $0.stamp != asset.stamp } ?? false)
    }

    /// What a change did to an album or smart album: its title, its place or its number of assets; nil where nothing.
    public func changeDetails(for collection: AssetCollection, in change: LibraryChange) async throws
        -> ObjectChangeDetails<AssetCollection>?
    {
        // Nobody changes what is kept nowhere.
        if case .transient = collection.content { return nil }
        let after = try await fetchAssetCollections(withLocalIdentifiers: [collection.localIdentifier]).first
        if let after, after.title == collection.title, after.assetCount == collection.assetCount,
            after.parentIdentifier == collection.parentIdentifier
        {
            return nil
        }
        return ObjectChangeDetails(
            objectBeforeChanges: collection, objectAfterChanges: after, assetContentChanged: false)
    }

    /// What a change did to a folder: its title, its place, or what stands in it and in which order; nil where nothing.
    public func changeDetails(for list: CollectionList, in change: LibraryChange) async throws
        -> ObjectChangeDetails<CollectionList>?
    {
        if case .transient = list.content { return nil }
        let after = try await fetchCollectionLists(withLocalIdentifiers: [list.localIdentifier]).first
        if let after, after.title == list.title, after.content == list.content,
            after.parentIdentifier == list.parentIdentifier
        {
            return nil
        }
        return ObjectChangeDetails(
            objectBeforeChanges: list, objectAfterChanges: after, assetContentChanged: false)
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
