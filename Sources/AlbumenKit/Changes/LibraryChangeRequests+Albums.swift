// SPDX-License-Identifier: GPL-3.0-or-later
// The requests about albums: a set of assets with an order, kept as positions with room between them.

import SQLite

extension LibraryChangeRequests {
    /// Room between neighbours when appending, so that later ones can be put between without moving others.
    private static let positionStride: Int64 = 1 << 16

    /// The album with exactly this title, made if there is none. Returns its local identifier.
    ///
    /// It happens inside the write transaction: two that ask at once get one album.
    public func findOrCreateAlbum(titled title: String) throws -> String {
        let found = try connection.albums(where: "album.title = ?", [.text(title.nfc)], viewer: viewer)
        return try found.first?.localIdentifier ?? createAlbum(titled: title)
    }

    /// A new album at the end of the top level. Titles need not be unique.
    public func createAlbum(titled title: String) throws -> String {
        let title = try validTitle(title)
        let uuid = LocalIdentifier.random()
        try connection.execute(
            """
            INSERT INTO album(uuid, position, subtype, title, created_by, created_at)
            VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM album WHERE parent_id = 1), ?, ?, ?, ?)
            """, uuid, AssetCollectionSubtype.albumRegular.rawValue, title, client.rawValue, writer.now)
        writer.note(.album, .inserted, row: connection.lastInsertRowID)
        return LocalIdentifier.text(uuid)
    }

    public func renameAlbum(_ identifier: String, to title: String) throws {
        let row = try albumRow(identifier)
        try connection.execute("UPDATE album SET title = ? WHERE id = ?", try validTitle(title), row)
        writer.note(.album, .updated, row: row)
    }

    /// Deletes albums; their assets stay in the library.
    public func deleteAlbums(_ identifiers: [String]) throws {
        for identifier in identifiers {
            let row = try albumRow(identifier)
            try connection.execute("DELETE FROM album WHERE id = ?", row)
            writer.note(.album, .deleted, row: row, identifier: LocalIdentifier.bytes(identifier))
        }
    }

    /// Appends; adding a member twice has no effect.
    public func addAssets(_ identifiers: [String], toAlbum album: String) throws {
        let album = try albumRow(album)
        let last = try connection.int64("SELECT max(position) FROM album_member WHERE album_id = ?", album)
        var position = last ?? 0
        for row in try rows(identifiers) {
            position += Self.positionStride
            try connection.execute(
                "INSERT OR IGNORE INTO album_member(asset_id, album_id, position) VALUES (?, ?, ?)",
                row, album, position)
            if connection.changeCount > 0 { writer.note(.album, .updated, row: album) }
        }
    }

    /// Takes assets out of an album; those that are not in it are passed over.
    public func removeAssets(_ identifiers: [String], fromAlbum album: String) throws {
        let album = try albumRow(album)
        for row in try rows(identifiers) {
            try connection.execute(
                "DELETE FROM album_member WHERE asset_id = ? AND album_id = ?", row, album)
            if connection.changeCount > 0 { writer.note(.album, .updated, row: album) }
        }
    }

    private func albumRow(_ identifier: String) throws -> Int64 {
        let uuid = LocalIdentifier.bytes(identifier) ?? []
        let found = try connection.albums(where: "album.uuid = ?", [.blob(uuid)], viewer: viewer)
        guard let row = found.first?.rowID else { throw LibraryError.identifiersNotFound([identifier]) }
        return row
    }

    private func validTitle(_ title: String) throws -> String {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw LibraryError.notAllowed("an album needs a title")
        }
        return title.nfc
    }
}
