// SPDX-License-Identifier: GPL-3.0-or-later
// The files that an asset is made of, as files: for who wants bytes, not pixels.

import Metadata

/// PHAssetResourceType's raw values.
public enum AssetResourceType: Int, Sendable, CaseIterable {
    case photo = 1
    case video = 2
    case audio = 3
    /// The RAW of a photo that has a JPEG beside it, or the other way round.
    case alternatePhoto = 4
    /// The current version of an asset with adjustments, rendered.
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    /// What the last edit was made of, where that is not the original.
    case adjustmentBasePhoto = 8
    /// The movie of a Live Photo.
    case pairedVideo = 9
    case fullSizePairedVideo = 10
    case adjustmentBasePairedVideo = 11
    case adjustmentBaseVideo = 12
    case photoProxy = 19

    /// The type of an asset's own file.
    init?(original type: MediaType) {
        switch type {
        case .image: self = .photo
        case .video: self = .video
        case .audio: self = .audio
        default: return nil
        }
    }
}

/// One file of an asset.
public struct AssetResource: Sendable, Hashable {
    public let type: AssetResourceType
    public let assetLocalIdentifier: String
    /// The file's name, for people: U+FFFD where it is not UTF-8.
    public let originalFilename: String
    /// Apple's name of the format, of the content and not of the file's name.
    public let uniformTypeIdentifier: String
    /// The registered media type, such as `image/jpeg`.
    public let contentType: String
    /// Pixels, as shown.
    public let pixelSize: PixelSize
    /// As of when the catalog read the file.
    public let byteCount: Int64
    let asset: Asset

    public var pixelWidth: Int { pixelSize.width }
    public var pixelHeight: Int { pixelSize.height }

    init(original asset: Asset, type: AssetResourceType) {
        self.type = type
        self.asset = asset
        assetLocalIdentifier = asset.localIdentifier
        originalFilename = asset.path.lastComponent.displayString
        uniformTypeIdentifier = asset.format.uniformTypeIdentifier
        contentType = asset.format.mimeType
        pixelSize = asset.pixelSize
        byteCount = asset.stamp.size
    }

    /// The files of an asset, its own first. An asset is one file, until there are edits and pairs.
    public static func assetResources(for asset: Asset) -> [AssetResource] {
        AssetResourceType(original: asset.mediaType).map { [AssetResource(original: asset, type: $0)] } ?? []
    }
}
