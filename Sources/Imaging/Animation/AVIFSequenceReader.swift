// SPDX-License-Identifier: GPL-3.0-or-later
// AVIF sequences through libavif: libheif knows them only from its version 1.20 on, and without their transparency.

import CAvif
import Metadata

/// Reads the frames of an AVIF sequence; of a still, the picture.
final class AVIFSequenceReader: AnimationReader {
    /// Ours; destroyed at the end.
    private let decoder: UnsafeMutablePointer<avifDecoder>
    let size: PixelSize
    let color: ColorSource
    /// Of the frame that was read last.
    private var samples: PixelStorage?

    /// The bytes must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
        guard let decoder = avifDecoderCreate() else { throw .outOfMemory }
        var isReady = false
        defer { if !isReady { avifDecoderDestroy(decoder) } }
        // Encoders of real files are not as strict as the library.
        decoder.pointee.strictFlags = avifStrictFlags(AVIF_STRICT_DISABLED.rawValue)
        decoder.pointee.ignoreExif = AVIF_TRUE
        decoder.pointee.ignoreXMP = AVIF_TRUE
        decoder.pointee.imageDimensionLimit = UInt32(DecodeLimits.longestEdge)
        let base = bytes.bindMemory(to: UInt8.self).baseAddress
        try Self.check(avifDecoderSetIOMemory(decoder, base, bytes.count), decoder)
        try Self.check(avifDecoderParse(decoder), decoder)
        let image = decoder.pointee.image.pointee
        size = PixelSize(width: Int(image.width), height: Int(image.height))
        try DecodeLimits.check(size)
        color = Self.color(of: image)
        self.decoder = decoder
        isReady = true
    }

    deinit {
        avifDecoderDestroy(decoder)
    }

    var loopCount: Int { Int(albumen_avif_loop_count(decoder)) }

    func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
        let result = avifDecoderNextImage(decoder)
        guard result != AVIF_RESULT_NO_IMAGES_REMAINING else { return nil }
        try Self.check(result, decoder)
        // The decoder's own, until the next frame.
        guard let image = decoder.pointee.image else { throw .corrupt("a frame of it does not decode") }
        var pixels = avifRGBImage()
        avifRGBImageSetDefaults(&pixels, image)
        let hasAlpha = decoder.pointee.alphaPresent != AVIF_FALSE
        let isMultiplied = image.pointee.alphaPremultiplied != AVIF_FALSE
        pixels.format = hasAlpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB
        pixels.alphaPremultiplied = image.pointee.alphaPremultiplied
        let shown = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
        try DecodeLimits.check(shown)
        let stride = shown.width * Int(avifRGBImagePixelSize(&pixels))
        guard let samples = PixelStorage(heapBytes: stride * shown.height) else { throw .outOfMemory }
        self.samples = samples
        pixels.pixels = samples.base.assumingMemoryBound(to: UInt8.self)
        pixels.rowBytes = UInt32(stride)
        try Self.check(avifImageYUVToRGB(image, &pixels), decoder)
        let model: Raster.Model = hasAlpha ? (isMultiplied ? .rgbaPremultiplied : .rgba) : .rgb
        let raster = Raster(
            base: samples.base, size: shown, stride: stride, model: model, bits: Int(pixels.depth))
        let delay = decoder.pointee.imageTiming.duration
        return (raster, .seconds(delay.isFinite ? min(max(0, delay), Self.longestDelay) : 0))
    }

    /// Seconds: what a `Duration` takes, with room.
    private static let longestDelay = 1e9

    private static func color(of image: avifImage) -> ColorSource {
        if image.icc.size > 0, let data = image.icc.data {
            return .profile(Array(UnsafeBufferPointer(start: data, count: image.icc.size)))
        }
        return ColorSource(
            primariesCode: Int(image.colorPrimaries), transferCode: Int(image.transferCharacteristics))
    }

    private static func check(
        _ result: avifResult, _ decoder: UnsafeMutablePointer<avifDecoder>
    ) throws(DecodeFailure) {
        switch result {
        case AVIF_RESULT_OK: return
        case AVIF_RESULT_OUT_OF_MEMORY: throw .outOfMemory
        case AVIF_RESULT_NO_CODEC_AVAILABLE, AVIF_RESULT_NOT_IMPLEMENTED: throw .unsupported(.avifSequence)
        default: throw .corrupt(libraryMessage: avifResultToString(result))
        }
    }
}
