// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures that a photo carries beside the one that is shown: how far things are, how bright they were, who stands in
// front. Recognised, not decoded.

/// What a file holds beside its picture. Raw values travel between processes.
public struct AuxiliaryImages: OptionSet, Sendable, Codable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// How far each pixel is. New phones write one into ordinary photos too.
    public static let depth = AuxiliaryImages(rawValue: 1 << 0)
    /// How to brighten the picture for a screen of a higher range: the picture itself is of the ordinary one.
    public static let gainMap = AuxiliaryImages(rawValue: 1 << 1)
    /// The outline of a person, which Apple's portrait mode makes.
    public static let portraitMatte = AuxiliaryImages(rawValue: 1 << 2)

    /// By the URN of HEIF's `auxC`, which Apple writes into the XMP of JPEGs as well.
    init(urn: String) {
        switch urn {
        case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth": self = .depth
        case "urn:com:apple:photo:2018:aux:portraiteffectsmatte": self = .portraitMatte
        case Self.isoGainMap: self = .gainMap
        case _ where urn.hasPrefix("urn:com:apple:photo:") && urn.hasSuffix(":aux:hdrgainmap"):
            self = .gainMap
        default: self = []
        }
    }

    /// ISO 21496-1's name, in `auxC` and at the beginning of JPEG's APP2.
    static let isoGainMap = "urn:iso:std:iso:ts:21496:-1"

    /// By what the XMP of a picture says of itself and of the ones behind it.
    init(_ xmp: XMPPacket) {
        self = []
        if xmp.has("Version", in: .gainMap) { insert(.gainMap) }
        if xmp.has("Format", in: .depthMap) || xmp.has("DepthURI", in: .depthMap) { insert(.depth) }
        if xmp.has("DepthDataVersion", in: .appleDepth) { insert(.depth) }
        if xmp.has("PortraitEffectsMatteVersion", in: .applePortraitMatte) { insert(.portraitMatte) }
        for urn in xmp.values("AuxiliaryImageType", in: .applePixelData) {
            formUnion(AuxiliaryImages(urn: urn))
        }
        for meaning in xmp.values("Semantic", in: .containerItem) {
            switch meaning {
            case "GainMap", "RecoveryMap": insert(.gainMap)
            case "Depth": insert(.depth)
            default: break
            }
        }
    }
}

extension AuxiliaryImages {
    /// Of a JPEG: its own segments, and the headers of the pictures that its multi-picture index names (CIPA DC-007).
    init(jpeg bytes: UnsafeRawBufferPointer) {
        self.init(segmentsOf: bytes)
        guard let index = MultiPictureIndex(jpeg: bytes) else { return }
        for picture in index.others { formUnion(AuxiliaryImages(segmentsOf: picture)) }
    }

    private init(segmentsOf bytes: UnsafeRawBufferPointer) {
        var found: AuxiliaryImages = []
        JPEGHeader.forEachSegment(of: bytes) { marker, content in
            let reader = ByteReader(content)
            if marker == 0xE1, reader.matches(XMPPacket.jpegSignature) {
                let length = XMPPacket.jpegSignature.utf8CodeUnitCount
                found.formUnion(
                    AuxiliaryImages(XMPPacket(UnsafeRawBufferPointer(rebasing: content.dropFirst(length)))))
            } else if marker == 0xE2, reader.text(0, length: Self.isoGainMap.utf8.count) == Self.isoGainMap {
                found.insert(.gainMap)
            }
        }
        self = found
    }
}
