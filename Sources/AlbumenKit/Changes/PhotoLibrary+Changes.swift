// SPDX-License-Identifier: GPL-3.0-or-later
// All writing by clients happens here, in one transaction a call; and all observing.

import SQLite

/// What a change gave back, and how to take it back.
public struct ChangeOutcome<Result: Sendable>: Sendable {
    /// What the body returned.
    public let result: Result
    public let undo: UndoInformation
}

extension PhotoLibrary {
    /// Runs `body` inside one write transaction: all of it happens, or nothing. Denied clients get
    /// `notAuthorized`. Observers are told before this returns. `body` runs on the writer's thread; it must
    /// not wait.
    ///
    /// ```swift
    /// try await library.performChanges { changes in
    ///     let album = try changes.findOrCreateAlbum(title: "Summer")
    ///     try changes.request(forAlbum: album).addAssets(photos)
    ///     try changes.request(for: photos[0]).isFavorite = true
    /// }
    /// ```
    @discardableResult
    public func performChanges<Result: Sendable>(
        _ body: @escaping @Sendable (ChangeRequests) throws -> Result
    ) async throws -> ChangeOutcome<Result> {
        let client = client
        let (outcome, tiles) = try await catalog.write { [access = catalog.access] writer in
            let changes = try ChangeRequests(writer: writer, client: client, access: access)
            let result = try changes.run(body)
            let undo = UndoInformation(steps: changes.journal)
            return (ChangeOutcome(result: result, undo: undo), changes.tiles)
        }
        for tile in tiles { await thumbnails.store(tile.jpeg, for: tile.key, size: .small) }
        return outcome
    }

    /// Takes a change back as one change of its own, and returns how to redo it. What others have changed since is
    /// passed over. Files are never touched.
    @discardableResult
    public func undo(_ information: UndoInformation) async throws -> UndoInformation {
        try await performChanges { try $0.undo(information.steps) }.undo
    }

    /// Every change from now on, coalesced: a slow reader gets fewer, larger changes, never a stale one.
    /// Of assets that this client may not see it says nothing.
    public func changes() -> AsyncStream<LibraryChange> {
        // Weakly: the end of the library ends its streams.
        catalog.broadcaster.stream { [weak catalog, client] change in
            await catalog?.change(change, seenBy: client) ?? change
        }
    }
}

extension Catalog {
    /// A change with the assets that a client sees, and no others.
    fileprivate func change(
        _ change: LibraryChange, seenBy client: ClientIdentifier
    ) async -> LibraryChange {
        guard let rows = change.assetRows else { return change }
        switch viewer(of: client) {
        case .everything: return change
        case .nothing: return change.with(assetRows: [])
        case .limited:
            let sql = "SELECT asset_id FROM limited_selection WHERE client = ?"
            let selection = try? await read { try $0.all(sql, client.rawValue) { $0.int64(0) } }
            // Where it cannot be read any may have changed.
            return change.with(assetRows: selection.map(rows.intersection))
        }
    }
}
