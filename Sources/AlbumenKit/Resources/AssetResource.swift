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

/// One file of an asset, or a part of one.
public struct AssetResource: Sendable, Hashable {
    public let type: AssetResourceType
    public let assetLocalIdentifier: String
    /// The file's name, for people: U+FFFD where it is not UTF-8. What lies inside another file has a name like that one's.
    public var originalFilename: String { FilePath(bytes: name).displayString }
    /// Apple's name of the format, of the content and not of the file's name.
    public let uniformTypeIdentifier: String
    /// The registered media type, such as `image/jpeg`.
    public let contentType: String
    /// Pixels, as shown; zero where that is not known.
    public let pixelSize: PixelSize
    /// As of when the catalog read the file.
    public let byteCount: Int64
    /// Whether it lies inside the file of another resource.
    public var isEmbedded: Bool { range != nil }
    /// The asset that has to be seen for it to be read.
    let asset: Asset
    let path: FilePath
    let name: [UInt8]
    /// What of the file it is; nil: all.
    let range: FileRange?

    public var pixelWidth: Int { pixelSize.width }
    public var pixelHeight: Int { pixelSize.height }

    /// - Parameter file: the row of the file, which is the asset's own or one of its parts'.
    init(_ file: Asset, type: AssetResourceType, of asset: Asset) {
        self.type = type
        self.asset = asset
        assetLocalIdentifier = asset.localIdentifier
        path = file.path
        name = file.path.lastComponent.bytes
        range = nil
        uniformTypeIdentifier = file.format.uniformTypeIdentifier
        contentType = file.format.mimeType
        pixelSize = file.pixelSize
        byteCount = file.stamp.size
    }

    /// The film inside a motion photo.
    private init(motionVideo range: FileRange, of asset: Asset) {
        type = .pairedVideo
        self.asset = asset
        assetLocalIdentifier = asset.localIdentifier
        path = asset.path
        let whole = asset.path.lastComponent.bytes
        let dot = whole.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? whole.count
        name = whole[..<dot] + Array(".mp4".utf8)
        self.range = range
        uniformTypeIdentifier = FileFormat.mp4.uniformTypeIdentifier
        contentType = FileFormat.mp4.mimeType
        pixelSize = .zero
        byteCount = range.length
    }

    /// How Apple's Photos edited it: a property list beside the file.
    init(adjustmentsAt path: FilePath, byteCount: Int64, of asset: Asset) {
        type = .adjustmentData
        self.asset = asset
        assetLocalIdentifier = asset.localIdentifier
        self.path = path
        name = path.lastComponent.bytes
        range = nil
        uniformTypeIdentifier = "com.apple.property-list"
        contentType = "application/x-plist"
        pixelSize = .zero
        self.byteCount = byteCount
    }

    /// The asset's own file, and what is inside it. Files of their own that belong to it too the library knows:
    /// `PhotoLibrary.assetResources(for:)`.
    public static func assetResources(for asset: Asset) -> [AssetResource] {
        guard let type = AssetResourceType(original: asset.mediaType) else { return [] }
        return [AssetResource(asset, type: type, of: asset)]
            + (asset.motionVideo.map { [AssetResource(motionVideo: $0, of: asset)] } ?? [])
    }
}
