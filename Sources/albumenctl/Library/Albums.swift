// SPDX-License-Identifier: GPL-3.0-or-later
// Finding albums as people name them, and saying what they are.

import AlbumenKit

enum Albums {
    static func title(_ collection: AssetCollection) -> String {
        collection.title ?? collection.subtype.title ?? ""
    }

    static func json(_ collection: AssetCollection) -> JSONValue {
        .object([
            ("id", .string(collection.localIdentifier)),
            ("type", .string(collection.type.name)),
            ("subtype", .string(collection.subtype.name)),
            ("title", .string(title(collection))),
            ("count", .int(Int64(collection.assetCount))),
            ("parent", JSONValue(collection.parentIdentifier)),
        ])
    }

    static func title(_ collection: LibraryCollection) -> String {
        switch collection {
        case .album(let album): title(album)
        case .folder(let folder): folder.title ?? ""
        }
    }

    /// Assets in an album; albums and folders in a folder.
    static func count(_ collection: LibraryCollection) -> Int {
        switch collection {
        case .album(let album): album.assetCount
        case .folder(let folder): folder.collectionCount
        }
    }

    static func kind(_ collection: LibraryCollection) -> String {
        switch collection {
        case .album(let album): album.subtype.name
        case .folder(let folder): folder.subtype.name
        }
    }

    static func json(_ collection: LibraryCollection) -> JSONValue {
        switch collection {
        case .album(let album):
            json(album)
        case .folder(let folder):
            .object([
                ("id", .string(folder.localIdentifier)),
                ("type", .string(folder.type.name)),
                ("subtype", .string(folder.subtype.name)),
                ("title", .string(folder.title ?? "")),
                ("count", .int(Int64(folder.collectionCount))),
                ("parent", JSONValue(folder.parentIdentifier)),
            ])
        }
    }

    /// An album by its id, or by its exact title where only one has it.
    static func find(_ word: Argument, _ library: PhotoLibrary) async throws -> AssetCollection {
        let name = try word.text(for: "The album")
        let albums = try await library.fetchAssetCollections(with: .album)
        if let album = albums.first(where: { $0.localIdentifier == name }) { return album }
        let titled = try await library.fetchAlbums(titled: name)
        if titled.count == 1 { return titled[0] }
        throw LibraryError.notAllowed(
            titled.isEmpty
                ? "There is no album “\(name)”"
                : "\(titled.count) albums are called “\(name)”: name one by its id, "
                    + titled.map(\.localIdentifier).joined(separator: " or "))
    }
}
