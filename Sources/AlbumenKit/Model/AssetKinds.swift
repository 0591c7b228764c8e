// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of things that an asset can say of itself, with PhotoKit's raw values.

/// How an asset is to be shown (PHAsset.PlaybackStyle).
public enum PlaybackStyle: Int, Sendable {
    case unsupported = 0
    case image = 1
    case imageAnimated = 2
    case livePhoto = 3
    case video = 4
    case videoLooping = 5
}

/// Where an asset came from (PHAssetSourceType).
public struct AssetSourceType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userLibrary = AssetSourceType(rawValue: 1)
    public static let cloudShared = AssetSourceType(rawValue: 2)
    public static let iTunesSynced = AssetSourceType(rawValue: 4)
}

/// Who picked a photo out of its burst (PHAssetBurstSelectionType); a photo can be both's.
public struct BurstSelectionTypes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let autoPick = BurstSelectionTypes(rawValue: 1)
    public static let userPick = BurstSelectionTypes(rawValue: 2)
}

/// What can be done to an asset (PHAssetEditOperation).
public enum AssetEditOperation: Int, Sendable, CaseIterable {
    case delete = 1
    /// To edit the picture itself.
    case content = 2
    /// To change what the library says of it.
    case properties = 3
}
