// SPDX-License-Identifier: GPL-3.0-or-later
// Albums, smart albums and moments.

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
}

/// An ordered set of assets: an album people made, or a smart album that the library keeps.
public struct AssetCollection: LibraryObject {
    public let localIdentifier: String
    public let type: AssetCollectionType
    public let subtype: AssetCollectionSubtype
    /// The person's own title for an album; nil for smart albums, whose names the client translates.
    public let title: String?
    /// Exact, as the client sees it, at the time of the fetch.
    public let assetCount: Int
    /// The folder it is in; nil at the top level and for smart albums.
    public let parentIdentifier: String?
    /// The catalog's row of an album; nil for smart albums.
    let rowID: Int64?

    public static func == (a: AssetCollection, b: AssetCollection) -> Bool {
        a.localIdentifier == b.localIdentifier
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }
}
