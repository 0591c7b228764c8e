// SPDX-License-Identifier: GPL-3.0-or-later
// The requests about assets. Those about albums are in LibraryChangeRequests+Albums.swift.

import SQLite

/// The requests of one change; exists only inside `performChanges`, and applies them in the order made.
///
/// Not Sendable: it must not leave the body it was given to.
public final class LibraryChangeRequests {
    let writer: CatalogWriter
    let client: ClientIdentifier
    let viewer: Viewer
    var connection: Connection { writer.connection }

    init(writer: CatalogWriter, client: ClientIdentifier, viewer: Viewer) {
        self.writer = writer
        self.client = client
        self.viewer = viewer
    }

    /// Throws `identifiersNotFound` where the client cannot see one of them.
    public func setFavorite(_ isFavorite: Bool, forAssets identifiers: [String]) throws {
        try update("is_favorite = ?1", unless: "is_favorite = ?1", isFavorite, assets: identifiers)
    }

    /// Hidden assets are in no fetch but the hidden album's, and those that ask for them.
    public func setHidden(_ isHidden: Bool, forAssets identifiers: [String]) throws {
        try update("is_hidden = ?1", unless: "is_hidden = ?1", isHidden, assets: identifiers)
    }

    /// Moves to Recently Deleted; album memberships are kept for `restoreAssets`.
    public func deleteAssets(_ identifiers: [String]) throws {
        try update("trashed_at = ?1", unless: "trashed_at IS NOT NULL", writer.now, assets: identifiers)
    }

    /// Takes assets out of Recently Deleted; they are where they were.
    public func restoreAssets(_ identifiers: [String]) throws {
        try update("trashed_at = ?1", unless: "trashed_at IS NULL", nil, assets: identifiers)
    }

    /// Sets one property. An asset that has the value already is not a change of the library.
    private func update(
        _ assignment: String, unless condition: String, _ value: (any BindableValue)?, assets: [String]
    ) throws {
        let sql = "UPDATE asset SET \(assignment), modified_at = ?2 WHERE id = ?3 AND NOT (\(condition))"
        for row in try rows(assets) {
            try connection.execute(sql, value, writer.now, row)
            if connection.changeCount > 0 { writer.note(.asset, .updated, row: row) }
        }
    }

    /// Rows of identifiers, in their order. Throws `identifiersNotFound` with all that the client cannot see.
    func rows(_ identifiers: [String]) throws -> [Int64] {
        let rows = try connection.visibleRows(identifiers: identifiers, viewer: viewer)
        let unknown = zip(identifiers, rows).filter { $1 == 0 }.map { $0.0 }
        guard unknown.isEmpty else { throw LibraryError.identifiersNotFound(unknown) }
        return rows
    }
}
