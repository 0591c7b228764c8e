// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl albums: every collection with its count.

import AlbumenKit

enum AlbumsCommand {
    static let spec = CommandSpec(
        name: "albums", summary: "List albums and smart albums with their counts", run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        let collections =
            try await library.fetchAssetCollections(with: .album)
            + library.fetchAssetCollections(with: .smartAlbum)
        var table = Table(["TITLE", "COUNT", "KIND", "ID"], rightAligned: [1])
        for collection in collections {
            if invocation.wantsJSON {
                Console.print(Albums.json(collection).text)
            } else {
                table.add([
                    Albums.title(collection), String(collection.assetCount), collection.subtype.name,
                    collection.localIdentifier,
                ])
            }
        }
        if !invocation.wantsJSON { table.lines.forEach(Console.print) }
        return .done
    }
}
