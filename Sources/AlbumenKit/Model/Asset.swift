// SPDX-License-Identifier: GPL-3.0-or-later
// A photo or video as it stood when it was fetched.

import Foundation
import Imaging
import Metadata

public typealias MediaType = Metadata.MediaType
public typealias MediaSubtypes = Metadata.MediaSubtypes
public typealias PixelSize = Metadata.PixelSize
public typealias FilePath = Metadata.FilePath
public typealias CaptureTime = Metadata.CaptureTime
public typealias Location = Metadata.Location
public typealias PersonInPicture = Metadata.PersonInPicture
public typealias PlaybackVariation = Metadata.PlaybackVariation

/// What a fetch can return.
public protocol LibraryObject: Sendable, Hashable {
    /// Stable within a library, across runs and renames.
    var localIdentifier: String { get }
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
    /// When it came into the library.
    public let addedDate: Date
    /// The last change of the asset or any property of it.
    public let modificationDate: Date
    /// Seconds; 0 for still pictures.
    public let duration: Double
    public let location: Location?
    public let isFavorite: Bool
    public let isHidden: Bool
    /// When it was moved to Recently Deleted; nil where it was not.
    public let trashedDate: Date?
    /// 0 unset, 1–5.
    public let rating: Int
    public let title: String?
    public let caption: String?
    /// Equal in all photos of one burst; nil for a photo of none.
    public let burstIdentifier: String?
    public let burstSelectionTypes: BurstSelectionTypes
    /// Whether it stands for its burst where the others are not shown. No member need be known to.
    public let representsBurst: Bool
    public let playbackVariation: PlaybackVariation
    /// Who made the edit that is shown instead of the file; nil where there is none.
    public let adjustmentFormatIdentifier: String?
    /// The film inside the file of a motion photo.
    let motionVideo: FileRange?
    public let format: FileFormat
    public let path: FilePath
    /// The file's identity when it was last read; changes when its content does.
    public let stamp: FileStamp
    public let state: AssetState

    public static func == (a: Asset, b: Asset) -> Bool { a.localIdentifier == b.localIdentifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(localIdentifier) }

    /// When it was taken, where the offset from UTC is known; nil where only the wall clock is. `captureTime` is the
    /// truth: what people read is its wall clock.
    public var creationDate: Date? { captureTime?.instantMilliseconds.map(Date.init(milliseconds:)) }

    /// Every asset is one of the person's own files: nothing is shared or synchronised from elsewhere.
    public var sourceType: AssetSourceType { .userLibrary }

    public var hasAdjustments: Bool { adjustmentFormatIdentifier != nil }

    /// Which view shows it best, whatever is stored.
    public var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .video: .video
        case .image where mediaSubtypes.contains(.live):
            playbackVariation == .autoloop || playbackVariation == .mirror ? .videoLooping : .livePhoto
        case .image: mediaSubtypes.contains(.animated) ? .imageAnimated : .image
        default: .unsupported
        }
    }

    /// What the object itself allows; whether the client may is `PhotoLibrary.authorizationStatus`.
    public func canPerform(_ operation: AssetEditOperation) -> Bool {
        switch operation {
        case .delete: trashedDate == nil
        case .content: trashedDate == nil && state == .ok && (mediaType == .image || mediaType == .video)
        case .properties: true
        }
    }
}
