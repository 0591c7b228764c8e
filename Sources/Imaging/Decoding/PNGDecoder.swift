// SPDX-License-Identifier: GPL-3.0-or-later
// PNG through libpng, because gdk-pixbuf cuts sixteen bits to eight and knows no gAMA. Of an APNG this is the default
// image.

import CCodecs
import Metadata

/// PNG pictures.
enum PNGDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let picture = try CodecPicture(bytes, format: .png, read: albumen_png_read)
        defer { withExtendedLifetime(picture) {} }
        return try plan.picture(
            picture.raster, stored: picture.size,
            color: color(of: picture, in: bytes, otherwise: plan.declaredColor),
            warning: picture.warning)
    }

    /// In the order of the PNG specification (third edition, 4.3): cICP, iCCP, sRGB, then gAMA and cHRM.
    static func color(
        of picture: CodecPicture, in bytes: UnsafeRawBufferPointer, otherwise declared: ColorSource
    ) -> ColorSource {
        if let codes = PNGChunks(bytes).first(where: { $0.name == "cICP" })?.content, codes.count >= 4 {
            return ColorSource(primariesCode: Int(codes[0]), transferCode: Int(codes[1]))
        }
        if let profile = picture.profile { return .profile(profile) }
        if picture.isSRGB { return .sRGB }
        guard picture.gamma != nil || picture.primaries != nil else { return declared }
        let primaries = picture.primaries ?? .sRGB
        let isNearSRGB = primaries.isClose(to: .sRGB)
        guard let gamma = picture.gamma, abs(gamma - customaryGamma) > 0.001 else {
            return isNearSRGB ? .sRGB : .coded(primaries, .sRGB)
        }
        return .coded(isNearSRGB ? .sRGB : primaries, .gamma(1 / gamma))
    }

    /// What writers put for want of an sRGB chunk, and everybody shows as sRGB.
    private static let customaryGamma = 0.45455
}

/// The chunks of a PNG, up to the first that is not whole.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        let name: String
        let content: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 8

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> Chunk? {
        // Length, name, content, checksum.
        guard offset + 12 <= bytes.count else { return nil }
        let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        guard length <= bytes.count - offset - 12 else { return nil }
        let name = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
        let content = UnsafeRawBufferPointer(rebasing: bytes[(offset + 8)..<(offset + 8 + length)])
        offset += 12 + length
        return Chunk(name: name, content: content)
    }
}
