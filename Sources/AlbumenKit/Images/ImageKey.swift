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

    init(_ asset: Asset) {
        self.init(rowID: asset.rowID, stamp: asset.stamp)
    }

    init(rowID: Int64, stamp: FileStamp) {
        self.rowID = rowID
        fileSize = stamp.size
        modificationTime = stamp.modificationTime
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

    var slot: PictureSlot { PictureSlot(asset: asset, tile: tile) }
}

/// A request, understood.
struct ImageQuestion: Sendable {
    let asset: Asset
    let key: ImageKey
    /// For the decoder, when it is no tile.
    let decode: DecodeRequest
    /// The size that a picture has to have to be final.
    let needed: PixelSize

    /// An empty `size` asks for the whole picture, as PHImageManagerMaximumSize does.
    init(_ asset: Asset, size: PixelSize, mode: ImageContentMode) {
        self.asset = asset
        // GTK scales to the widget anyway: a picture somewhat larger than asked for costs the decoder less.
        decode = DecodeRequest(
            target: size.isEmpty ? nil : size, contentMode: mode.decoding, resizeMode: .fast)
        let shape = asset.pixelSize
        // Where the shape is unknown the largest result has to be reckoned with.
        needed = shape.isEmpty ? size : decode.outputSize(of: shape)
        let tile = Self.tile(serving: needed, shape: shape, target: size, mode: mode)
        key = ImageKey(asset: AssetKey(asset), tile: tile, size: tile == nil ? needed : .zero)
    }

    private static func tile(
        serving needed: PixelSize, shape: PixelSize, target: PixelSize, mode: ImageContentMode
    ) -> TileClass? {
        guard !needed.isEmpty else { return nil }
        return TileClass.allCases.first { tile in
            // Whatever the shape: a panorama's tile covers less than its square, and is good enough for one.
            if mode == .aspectFill, !target.isEmpty, max(target.width, target.height) <= tile.rawValue {
                return true
            }
            // Without a shape, a square's.
            let size = shape.isEmpty ? PixelSize(width: tile.rawValue, height: tile.rawValue) : shape
            return tile.request(of: size).outputSize(of: size).covers(needed)
        }
    }
}

extension PixelSize {
    /// Whether neither edge is shorter than the other's.
    func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }
}
