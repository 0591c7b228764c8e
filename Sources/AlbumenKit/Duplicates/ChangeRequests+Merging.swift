// SPDX-License-Identifier: GPL-3.0-or-later
// Making one asset of several, in one change that can be undone.

import SQLite

extension ChangeRequests {
    /// Keeps one asset and moves the others to Recently Deleted. The kept one comes into every album that one of them is
    /// in, has all of their keywords, is a favourite if one is, and has the highest rating; a title, caption or place
    /// that it lacks it takes from them, in the order given. No file is touched.
    ///
    /// Throws `identifiersNotFound` for what the client cannot see.
    public func mergeAssets(_ others: [any AssetReference], into kept: any AssetReference) throws {
        try perform {
            let keptRow = try rows([kept])[0]
            let keptRequest = request(forRow: keptRow)
            for row in try rows(others) where row != keptRow {
                let other = request(forRow: row)
                try addToAlbums(of: row, keptRow)
                for keyword in other.keywords { try keptRequest.addKeyword(keyword) }
                if other.isFavorite { keptRequest.isFavorite = true }
                keptRequest.rating = max(keptRequest.rating, other.rating)
                keptRequest.title = keptRequest.title ?? other.title
                keptRequest.caption = keptRequest.caption ?? other.caption
                if keptRequest.location == nil, let place = other.location { keptRequest.location = place }
                other.isTrashed = true
            }
        }
    }

    /// Behind the asset's place in each of its albums, where the kept one is not there already.
    private func addToAlbums(of row: Int64, _ kept: Int64) throws {
        let albums = try connection.all(
            "SELECT album_id FROM album_member WHERE asset_id = ? ORDER BY album_id", row
        ) { $0.int64(0) }
        for album in albums where try connection.canSee(album: album, viewer) {
            let request = AssetCollectionChangeRequest(changes: self, row: album)
            try request.insert(kept, behind: row)
        }
    }
}
