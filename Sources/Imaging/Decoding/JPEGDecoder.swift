// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG through libjpeg-turbo's TurboJPEG interface, which reports errors as return values. The inverse DCT
// already reduces by 2, 4 or 8, so that a tile costs little more than the entropy decoding.

import CCodecs
import CTurboJPEG
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
        guard let handle = tjInitDecompress() else { throw .outOfMemory }
        defer { tjDestroy(handle) }
        let color = JPEGProfile.profile(in: bytes).map(ColorSource.profile) ?? plan.declaredColor
        let source = bytes.bindMemory(to: UInt8.self)
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorspace: Int32 = 0
        guard
            tjDecompressHeader3(
                handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorspace)
                == 0
        else {
            // TurboJPEG refuses samplings that libjpeg, which gdk-pixbuf calls, decodes.
            return try PixbufDecoder.decode(bytes, format: .jpeg, plan: plan, color: color)
        }
        let stored = PixelSize(width: Int(width), height: Int(height))
        try DecodeLimits.check(stored)
        let output = plan.decodedSize(ofStored: stored)
        let divisor = divisor(of: stored, covering: output)
        let scaled = scaledSize(of: stored, by: divisor)
        let isCMYK = colorspace == TJCS_CMYK.rawValue || colorspace == TJCS_YCCK.rawValue
        if plan.request.crop != nil, !isCMYK {
            return try decodePart(bytes, stored: stored, divisor: divisor, plan: plan, color: color)
        }
        let canvas =
            try isCMYK
            ? PixelCanvas(size: scaled, layout: .rgba8Premultiplied, place: .heap)
            : plan.canvas(size: scaled, output: output, layout: .rgb8)

        var warning: String?
        let status = tjDecompress2(
            handle, source.baseAddress, UInt(source.count), canvas.bytes, Int32(scaled.width),
            Int32(canvas.stride), Int32(scaled.height), Int32((isCMYK ? TJPF_CMYK : TJPF_RGB).rawValue),
            TJFLAG_LIMITSCANS)
        if status != 0 {
            let message = tjGetErrorStr2(handle)
            // A warning leaves what was there before the damage.
            guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else {
                throw .corrupt(libraryMessage: message)
            }
            warning = message.map { String(cString: $0) }
        }
        guard isCMYK else {
            return try plan.picture(
                Raster(canvas), in: canvas, stored: stored, color: color, warning: warning)
        }
        let model: Raster.Model = JPEGHeader.hasAdobeMarker(bytes) ? .cmykInverted : .cmyk
        let raster = Raster(base: canvas.base, size: scaled, stride: canvas.stride, model: model)
        defer { withExtendedLifetime(canvas) {} }
        return try plan.picture(raster, stored: stored, color: color, warning: warning)
    }

    /// The part that the plan asks for, without transforming what is around it.
    private static func decodePart(
        _ bytes: UnsafeRawBufferPointer, stored: PixelSize, divisor: Int, plan: DecodePlan, color: ColorSource
    ) throws(DecodeFailure) -> DecodedPicture {
        let rect = plan.part(ofStored: stored)
        let part = try CodecPicture(bytes, format: .jpeg) { bytes, count, longestEdge, pixelLimit, picture in
            albumen_jpeg_read_part(
                bytes, count, UInt32(rect.x), UInt32(rect.y), UInt32(rect.width), UInt32(rect.height),
                UInt32(divisor), longestEdge, pixelLimit, picture)
        }
        defer { withExtendedLifetime(part) {} }
        var picture = try plan.ofPart.picture(
            part.raster, stored: rect.size, color: color, warning: part.warning)
        picture.displaySize = plan.orientation.displaySize(of: stored)
        return picture
    }

    /// The largest of 1, 2, 4 and 8 that leaves enough to cover `output`. Other fractions exist, without the vector
    /// code that makes these cheap.
    private static func divisor(of stored: PixelSize, covering output: PixelSize) -> Int {
        [8, 4, 2].first { scaledSize(of: stored, by: $0).covers(output) } ?? 1
    }

    private static func scaledSize(of stored: PixelSize, by divisor: Int) -> PixelSize {
        PixelSize(
            width: (stored.width + divisor - 1) / divisor, height: (stored.height + divisor - 1) / divisor)
    }
}
