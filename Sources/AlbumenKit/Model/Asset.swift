// SPDX-License-Identifier: GPL-3.0-or-later
// A photo or video as it stood when it was fetched.

import Imaging
import Metadata

public typealias MediaType = Metadata.MediaType
public typealias MediaSubtypes = Metadata.MediaSubtypes
public typealias PixelSize = Metadata.PixelSize
public typealias FilePath = Metadata.FilePath
public typealias CaptureTime = Metadata.CaptureTime

/// What a fetch can return.
public protocol LibraryObject: Sendable, Hashable {
    /// Stable within a library, across runs and renames.
    var localIdentifier: String { get }
}

/// How an asset is to be shown (PHAsset.PlaybackStyle's raw values).
public enum PlaybackStyle: Int, Sendable {
    case unsupported = 0
    case image = 1
    case imageAnimated = 2
    case livePhoto = 3
    case video = 4
    case videoLooping = 5
}

/// Whether the file behind an asset can be shown.
public enum AssetState: Sendable, Hashable {
    case ok
    /// The file is there and cannot be read as a picture; the reason is for people.
    case broken(reason: String)
    /// The volume or file is away; what is known of it is kept.
    case offline
}

/// A photo or video: an immutable snapshot, equal to another when both stand for the same asset.
public struct Asset: LibraryObject {
    /// The catalog's row; valid in this library only, and cheaper to hold than the identifier.
    public let rowID: Int64
    public let localIdentifier: String
    public let mediaType: MediaType
    public let mediaSubtypes: MediaSubtypes
    /// Pixels, as shown: after orientation.
    public let pixelSize: PixelSize
    /// EXIF 1–8, as found in the file.
    public let orientation: Int
    /// Capture time by the wall clock of the place; nil where nothing says.
    public let captureTime: CaptureTime?
    /// Milliseconds since 1970, UTC.
    public let addedTime: Int64
    /// Milliseconds since 1970, UTC: the last change of the asset or any property of it.
    public let modificationTime: Int64
    /// Seconds; 0 for still pictures.
    public let duration: Double
    /// Degrees, WGS 84.
    public let latitude: Double?
    public let longitude: Double?
    public let isFavorite: Bool
    public let isHidden: Bool
    /// Milliseconds since 1970 at which it was moved to Recently Deleted, or nil.
    public let trashedTime: Int64?
    /// 0 unset, 1–5.
    public let rating: Int
    public let title: String?
    public let caption: String?
    public let burstIdentifier: String?
    public let format: FileFormat
    public let path: FilePath
    /// The file's identity when it was last read; changes when its content does.
    public let stamp: FileStamp
    public let state: AssetState

    public static func == (a: Asset, b: Asset) -> Bool { a.localIdentifier == b.localIdentifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }

    public var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .video: .video
        case .image: mediaSubtypes.contains(.animated) ? .imageAnimated : .image
        default: .unsupported
        }
    }
}
