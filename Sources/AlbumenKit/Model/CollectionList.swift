// SPDX-License-Identifier: GPL-3.0-or-later
// Folders: the tree that albums stand in.

/// PHCollectionListType's raw values; of smart folders there are none here.
public enum CollectionListType: Int, Sendable {
    case folder = 2
}

/// PHCollectionListSubtype's raw values.
public enum CollectionListSubtype: Int, Sendable {
    case regularFolder = 100
    /// The one folder that everything else is in; neither renamed nor deleted.
    case rootFolder = 101
}

/// An ordered list of albums and other folders. Immutable, and equal to another when both stand for the same.
public struct CollectionList: LibraryObject {
    public let localIdentifier: String
    public let type: CollectionListType
    public let subtype: CollectionListSubtype
    /// Nil for the root.
    public let title: String?
    /// Albums and folders right in it, as the client sees them.
    public let collectionCount: Int
    /// The folder it is in; nil at the top level, for the root, and for what is in no folder.
    public let parentIdentifier: String?
    let content: Content

    enum Content: Sendable, Equatable {
        /// A row of the catalog, and what stood in it for the client, in order.
        case row(Int64, children: [TreeChild])
        case transient([LibraryCollection])
    }

    public var canContainAssets: Bool { false }
    public var canContainCollections: Bool { true }

    /// The catalog's row; nil for a transient list.
    var rowID: Int64? {
        if case .row(let row, _) = content { row } else { nil }
    }

    public static func == (a: CollectionList, b: CollectionList) -> Bool {
        a.localIdentifier == b.localIdentifier
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }

    /// A list in memory: what it was given, changed by nobody, gone with its last copy.
    public static func transient(with collections: [LibraryCollection], title: String? = nil)
        -> CollectionList
    {
        CollectionList(
            localIdentifier: "transient/" + LocalIdentifier.text(LocalIdentifier.random()), type: .folder,
            subtype: .regularFolder, title: title, collectionCount: collections.count, parentIdentifier: nil,
            content: .transient(collections))
    }
}

/// What stands in a folder: PhotoKit's PHCollection.
public enum LibraryCollection: LibraryObject {
    case album(AssetCollection)
    case folder(CollectionList)

    public var localIdentifier: String {
        switch self {
        case .album(let album): album.localIdentifier
        case .folder(let folder): folder.localIdentifier
        }
    }

    public var title: String? {
        switch self {
        case .album(let album): album.title
        case .folder(let folder): folder.title
        }
    }

    public var parentIdentifier: String? {
        switch self {
        case .album(let album): album.parentIdentifier
        case .folder(let folder): folder.parentIdentifier
        }
    }

    public var canContainAssets: Bool {
        if case .album = self { true } else { false }
    }
    public var canContainCollections: Bool { !canContainAssets }

    public func canPerform(_ operation: CollectionEditOperation) -> Bool {
        switch self {
        case .album(let album): album.canPerform(operation)
        case .folder(let folder): folder.canPerform(operation)
        }
    }
}
