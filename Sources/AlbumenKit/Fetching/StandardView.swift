// SPDX-License-Identifier: GPL-3.0-or-later
// The library and each smart album as a condition, the index that stands in its order, and its count.

import Metadata

/// A view of the whole library that has an index of its own. Conditions are literal: SQLite proves from their
/// text that a partial index holds every row they ask for.
struct StandardView: Sendable, Hashable {
    /// What is left out besides.
    enum Scope: Sendable, Hashable {
        /// Neither hidden nor deleted, nor folded into a burst; the options may widen it.
        case visible
        case hidden
        /// Deleted, hidden or not.
        case trashed
    }

    /// On columns that `asset` and `tally` share; nil for all.
    var facet: String?
    var scope = Scope.visible
    /// The column that its own order descends by.
    var order = Self.libraryOrder
    /// The index in that order; nil where the planner has to find one.
    var index: String?
    /// Whether only assets added within `Self.recentDays` count.
    var isRecent = false
    /// Always empty: a smart album of PhotoKit's that nothing here can fill.
    var isEmpty = false

    /// The column of the time line.
    static let libraryOrder = "sort_key"
    /// The one facet that a person sets.
    static let favoriteFacet = "is_favorite = 1"
    /// PhotoKit does not document its window.
    static let recentDays: Int64 = 30

    /// Milliseconds since 1970 at which the window of recent days begins: at midnight UTC, so that whole days
    /// can be counted by their tally.
    static func recentBegin(now: Int64) -> Int64 {
        (now / Clock.millisecondsPerDay - recentDays) * Clock.millisecondsPerDay
    }

    static let library = StandardView(index: "asset_library")

    /// Everything of a media type. Videos have an index; the rest is picked out of the library's.
    init(_ type: MediaType) {
        self.init(
            facet: "media_type = \(type.rawValue)", index: type == .video ? "asset_videos" : "asset_library")
    }

    /// The view of a smart album; nil for subtypes of other collections, and for `smartAlbumGeneric`, whose albums are
    /// the person's own, each with a query.
    init?(_ subtype: AssetCollectionSubtype) {
        switch subtype {
        case .smartAlbumUserLibrary: self = .library
        case .smartAlbumRecentlyAdded:
            self.init(order: "added_at", index: "asset_added", isRecent: true)
        case .smartAlbumFavorites: self.init(facet: Self.favoriteFacet, index: "asset_favorites")
        case .smartAlbumAllHidden: self.init(scope: .hidden, index: "asset_library")
        case .smartAlbumRecentlyDeleted:
            self.init(scope: .trashed, order: "trashed_at", index: "asset_trash")
        case .smartAlbumVideos:
            self.init(facet: "media_type = \(MediaType.video.rawValue)", index: "asset_videos")
        case .smartAlbumPanoramas: self.init(subtypes: .panorama, index: "asset_panoramas")
        case .smartAlbumScreenshots: self.init(subtypes: .screenshot, index: "asset_screenshots")
        case .smartAlbumLivePhotos: self.init(subtypes: .live, index: "asset_live_photos")
        case .smartAlbumDepthEffect: self.init(subtypes: .depthEffect, index: "asset_depth_effect")
        case .smartAlbumAnimated: self.init(subtypes: .animated, index: "asset_animated")
        case .smartAlbumSpatial: self.init(subtypes: .spatial, index: "asset_spatial")
        case .smartAlbumSlomoVideos: self.init(subtypes: .highFrameRate, index: "asset_slomo_videos")
        case .smartAlbumTimelapses: self.init(subtypes: .timelapse, index: "asset_timelapses")
        case .smartAlbumScreenRecordings:
            self.init(subtypes: .screenRecording, index: "asset_screen_recordings")
        case .smartAlbumCinematic: self.init(subtypes: .cinematic, index: "asset_cinematic")
        case .smartAlbumRAW: self.init(traits: .raw, index: "asset_raw")
        case .smartAlbumSelfPortraits: self.init(traits: .selfPortrait, index: "asset_self_portraits")
        case .smartAlbumLongExposures: self.init(traits: .longExposure, index: "asset_long_exposures")
        case .smartAlbumBursts: self.init(traits: .burstRepresentative, index: "asset_burst_representatives")
        // Nothing is ever uploaded.
        case .smartAlbumUnableToUpload: self.init(isEmpty: true)
        case .smartAlbumGeneric, .albumRegular, .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum,
            .albumImported,
            .albumMyPhotoStream, .albumCloudShared, .any:
            return nil
        }
    }

    private init(
        facet: String? = nil, scope: Scope = .visible, order: String = Self.libraryOrder,
        index: String? = nil,
        isRecent: Bool = false, isEmpty: Bool = false
    ) {
        self.facet = facet
        self.scope = scope
        self.order = order
        self.index = index
        self.isRecent = isRecent
        self.isEmpty = isEmpty
    }

    private init(subtypes: MediaSubtypes, index: String) {
        self.init(facet: "(media_subtypes & \(subtypes.rawValue)) <> 0", index: index)
    }

    private init(traits: AssetTraits, index: String) {
        self.init(facet: "(traits & \(traits.rawValue)) <> 0", index: index)
    }

    /// The condition on `asset`.
    func assetCondition(_ options: FetchOptions) -> String {
        let isTrashed = scope == .trashed ? "trashed_at IS NOT NULL" : "trashed_at IS NULL"
        return [isEmpty ? "0" : nil, facet, leftOutCondition(options), isTrashed].compactMap { $0 }
            .joined(separator: " AND ")
    }

    /// The same condition on `tally`.
    func tallyCondition(_ options: FetchOptions) -> String {
        let isTrashed = "is_trashed = \(scope == .trashed ? 1 : 0)"
        return [isEmpty ? "0" : nil, facet, leftOutCondition(options), isTrashed].compactMap { $0 }
            .joined(separator: " AND ")
    }

    /// Whether one value of `left_out` is asked for, as an index needs it that has the order behind it.
    func hasOneLeftOut(_ options: FetchOptions) -> Bool { leftOut(options).count == 1 }

    private func leftOutCondition(_ options: FetchOptions) -> String {
        let values = leftOut(options)
        return values.count == 1
            ? "left_out = \(values[0])"
            : "left_out IN (\(values.map(String.init).joined(separator: ", ")))"
    }

    /// Every value that `left_out` can have of what is no part of another asset, and of anything.
    static let allLeftOut = [0, 1, 2, 3]
    static let everyLeftOut = Array(0...7)

    /// The values of `left_out` (bits: 1 hidden by the person, 2 folded into its burst, 4 a part of another asset) that are
    /// asked for.
    func leftOut(_ options: FetchOptions) -> [Int] {
        let folded = options.includeAllBurstAssets
        switch scope {
        case .visible where options.includeHiddenAssets: return folded ? Self.allLeftOut : [0, 1]
        case .visible: return folded ? [0, 2] : [0]
        case .hidden: return folded ? [1, 3] : [1]
        case .trashed: return Self.allLeftOut
        }
    }
}
