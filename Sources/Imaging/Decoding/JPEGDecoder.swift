// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG through libjpeg-turbo's TurboJPEG interface, which reports errors as return values. The inverse DCT
// already reduces by 2, 4 or 8, so that a tile costs little more than the entropy decoding.

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
        let output = plan.outputSize(ofStored: stored)
        let scaled = scaledSize(of: stored, covering: output)
        let isCMYK = colorspace == TJCS_CMYK.rawValue || colorspace == TJCS_YCCK.rawValue
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

    /// The smallest of full, half, quarter and eighth size that covers `output`. Other fractions exist,
    /// without the vector code that makes these cheap.
    private static func scaledSize(of stored: PixelSize, covering output: PixelSize) -> PixelSize {
        for divisor in [8, 4, 2] {
            let scaled = PixelSize(
                width: (stored.width + divisor - 1) / divisor, height: (stored.height + divisor - 1) / divisor
            )
            if scaled.width >= output.width, scaled.height >= output.height { return scaled }
        }
        return stored
    }
}
