// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that one of the C codecs read: its status as an error, its memory freed once.

import CCodecs
import Metadata

/// A whole picture as its codec made it.
final class CodecPicture {
    private var picture = albumen_picture()
    /// What the codec complained of while still giving a picture.
    private(set) var warning: String?

    typealias Read = (
        UnsafePointer<UInt8>?, Int, Int, Int, UnsafeMutablePointer<albumen_picture>?
    ) -> Int32

    /// Reads `bytes` with one of the functions of CCodecs.
    init(_ bytes: UnsafeRawBufferPointer, format: FileFormat, read: Read) throws(DecodeFailure) {
        let base = bytes.bindMemory(to: UInt8.self).baseAddress
        let status = read(
            base, bytes.count, DecodeLimits.longestEdge, DecodeLimits.pixelCount, &picture)
        let words = withUnsafeBytes(of: &picture.message) { message in
            DecodeFailure.words(message.bindMemory(to: CChar.self).baseAddress)
        }
        switch albumen_codec_status(UInt32(status)) {
        case albumen_codec_good: break
        case albumen_codec_partial: warning = words.isEmpty ? "part of it is missing" : words
        case albumen_codec_unsupported: throw .unsupported(format)
        case albumen_codec_too_large: throw .tooLarge(size)
        case albumen_codec_no_memory: throw .outOfMemory
        default: throw .corrupt(words.isEmpty ? "it ends before the picture begins" : words)
        }
    }

    deinit {
        albumen_picture_free(&picture)
    }

    var size: PixelSize { PixelSize(width: Int(picture.width), height: Int(picture.height)) }

    /// The samples; they go with this object.
    var raster: Raster {
        let model: Raster.Model =
            switch albumen_codec_model(UInt32(picture.model)) {
            case albumen_codec_rgba: .rgba
            case albumen_codec_rgba_multiplied: .rgbaPremultiplied
            case albumen_codec_cmyk: .cmyk
            default: .rgb
            }
        return Raster(
            base: picture.pixels, size: size, stride: picture.stride, model: model, bits: Int(picture.bits))
    }

    var profile: [UInt8]? {
        picture.profile.map { Array(UnsafeBufferPointer(start: $0, count: picture.profile_length)) }
    }

    var isSRGB: Bool { picture.is_srgb != 0 }
    /// PNG's gAMA; nil where there is none.
    var gamma: Double? { picture.gamma > 0 ? picture.gamma : nil }
    /// PNG's cHRM; nil where there is none, or none that makes sense.
    var primaries: Primaries? {
        let c = picture.chromaticities
        return Primaries(coordinates: [c.0, c.1, c.2, c.3, c.4, c.5, c.6, c.7])
    }
}
