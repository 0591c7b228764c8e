// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the sidebar as a value: what it stands for, its words, its icon and its exact count.

import AlbumenKit

/// What a row of the sidebar shows when it is chosen.
enum SidebarTarget: Hashable {
    case smartAlbum(AssetCollectionSubtype)
    /// An album by its local identifier.
    case album(String)
}

/// A row: equal to another when nothing that is drawn differs.
struct SidebarItem: Equatable {
    let target: SidebarTarget
    let title: String
    let count: Int
    /// The collection to fetch when the row is chosen.
    let collection: AssetCollection

    static func == (a: SidebarItem, b: SidebarItem) -> Bool {
        a.target == b.target && a.title == b.title && a.count == b.count
    }

    init(_ collection: AssetCollection) {
        self.collection = collection
        count = collection.assetCount
        if collection.type == .smartAlbum {
            target = .smartAlbum(collection.subtype)
            title = Self.title(of: collection.subtype)
        } else {
            target = .album(collection.localIdentifier)
            title = collection.title ?? tr("Untitled Album")
        }
    }

    /// The row that is chosen at the start: everything.
    static let allPhotos = SidebarTarget.smartAlbum(.smartAlbumUserLibrary)

    /// What a screen reader says, and what tests look for.
    var accessibleName: String { "\(title), \(formatted(count))" }

    var iconName: String {
        guard case .smartAlbum(let subtype) = target else { return "albumen-album-symbolic" }
        return switch subtype {
        case .smartAlbumRecentlyAdded: "document-open-recent-symbolic"
        case .smartAlbumFavorites: "albumen-favorite-symbolic"
        case .smartAlbumVideos: "albumen-video-symbolic"
        case .smartAlbumScreenshots: "albumen-screenshot-symbolic"
        case .smartAlbumRecentlyDeleted: "user-trash-symbolic"
        default: "albumen-photos-symbolic"
        }
    }

    /// A class for the style sheet, where a row has a colour of its own.
    var styleClass: String? { target == .smartAlbum(.smartAlbumFavorites) ? "favorites" : nil }

    private static func title(of subtype: AssetCollectionSubtype) -> String {
        switch subtype {
        case .smartAlbumRecentlyAdded: tr("Recents")
        case .smartAlbumFavorites: tr("Favourites")
        case .smartAlbumVideos: tr("Videos")
        case .smartAlbumScreenshots: tr("Screenshots")
        case .smartAlbumRecentlyDeleted: tr("Recently Deleted")
        default: tr("All Photos")
        }
    }
}

/// A heading and its rows, in the order they are drawn.
struct SidebarSection: Equatable {
    enum Kind: CaseIterable {
        case library, mediaTypes, albums, utilities
    }

    let kind: Kind
    var items: [SidebarItem]

    var title: String {
        switch kind {
        case .library: tr("Library")
        case .mediaTypes: tr("Media Types")
        case .albums: tr("Albums")
        case .utilities: tr("Utilities")
        }
    }

    /// The smart albums of a section, in the order they are drawn.
    private static func subtypes(of kind: Kind) -> [AssetCollectionSubtype] {
        switch kind {
        case .library: [.smartAlbumUserLibrary, .smartAlbumRecentlyAdded, .smartAlbumFavorites]
        case .mediaTypes: [.smartAlbumVideos, .smartAlbumScreenshots]
        case .albums: []
        case .utilities: [.smartAlbumRecentlyDeleted]
        }
    }

    /// Reads titles and counts of everything the sidebar shows.
    static func load(from library: PhotoLibrary) async throws -> [SidebarSection] {
        var sections: [SidebarSection] = []
        for kind in Kind.allCases {
            var items: [SidebarItem] = []
            for subtype in subtypes(of: kind) {
                items.append(SidebarItem(try await library.fetchSmartAlbum(subtype)))
            }
            if kind == .albums {
                items += try await library.fetchAssetCollections(with: .album).map(SidebarItem.init)
            }
            sections.append(SidebarSection(kind: kind, items: items))
        }
        return sections
    }
}
