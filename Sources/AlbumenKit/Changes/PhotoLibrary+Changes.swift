// SPDX-License-Identifier: GPL-3.0-or-later
// All writing by clients happens here, in one transaction a call. OWNER: catalog.

extension PhotoLibrary {
    /// Runs `body` inside one write transaction: all of it happens, or nothing. Denied clients get
    /// `notAuthorized`. Observers are told before this returns.
    @discardableResult
    public func performChanges<Result: Sendable>(
        _ body: @escaping @Sendable (LibraryChangeRequests) throws -> Result
    ) async throws -> Result { fatalError("catalog") }

    /// Every change from now on, coalesced: a slow reader gets fewer, larger changes, never a stale one.
    public func changes() -> AsyncStream<LibraryChange> { fatalError("catalog") }

    /// A fresh result of the same fetch and what differs from `result`; nil where nothing does.
    public func changeDetails(for result: FetchResult<Asset>, in change: LibraryChange)
        async throws -> FetchResultChangeDetails<Asset>?
    { fatalError("catalog") }
}

/// The requests of one change; exists only inside `performChanges`, and applies them in the order made.
public final class LibraryChangeRequests {
    init() {}

    /// Throws `identifiersNotFound` where the client cannot see one of them.
    public func setFavorite(_ isFavorite: Bool, forAssets identifiers: [String]) throws {
        fatalError("catalog")
    }
    public func setHidden(_ isHidden: Bool, forAssets identifiers: [String]) throws { fatalError("catalog") }
    /// Moves to Recently Deleted; album memberships are kept for `restoreAssets`.
    public func deleteAssets(_ identifiers: [String]) throws { fatalError("catalog") }
    public func restoreAssets(_ identifiers: [String]) throws { fatalError("catalog") }

    /// The album with exactly this title, made if there is none. Returns its local identifier.
    public func findOrCreateAlbum(titled title: String) throws -> String { fatalError("catalog") }
    public func createAlbum(titled title: String) throws -> String { fatalError("catalog") }
    public func renameAlbum(_ identifier: String, to title: String) throws { fatalError("catalog") }
    public func deleteAlbums(_ identifiers: [String]) throws { fatalError("catalog") }
    /// Appends; adding a member twice has no effect.
    public func addAssets(_ identifiers: [String], toAlbum album: String) throws { fatalError("catalog") }
    public func removeAssets(_ identifiers: [String], fromAlbum album: String) throws {
        fatalError("catalog")
    }
}
