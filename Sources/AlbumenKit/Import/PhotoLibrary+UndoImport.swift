// SPDX-License-Identifier: GPL-3.0-or-later
// Taking an import back as one.

import Metadata
import SQLite

extension PhotoLibrary {
    /// Takes back what an import did, as one change, and returns how to do it again. Copies go to Recently Deleted, with
    /// all that was done to them since; files that were left where they are go out of the library, and stay where they
    /// are, unless a watched folder holds them: then they belong to the library for that. What was there before goes out
    /// of the album that it was filed in; the import's own collection goes. No file is touched.
    ///
    /// Throws `identifiersNotFound` where there is no such import of this client, `notAllowed` while it is running, and as
    /// changes do.
    @discardableResult
    public func undoImport(_ identifier: String) async throws -> UndoInformation {
        let session = try await storedImport(identifier).row
        let locks = try await lock(session)
        defer { locks.give(session: session) }
        return try await performChanges { try $0.undoImport(session) }.undo
    }
}

extension ChangeRequests {
    private struct Item {
        var row: Int64
        var asset: Int64
        var effect: ImportEffect
    }

    func undoImport(_ session: Int64) throws {
        try perform {
            try requireReading()
            let items = try connection.all(
                """
                SELECT id, asset_id, effect FROM import_item
                WHERE session_id = ? AND effect <> 0 AND asset_id IS NOT NULL ORDER BY id
                """, session
            ) { Item(row: $0.int64(0), asset: $0.int64(1), effect: ImportEffect(rawValue: $0.int64(2))) }
            .filter { try isVisible(asset: $0.asset) }
            try unfile(items, session)
            let collection = try connection.int64(
                "SELECT collection_id FROM import_session WHERE id = ?", session)
            if let collection, try isVisible(TreeChild(.album, collection)) { try deleteAlbum(collection) }
            for item in items where !item.effect.isDisjoint(with: [.created, .restored]) {
                if item.effect.contains(.isOwn) || item.effect.contains(.restored) {
                    request(forRow: item.asset).isTrashed = true
                } else if try !isWatched(item.asset) {
                    try forgetAsset(item.asset)
                }
            }
        }
    }

    /// Takes what the import filed out of its album, and the album away where the import made it and nothing else is in it.
    private func unfile(_ items: [Item], _ session: Int64) throws {
        let found = try connection.first(
            "SELECT album_id, made_album FROM import_session WHERE id = ?", session
        ) { (album: $0.optionalInt64(0), isMade: $0.bool(1)) }
        guard let album = found?.album, try isVisible(TreeChild(.album, album)) else { return }
        let filed = items.filter { $0.effect.contains(.filed) }.map(\.asset)
        let request = AssetCollectionChangeRequest(changes: self, row: album)
        try request.remove(filed)
        if found?.isMade == true, try request.order.isEmpty() { try deleteAlbum(album) }
    }

    /// Whether an asset's file lies in a watched folder.
    private func isWatched(_ asset: Int64) throws -> Bool {
        let folder = try connection.first(
            "SELECT path FROM folder JOIN asset ON asset.folder_id = folder.id WHERE asset.id = ?", asset
        ) { FilePath(bytes: $0.bytes(0)) }
        let watched = try connection.all("SELECT path FROM watched_folder") { FilePath(bytes: $0.bytes(0)) }
        return watched.contains { folder?.isAtOrBelow($0) == true }
    }
}
