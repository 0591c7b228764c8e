// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the sidebar as a value: what it stands for, its words, its icon and its exact count.

import AlbumenKit
import GTKBridge

/// What a row of the sidebar shows when it is chosen.
enum SidebarTarget: Hashable {
    /// One that the library keeps.
    case smartAlbum(AssetCollectionSubtype)
    /// An album by its local identifier.
    case album(String)
    /// What an import brought, by the local identifier of its collection.
    case imported(String)
    /// A smart album of the person's own, by its local identifier: what is in it, its search says.
    case search(String)
    /// What is in the library twice: no collection, but a page of its own.
    case duplicates
    /// A camera, phone or card that is connected, by the path of its root.
    case device(FilePath)

    /// What can be renamed and deleted; nil for what the library keeps.
    var albumIdentifier: String? {
        switch self {
        case .smartAlbum, .imported, .duplicates, .device: nil
        case .album(let identifier), .search(let identifier): identifier
        }
    }
}

/// A row: equal to another when nothing that is drawn differs.
struct SidebarItem: Equatable {
    let target: SidebarTarget
    let title: String
    /// Nil where it is not known without looking.
    let count: Int?
    /// The collection to fetch when the row is chosen; nil for a page of its own.
    let collection: AssetCollection?

    static let duplicates = SidebarItem(.duplicates, title: tr("Duplicates"))

    /// A row of a connected camera, phone or card.
    init(device: MountedVolume) {
        self.init(.device(FilePath(bytes: device.path)), title: device.name)
    }

    private init(_ target: SidebarTarget, title: String) {
        self.target = target
        self.title = title
        count = nil
        collection = nil
    }

    static func == (a: SidebarItem, b: SidebarItem) -> Bool {
        a.target == b.target && a.title == b.title && a.count == b.count
    }

    init(_ collection: AssetCollection) {
        self.collection = collection
        count = collection.assetCount
        if collection.query != nil {
            target = .search(collection.localIdentifier)
            title = collection.title ?? tr("Untitled Album")
        } else if collection.type == .smartAlbum {
            target = .smartAlbum(collection.subtype)
            title = Self.title(of: collection.subtype)
        } else if collection.subtype == .albumImported {
            target = .imported(collection.localIdentifier)
            title = collection.importTime.flatMap(WallClock.init)?.minuteWords ?? tr("Import")
        } else {
            target = .album(collection.localIdentifier)
            title = collection.title ?? tr("Untitled Album")
        }
    }

    /// The row that is chosen at the start: everything.
    static let allPhotos = SidebarTarget.smartAlbum(.smartAlbumUserLibrary)

    /// Whether photos can be dropped on it: an album that people fill.
    var takesPhotos: Bool { if case .album = target { true } else { false } }

    /// What a screen reader says, and what tests look for.
    var accessibleName: String { count.map { "\(title), \(formatted($0))" } ?? title }

    var iconName: String {
        switch target {
        case .album: albumIconName
        case .imported: "folder-download-symbolic"
        case .search: "folder-saved-search-symbolic"
        case .duplicates: "edit-copy-symbolic"
        case .device: "camera-photo-symbolic"
        case .smartAlbum(let subtype): Self.iconName(of: subtype)
        }
    }

    private var albumIconName: String {
        switch collection?.subtype {
        case .albumSyncedFaces: "avatar-default-symbolic"
        case .albumSyncedEvent: "x-office-calendar-symbolic"
        default: "albumen-album-symbolic"
        }
    }

    private static func iconName(of subtype: AssetCollectionSubtype) -> String {
        switch subtype {
        case .smartAlbumRecentlyAdded: "document-open-recent-symbolic"
        case .smartAlbumFavorites: "albumen-favorite-symbolic"
        case .smartAlbumVideos, .smartAlbumTimelapses, .smartAlbumSlomoVideos, .smartAlbumCinematic:
            "albumen-video-symbolic"
        case .smartAlbumScreenshots, .smartAlbumScreenRecordings: "albumen-screenshot-symbolic"
        case .smartAlbumSelfPortraits: "avatar-default-symbolic"
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
        case .smartAlbumSelfPortraits: tr("Selfies")
        case .smartAlbumLivePhotos: tr("Live Photos")
        case .smartAlbumDepthEffect: tr("Portrait")
        case .smartAlbumPanoramas: tr("Panoramas")
        case .smartAlbumTimelapses: tr("Time-lapses")
        case .smartAlbumSlomoVideos: tr("Slo-mo")
        case .smartAlbumCinematic: tr("Cinematic")
        case .smartAlbumBursts: tr("Bursts")
        case .smartAlbumScreenshots: tr("Screenshots")
        case .smartAlbumScreenRecordings: tr("Screen Recordings")
        case .smartAlbumAnimated: tr("Animated")
        case .smartAlbumLongExposures: tr("Long Exposure")
        case .smartAlbumRAW: tr("RAW")
        case .smartAlbumSpatial: tr("Spatial")
        case .smartAlbumRecentlyDeleted: tr("Recently Deleted")
        default: tr("All Photos")
        }
    }
}

