// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG through libjpeg-turbo. The inverse DCT already reduces by 2, 4 or 8, so that a tile costs little more than the entropy
// decoding; its rows are reduced further while they are in the cache.

import CCodecs
import Metadata

/// JPEG pictures.
public enum JPEGDecoder {
    /// A JPEG of ours (a stored tile) as pixels in ordinary memory. Files of others go to the decoder
    /// process.
    public static func decode(
        trusted bytes: [UInt8], request: DecodeRequest = DecodeRequest(target: nil)
    ) throws(DecodeFailure) -> PixelBuffer {
        let plan = DecodePlan(request: request, orientation: .up, place: .heap)
        return try bytes.withBytes { (bytes) throws(DecodeFailure) in
            try decode(bytes, plan: plan).canvas.finish()
        }
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard let jpeg = albumen_jpeg_open(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        else { throw .outOfMemory }
        defer { albumen_jpeg_close(jpeg) }
        let stored = PixelSize(
            width: Int(albumen_jpeg_width(jpeg)), height: Int(albumen_jpeg_height(jpeg)))
        guard !stored.isEmpty else { throw .corrupt(libraryMessage: albumen_jpeg_message(jpeg)) }
        try DecodeLimits.check(stored)
        let divisor = divisor(of: stored, covering: plan.decodedSize(ofStored: stored))
        // Only the part that is asked for is transformed.
        let part = plan.part(ofStored: stored)
        let scaled = part.scaled(downBy: divisor)
        let model: Raster.Model =
            albumen_jpeg_is_cmyk(jpeg) == 0
            ? .rgb : JPEGHeader.hasAdobeMarker(bytes) ? .cmykInverted : .cmyk
        let rows = try PictureRows(
            scaled.size, model: model, plan: plan.ofPart, stored: part.size,
            color: JPEGProfile.profile(in: bytes).map(ColorSource.profile) ?? plan.declaredColor)
        let status = albumen_jpeg_read(
            jpeg, UInt32(divisor), UInt32(scaled.x), UInt32(scaled.y), UInt32(scaled.width),
            UInt32(scaled.height), rows.handle)
        var warning: String?
        switch albumen_codec_status(UInt32(status)) {
        case albumen_codec_good: break
        case albumen_codec_partial: warning = DecodeFailure.words(albumen_jpeg_message(jpeg))
        case albumen_codec_no_memory: throw .outOfMemory
        default: throw .corrupt(libraryMessage: albumen_jpeg_message(jpeg))
        }
        var picture = try rows.finish(warning: warning)
        picture.displaySize = plan.orientation.displaySize(of: stored)
        return picture
    }

    /// The largest of 1, 2, 4 and 8 that leaves enough to cover `output`. Other fractions exist, without the vector
    /// code that makes these cheap.
    private static func divisor(of stored: PixelSize, covering output: PixelSize) -> Int {
        [8, 4, 2].first { scaledSize(of: stored, by: $0).covers(output) } ?? 1
    }

    private static func scaledSize(of stored: PixelSize, by divisor: Int) -> PixelSize {
        PixelRect(all: stored).scaled(downBy: divisor).size
    }
}

extension PixelRect {
    /// All pixels of the picture reduced by `divisor` that show some of this.
    fileprivate func scaled(downBy divisor: Int) -> PixelRect {
        let (left, top) = (x / divisor, y / divisor)
        return PixelRect(
            x: left, y: top, width: (x + width + divisor - 1) / divisor - left,
            height: (y + height + divisor - 1) / divisor - top)
    }
}
