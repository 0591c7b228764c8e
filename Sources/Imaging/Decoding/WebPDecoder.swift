// SPDX-License-Identifier: GPL-3.0-or-later
// WebP through libwebp, which reduces while it decodes, and gives the profile. The first frame of an animation.

import CWebP
import Metadata

/// WebP pictures.
enum WebPDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let source = bytes.bindMemory(to: UInt8.self)
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .outOfMemory }
        try check(WebPGetFeatures(source.baseAddress, source.count, &config.input))
        let color = profile(in: bytes).map(ColorSource.profile) ?? plan.declaredColor
        let stored = PixelSize(width: Int(config.input.width), height: Int(config.input.height))
        try DecodeLimits.check(stored)
        if config.input.has_animation != 0 {
            return try firstFrame(source, stored: stored, plan: plan, color: color)
        }
        let output = plan.decodedSize(ofStored: stored)
        if output != stored {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(output.width)
            config.options.scaled_height = Int32(output.height)
        }
        let hasAlpha = config.input.has_alpha != 0
        config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
        // libwebp's own, until then.
        defer { WebPFreeDecBuffer(&config.output) }
        try check(WebPDecode(source.baseAddress, source.count, &config))
        let raster = Raster(
            base: config.output.u.RGBA.rgba, size: output, stride: Int(config.output.u.RGBA.stride),
            model: hasAlpha ? .rgba : .rgb)
        return try plan.picture(raster, stored: stored, color: color)
    }

    private static func firstFrame(
        _ source: UnsafeBufferPointer<UInt8>, stored: PixelSize, plan: DecodePlan, color: ColorSource
    ) throws(DecodeFailure) -> DecodedPicture {
        var data = WebPData(bytes: source.baseAddress, size: source.count)
        guard let decoder = WebPAnimDecoderNew(&data, nil) else { throw .corrupt("its frames do not fit") }
        defer { WebPAnimDecoderDelete(decoder) }
        // The decoder's own, until the next frame.
        var pixels: UnsafeMutablePointer<UInt8>?
        var time: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels else {
            throw .corrupt("its first frame does not decode")
        }
        let raster = Raster(base: pixels, size: stored, stride: stored.width * 4, model: .rgba)
        return try plan.picture(raster, stored: stored, color: color)
    }

    static func profile(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var data = WebPData(
            bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        guard let demuxer = WebPDemux(&data) else { return nil }
        defer { WebPDemuxDelete(demuxer) }
        var chunk = WebPChunkIterator()
        defer { WebPDemuxReleaseChunkIterator(&chunk) }
        guard WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk) != 0 else { return nil }
        return Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    }

    private static func check(_ status: VP8StatusCode) throws(DecodeFailure) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp)
        case VP8_STATUS_NOT_ENOUGH_DATA: throw .corrupt("it ends too early")
        default: throw .corrupt("its bitstream makes no sense")
        }
    }
}
