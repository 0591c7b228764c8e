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
        let after = try await catalog.fetch(query)
        let details = try await FetchResultChangeDetails(
            from: result, to: after, changedRows: change.assetRows)
        return details.isEmpty ? nil : details
    }

    /// The same rows, of which some have other properties.
    private func propertyDetails(for result: FetchResult<Asset>, in change: LibraryChange) async throws
        -> FetchResultChangeDetails<Asset>?
    {
        try await result.storage.complete()
        var diff = SnapshotDiff()
        if let changed = change.assetRows {
            diff.changed = result.storage.rowIDs.withFilled { SnapshotDiff.indexes(of: changed, in: $0) }
        }
        guard change.assetRows == nil || !diff.changed.isEmpty else {
            result.storage.isKnownToHold(at: change.toGeneration)
            return nil
        }
        let after = FetchResult(storage: FetchStorage(result.storage, at: change.toGeneration))
        return FetchResultChangeDetails(
            before: result, after: after, diff, hasIncrementalChanges: change.assetRows != nil)
    }
}
