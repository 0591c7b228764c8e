// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the smart albums that have something in them, and the newest photo of each.

import AlbumenKit

func listSmartAlbums(in folder: String) async throws {
    let library = try await openLibrary(folder)
    // Counts are exact, and no photo is read for them.
    for album in try await library.fetchAssetCollections(with: .smartAlbum) where album.assetCount > 0 {
        let newest = try await library.fetchKeyAssets(in: album).first
        let name = newest.map { $0.path.lastComponent.displayString } ?? "–"
        print("\(album.subtype)\t\(album.assetCount)\t\(name)")
    }
}
