// SPDX-License-Identifier: GPL-3.0-or-later
// The request that chooses the photo which stands for an album.

import SQLite

extension AssetCollectionChangeRequest {
    /// Chooses the member that stands for the album as long as it is in it and shown; nil: the one put in last.
    /// Throws `notAllowed` for an asset that is not in the album.
    public func setKeyAsset(_ asset: (any AssetReference)?) throws {
        try changes.perform {
            let chosen = try asset.map { try changes.rows([$0])[0] }
            if let chosen, try order.position(of: chosen) == nil {
                throw LibraryError.notAllowed("only a photo of an album can stand for it")
            }
            try changes.setKeyAsset(chosen, ofAlbum: row)
        }
    }
}

extension ChangeRequests {
    func keyAsset(ofAlbum album: Int64) throws -> Int64? {
        try connection.first("SELECT key_asset_id FROM album WHERE id = ?", album) { $0.optionalInt64(0) }
            ?? nil
    }

    func setKeyAsset(_ asset: Int64?, ofAlbum album: Int64) throws {
        let before = try keyAsset(ofAlbum: album)
        guard before != asset else { return }
        try connection.execute("UPDATE album SET key_asset_id = ? WHERE id = ?", asset, album)
        record(.keyAsset(album: album, before: before, after: asset))
        writer.note(.album, .updated, row: album)
    }
}
