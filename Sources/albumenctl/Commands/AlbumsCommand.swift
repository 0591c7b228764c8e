// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl albums: every collection with its count: the tree of folders and albums, then imports and smart albums.

import AlbumenKit

enum AlbumsCommand {
    static let spec = CommandSpec(
        name: "albums", summary: "List albums, folders and smart albums with their counts", run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        var collections = try await tree(await library.fetchTopLevelUserCollections(), depth: 0, library)
        // The person's own smart albums stand in the tree.
        let inTree = Set(collections.map(\.0.localIdentifier))
        let others =
            try await library.fetchAssetCollections(with: .album, subtype: .albumImported)
            + library.fetchAssetCollections(with: .smartAlbum)
        for album in others
        where !inTree.contains(album.localIdentifier) {
            collections.append((.album(album), 0))
        }
        var table = Table(["TITLE", "COUNT", "KIND", "ID"], rightAligned: [1])
        for (collection, depth) in collections {
            if invocation.wantsJSON {
                Console.print(Albums.json(collection).text)
            } else {
                let indent = String(repeating: "  ", count: depth)
                table.add([
                    indent + Albums.title(collection), String(Albums.count(collection)),
                    Albums.kind(collection), collection.localIdentifier,
                ])
            }
        }
        if !invocation.wantsJSON { table.lines.forEach(Console.print) }
        return .done
    }

    /// Each collection before what is in it.
    private static func tree(
        _ collections: [LibraryCollection], depth: Int, _ library: PhotoLibrary
    ) async throws -> [(LibraryCollection, depth: Int)] {
        var lines: [(LibraryCollection, depth: Int)] = []
        for collection in collections {
            lines.append((collection, depth))
            guard case .folder(let folder) = collection else { continue }
            lines += try await tree(await library.fetchCollections(in: folder), depth: depth + 1, library)
        }
        return lines
    }
}
