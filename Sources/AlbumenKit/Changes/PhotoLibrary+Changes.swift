// SPDX-License-Identifier: GPL-3.0-or-later
// All writing by clients happens here, in one transaction a call; and all observing.

import SQLite

extension PhotoLibrary {
    /// Runs `body` inside one write transaction: all of it happens, or nothing. Denied clients get
    /// `notAuthorized`. Observers are told before this returns. `body` runs on the writer's thread; it must
    /// not wait.
    @discardableResult
    public func performChanges<Result: Sendable>(
        _ body: @escaping @Sendable (LibraryChangeRequests) throws -> Result
    ) async throws -> Result {
        let client = client
        return try await catalog.write { [access = catalog.access] writer in
            // The catalog's own word, not the copy in memory: another process may have taken the right away.
            let status = try access.status(of: client, for: .readWrite, in: writer.connection)
            let viewer = Viewer(client, status)
            guard viewer != .nothing else { throw LibraryError.notAuthorized(status) }
            return try body(LibraryChangeRequests(writer: writer, client: client, viewer: viewer))
        }
    }

    /// Every change from now on, coalesced: a slow reader gets fewer, larger changes, never a stale one.
    public func changes() -> AsyncStream<LibraryChange> { catalog.broadcaster.stream() }

    /// A fresh result of the same fetch and what differs from `result`; nil where nothing does.
    public func changeDetails(for result: FetchResult<Asset>, in change: LibraryChange)
        async throws -> FetchResultChangeDetails<Asset>?
    {
        var query = result.storage.query
        query.viewer = viewer
        let after = try await catalog.fetch(query)
        let diff = try await result.withAllRows { before in ContiguousArray(before) }
        return try await after.withAllRows { rows in
            SnapshotDiff(from: diff, to: rows, changedRows: change.assetRows ?? Set(rows))
        }.details(before: result, after: after)
    }
}

extension SnapshotDiff {
    fileprivate func details(
        before: FetchResult<Asset>, after: FetchResult<Asset>
    ) -> FetchResultChangeDetails<Asset>? {
        guard !isEmpty else { return nil }
        return FetchResultChangeDetails(
            before: before, after: after, removedIndexes: removed, insertedIndexes: inserted,
            changedIndexes: changed,
            moves: moves.map { FetchResultChangeDetails.Move(from: $0.from, to: $0.to) })
    }
}
