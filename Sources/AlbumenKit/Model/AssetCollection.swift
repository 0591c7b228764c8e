// SPDX-License-Identifier: GPL-3.0-or-later
// Albums, smart albums, moments, and collections that are never stored.

import Foundation

/// PHAssetCollectionType's raw values.
public enum AssetCollectionType: Int, Sendable {
    case album = 1
    case smartAlbum = 2
    case moment = 3
}

/// PHAssetCollectionSubtype's raw values; `smartAlbumRecentlyDeleted` is ours, PhotoKit has none.
public enum AssetCollectionSubtype: Int, Sendable, CaseIterable {
    case albumRegular = 2
    case albumSyncedEvent = 3
    case albumSyncedFaces = 4
    case albumSyncedAlbum = 5
    case albumImported = 6
    case albumMyPhotoStream = 100
    case albumCloudShared = 101
    case smartAlbumGeneric = 200
    case smartAlbumPanoramas = 201
    case smartAlbumVideos = 202
    case smartAlbumFavorites = 203
    case smartAlbumTimelapses = 204
    case smartAlbumAllHidden = 205
    case smartAlbumRecentlyAdded = 206
    case smartAlbumBursts = 207
    case smartAlbumSlomoVideos = 208
    case smartAlbumUserLibrary = 209
    case smartAlbumSelfPortraits = 210
    case smartAlbumScreenshots = 211
    case smartAlbumDepthEffect = 212
    case smartAlbumLivePhotos = 213
    case smartAlbumAnimated = 214
    case smartAlbumLongExposures = 215
    case smartAlbumUnableToUpload = 216
    case smartAlbumRAW = 217
    case smartAlbumCinematic = 218
    case smartAlbumSpatial = 219
    case smartAlbumScreenRecordings = 220
    case smartAlbumRecentlyDeleted = 1_000_000
    /// Of moments, which have no kinds.
    case any = 0x7FFF_FFFF_FFFF_FFFF
}

/// An ordered set of assets: an album people made, a smart album that the library keeps, a moment, or one made up for
/// the occasion. Immutable, and equal to another when both stand for the same.
public struct AssetCollection: LibraryObject {
    public let localIdentifier: String
    public let type: AssetCollectionType
    public let subtype: AssetCollectionSubtype
    /// The person's own title of an album; nil for smart albums, moments and imports, whose names the client makes in its
    /// language.
    public let title: String?
    /// Exact, as the client sees it, at the time of the fetch.
    public let assetCount: Int
    /// The folder it is in; nil at the top level, and for what is in no folder.
    public let parentIdentifier: String?
    /// When the first and the last asset of a moment were taken, on the time line that assets are sorted by: instants
    /// where offsets are known, the wall clocks' own numbers where not. What people read is `day`. Nil for albums, of
    /// which `PhotoLibrary.fetchDates(of:)` tells.
    public let startDate: Date?
    public let endDate: Date?
    /// When an import was begun, by this machine's clock and in its zone; nil for every other collection.
    public let importTime: CaptureTime?
    /// The day of a moment on the wall clock of the place.
    public let day: CalendarDay?
    /// The middle of what a moment by place holds.
    public let approximateLocation: Location?
    /// What a smart album of the person's own searches for; nil for every other collection.
    public let query: String?
    let content: Content

    /// Where its assets are found.
    enum Content: Sendable, Hashable {
        case view(StandardView)
        /// The row of an album.
        case album(Int64)
        case moment(MomentSpan)
        /// Rows, each once.
        case transient([Int64])
    }

    init(
        localIdentifier: String, type: AssetCollectionType, subtype: AssetCollectionSubtype,
        title: String? = nil,
        assetCount: Int, importTime: CaptureTime? = nil, parentIdentifier: String? = nil,
        dates: ClosedRange<Date>? = nil,
        day: CalendarDay? = nil,
        approximateLocation: Location? = nil, query: String? = nil, content: Content
    ) {
        self.localIdentifier = localIdentifier
        self.type = type
        self.subtype = subtype
        self.title = title
        self.assetCount = assetCount
        self.importTime = importTime
        self.parentIdentifier = parentIdentifier
        startDate = dates?.lowerBound
        endDate = dates?.upperBound
        self.day = day
        self.approximateLocation = approximateLocation
        self.query = query
        self.content = content
    }

    public var canContainAssets: Bool { true }
    public var canContainCollections: Bool { false }

    /// The catalog's row of an album; nil for everything else.
    var rowID: Int64? {
        if case .album(let row) = content { row } else { nil }
    }

    public static func == (a: AssetCollection, b: AssetCollection) -> Bool {
        a.localIdentifier == b.localIdentifier
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }
}

extension AssetCollection {
    /// A collection in memory: fetched from like any other, changed by nobody, gone with its last copy. An asset is in
    /// it once. Its count is of what it was given.
    public static func transient(assets: some Sequence<Asset>, title: String? = nil) -> AssetCollection {
        transient(rows: assets.map(\.rowID), title: title)
    }

    /// A collection in memory, of what a fetch found.
    public static func transient(assets: FetchResult<Asset>, title: String? = nil) async throws
        -> AssetCollection
    {
        transient(rows: try await assets.withAllRows { Array($0) }, title: title)
    }

    private static func transient(rows: [Int64], title: String?) -> AssetCollection {
        var seen: Set<Int64> = []
        let rows = rows.filter { seen.insert($0).inserted }
        return AssetCollection(
            localIdentifier: "transient/" + LocalIdentifier.text(LocalIdentifier.random()), type: .album,
            subtype: .albumRegular, title: title, assetCount: rows.count, content: .transient(rows))
    }
}
