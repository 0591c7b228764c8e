// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the library that decodes a format. Parses untrusted bytes: runs in the decoder process.

import Metadata

/// Decodes pictures out of the bytes of whole files.
enum Decoder {
    /// The picture that `request` asks for, upright, in `place`.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: DecodeRequest, place: CanvasPlace
    ) throws(DecodeFailure) -> DecodedPicture {
        guard facts.mediaType == .image || facts.mediaType == .video else {
            throw .unsupported(facts.format)
        }
        // Refused on its own declaration, before any library allocates for it.
        if !facts.storedSize.isEmpty { try DecodeLimits.check(facts.storedSize) }
        let plan = DecodePlan(
            request: request, orientation: facts.orientation, place: place,
            declaredColor: facts.isAdobeRGB ? .adobeRGB : .sRGB)
        if facts.mediaType == .video {
            return try VideoDecoder.poster(bytes, format: facts.format, plan: plan)
        }
        switch facts.format {
        case .jpeg: return try JPEGDecoder.decode(bytes, plan: plan)
        case .heic, .avif: return try HEIFDecoder.decode(bytes, format: facts.format, plan: plan)
        case .heicSequence, .avifSequence:
            do throws(DecodeFailure) {
                return try HEIFDecoder.decode(bytes, format: facts.format, plan: plan)
            } catch {
                // Not every sequence has a still that stands for it.
                guard request.source == .picture else { throw error }
                return try AnimationDecoder.still(bytes, facts: facts, plan: plan)
            }
        #if HAS_JXL
            case .jxl: return try JXLDecoder.decode(bytes, plan: plan)
        #endif
        case .png: return try PNGDecoder.decode(bytes, plan: plan)
        case .tiff: return try TIFFDecoder.decode(bytes, plan: plan)
        case .webp: return try WebPDecoder.decode(bytes, plan: plan)
        case .xpm: return try XPMDecoder.decode(bytes, plan: plan)
        case _ where facts.format.isRaw: return try RawDecoder.decode(bytes, facts: facts, plan: plan)
        default: return try PixbufDecoder.decode(bytes, format: facts.format, plan: plan)
        }
    }
}
