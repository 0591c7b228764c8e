// SPDX-License-Identifier: GPL-3.0-or-later
// What a request comes down to: requests of equal keys share one decode. Sizes of tiles fall into few
// classes, so that zooming a grid finds what it has.

import Imaging
import Metadata

/// An asset in one state of its content; see `ThumbnailKey` on what tells states apart.
struct AssetKey: Hashable, Sendable {
    let rowID: Int64
    let fileSize: Int64
    let modificationTime: Int64
    /// Of what there is one picture of, `current`.
    let version: ImageVersion

    init(_ asset: Asset, version: ImageVersion = .current) {
        self.init(
            rowID: asset.rowID, stamp: asset.stamp, version: asset.hasAdjustments ? version : .current)
    }

    init(rowID: Int64, stamp: FileStamp, version: ImageVersion = .current) {
        self.rowID = rowID
        fileSize = stamp.size
        modificationTime = stamp.modificationTime
        self.version = version
    }
}

/// The sizes that tiles are held in memory in, by the edge of the square that they cover.
enum TileClass: Int, Hashable, Sendable, CaseIterable {
    /// A grid that is zoomed far out shows many: they must be small. Decoded from a small stored tile at half
    /// size.
    case tiny = 128
    case small = 256
    case large = 512

    /// The stored tile that it is made from.
    var stored: ThumbnailSize { self == .large ? .large : .small }

    func request(of displaySize: PixelSize) -> DecodeRequest {
        ThumbnailSize.request(covering: rawValue, of: displaySize)
    }
}

/// Where a picture in memory belongs: one place an asset and tile class, and one for screen-size pictures.
struct PictureSlot: Hashable, Sendable {
    let asset: AssetKey
    /// Nil for a screen-size picture.
    let tile: TileClass?
}

/// What is decoded.
struct ImageKey: Hashable, Sendable {
    let asset: AssetKey
    let tile: TileClass?
    /// The size of the result; equal for all requests that a tile class serves.
    let size: PixelSize
    /// A part has a decode of its own, which memory does not keep.
    let crop: UnitRect?

    /// Where memory keeps it; nil for a part.
    var slot: PictureSlot? { crop == nil ? PictureSlot(asset: asset, tile: tile) : nil }
}

/// A request, understood.
struct ImageQuestion: Sendable {
    let asset: Asset
    let key: ImageKey
    /// For the decoder, when it is no tile.
    let decode: DecodeRequest
    /// The size that a picture has to have to be final.
    let needed: PixelSize
    /// What is done to the final picture before it is delivered; nil where it is delivered as it is.
    let fitting: ExactFitting?

    /// An empty `size` asks for the whole picture, as PHImageManagerMaximumSize does.
    init(
        _ asset: Asset, size: PixelSize, mode: ImageContentMode,
        options: ImageRequestOptions = ImageRequestOptions()
    ) {
        self.asset = asset
        let crop = options.normalizedCropRect
        let target = size.isEmpty || options.resizeMode == .none && crop == nil ? nil : size
        let isExact = target != nil && (options.resizeMode == .exact || crop != nil)
        // Decoded as it costs least: what is exact is made so of whatever serves, and shares its decode.
        decode = DecodeRequest(
            target: target, contentMode: mode.decoding, resizeMode: .fast, crop: crop)
        let shape = asset.pixelSize
        // Where the shape is unknown the largest result has to be reckoned with.
        let needed = shape.isEmpty ? target ?? .zero : decode.outputSize(of: shape)
        self.needed = needed
        fitting = isExact ? target.map { ExactFitting(target: $0, mode: mode, size: needed) } : nil
        let tile =
            crop == nil
            ? Self.tile(serving: needed, shape: shape, target: target, mode: mode, isExact: isExact) : nil
        key = ImageKey(
            asset: AssetKey(asset, version: options.version), tile: tile, size: tile == nil ? needed : .zero,
            crop: crop)
    }

    private static func tile(
        serving needed: PixelSize, shape: PixelSize, target: PixelSize?, mode: ImageContentMode, isExact: Bool
    ) -> TileClass? {
        guard !needed.isEmpty else { return nil }
        return TileClass.allCases.first { tile in
            // Whatever the shape: a panorama's tile covers less than its square, and is good enough for one.
            if mode == .aspectFill, !isExact, let target, max(target.width, target.height) <= tile.rawValue {
                return true
            }
            // Without a shape, a square's.
            let size = shape.isEmpty ? PixelSize(width: tile.rawValue, height: tile.rawValue) : shape
            return tile.request(of: size).outputSize(of: size).covers(needed)
        }
    }
}
