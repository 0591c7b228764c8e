// SPDX-License-Identifier: GPL-3.0-or-later
// Finding albums and folders as people name them, and saying what they are.

import AlbumenKit

enum Albums {
    static func title(_ collection: AssetCollection) -> String {
        collection.title ?? collection.subtype.title ?? collection.importTime.map {
            "Import \($0.wallString)"
        } ?? ""
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

    /// The answer of every command that made, changed or deleted a collection.
    static func show(_ collection: LibraryCollection, isDeleted: Bool = false, _ invocation: Invocation) {
        if invocation.wantsJSON { return Console.print(json(collection).text) }
        let title = Console.visible(title(collection))
        Console.print(
            isDeleted
                ? "Deleted \(title)" : "\(collection.localIdentifier)  \(title)  (\(count(collection)))")
    }

    /// An album by its id, or by its exact title where only one has it; the person's own smart albums too.
    static func find(_ word: Argument, _ library: PhotoLibrary) async throws -> AssetCollection {
        let name = try word.text(for: "The album")
        if let album = try await library.fetchAssetCollections(withLocalIdentifiers: [name]).first {
            return album
        }
        let smart = try await library.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumGeneric)
        let albums = try await library.fetchAlbums(titled: name) + smart.filter { $0.title == name }
        return try only(albums, of: "album", called: name)
    }

    /// A folder by its id, or by its exact title where only one has it.
    static func findFolder(_ word: Argument, _ library: PhotoLibrary) async throws -> CollectionList {
        let name = try word.text(for: "The folder")
        if let folder = try await library.fetchCollectionLists(withLocalIdentifiers: [name]).first {
            return folder
        }
        let folders = try await library.fetchCollectionLists(with: .regularFolder)
        return try only(folders.filter { $0.title == name }, of: "folder", called: name)
    }

    private static func only<Object: LibraryObject>(
        _ titled: [Object], of kind: String, called name: String
    ) throws -> Object {
        if titled.count == 1 { return titled[0] }
        throw LibraryError.notAllowed(
            titled.isEmpty
                ? "There is no \(kind) “\(name)”"
                : "\(titled.count) \(kind)s are called “\(name)”: name one by its id, "
                    + titled.map(\.localIdentifier).joined(separator: " or "))
    }
}