/// A heading and its rows, in the order they are drawn.
struct SidebarSection: Equatable {
    enum Kind: CaseIterable {
        case library, mediaTypes, people, events, albums, devices, imports, utilities

        /// Whose albums it shows; nil for a section of others.
        fileprivate var albums: AssetCollectionSubtype? {
            switch self {
            case .people: .albumSyncedFaces
            case .events: .albumSyncedEvent
            case .imports: .albumImported
            case .library, .mediaTypes, .albums, .devices, .utilities: nil
            }
        }
    }

    let kind: Kind
    var items: [SidebarItem]

    var title: String {
        switch kind {
        case .library: tr("Library")
        case .mediaTypes: tr("Media Types")
        case .people: tr("People")
        case .events: tr("Events")
        case .albums: tr("Albums")
        case .imports: tr("Imports")
        case .devices: tr("Devices")
        case .utilities: tr("Utilities")
        }
    }

    /// The smart albums of a section, in the order they are drawn.
    private static func subtypes(of kind: Kind) -> [AssetCollectionSubtype] {
        switch kind {
        case .library: [.smartAlbumUserLibrary, .smartAlbumRecentlyAdded, .smartAlbumFavorites]
        case .mediaTypes:
            [
                .smartAlbumVideos, .smartAlbumSelfPortraits, .smartAlbumLivePhotos, .smartAlbumDepthEffect,
                .smartAlbumPanoramas, .smartAlbumTimelapses, .smartAlbumSlomoVideos, .smartAlbumCinematic,
                .smartAlbumBursts, .smartAlbumScreenshots, .smartAlbumScreenRecordings, .smartAlbumAnimated,
                .smartAlbumLongExposures, .smartAlbumRAW, .smartAlbumSpatial,
            ]
        case .people, .events, .albums, .devices, .imports: []
        case .utilities: [.smartAlbumRecentlyDeleted]
        }
    }

    /// The latest imports that are shown.
    private static let importCount = 10

    /// Reads titles and counts of everything the sidebar shows: of the media types, those that there are.
    static func load(
        from library: PhotoLibrary, devices: [MountedVolume] = []
    ) async throws -> [SidebarSection] {
        let albums = try await library.fetchAssetCollections(with: .album)
        let smart = try await library.fetchAssetCollections(with: .smartAlbum)
        return Kind.allCases.compactMap { kind in
            var collections = subtypes(of: kind).compactMap { subtype in
                smart.first { $0.subtype == subtype && $0.query == nil }
            }
            switch kind {
            case .library, .devices, .utilities: break
            case .mediaTypes: collections.removeAll { $0.assetCount == 0 }
            case .people, .events: collections = albums.filter { $0.subtype == kind.albums }
            case .imports:
                collections = Array(
                    albums.filter { $0.subtype == kind.albums && $0.assetCount > 0 }.prefix(importCount))
            case .albums:
                let elsewhere = Kind.allCases.compactMap(\.albums)
                collections =
                    albums.filter { !elsewhere.contains($0.subtype) } + smart.filter { $0.query != nil }
            }
            let pages =
                switch kind {
                case .utilities: [SidebarItem.duplicates]
                case .devices: devices.map(SidebarItem.init(device:))
                case .library, .mediaTypes, .people, .events, .albums, .imports: [SidebarItem]()
                }
            let items = pages + collections.map { SidebarItem($0) }
            // A heading without rows only where a row can be made.
            guard !items.isEmpty || kind == .albums else { return nil }
            return SidebarSection(kind: kind, items: items)
        }
    }
}
