// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures beside the picture: files put together by the standards' own rules, and real ones of the corpus.

import Foundation
import TestSupport
import Testing

@testable import Metadata

@Suite("Auxiliary images")
struct AuxiliaryImageTests {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    private static func xmp(_ attributes: String) -> [UInt8] {
        segment(
            0xE1,
            Array("http://ns.adobe.com/xap/1.0/\0<rdf:Description \(attributes)/>".utf8))
    }

    /// A JPEG of no pixels with these segments, and another one behind it that the first one's index names.
    private static func jpeg(_ own: [UInt8] = [], behind other: [UInt8]? = nil) -> [UInt8] {
        let end: [UInt8] = [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
        guard let other else { return [0xFF, 0xD8] + own + end }
        let second = [0xFF, 0xD8] + other + end
        func index(offset: Int) -> [UInt8] {
            // Big-endian TIFF: one entry, the table of two pictures behind it.
            let table =
                [UInt8](repeating: 0, count: 16) + big(0, 4) + big(second.count, 4) + big(offset, 4)
                + big(0, 4)
            return Array("MPF\0MM\0*".utf8) + big(8, 4) + big(1, 2) + big(0xB002, 2) + big(7, 2) + big(32, 4)
                + big(26, 4) + big(0, 4) + table
        }
        let length = index(offset: 0).count
        // From behind "MPF\0": what is left of the index, and what comes after it.
        let offset = length - 4 + own.count + end.count
        return [0xFF, 0xD8] + segment(0xE2, index(offset: offset)) + own + end + second
    }

    private func facts(_ bytes: [UInt8]) throws -> FileFacts {
        try bytes.withUnsafeBytes { try MetadataReader.facts(of: $0) }
    }

    @Test(
        "In a JPEG's own XMP, whatever prefixes it uses",
        arguments: [
            (
                "xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version='1.0'",
                AuxiliaryImages.gainMap
            ),
            ("xmlns:q = \"http://ns.adobe.com/hdr-gain-map/1.0/\" q:Version = \"1.0\"", .gainMap),
            ("xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'", []),
            ("xmlns:hdrgm='http://example.org/' hdrgm:Version='1.0'", []),
            ("xmlns:I='http://ns.google.com/photos/1.0/container/item/' I:Semantic='GainMap'", .gainMap),
            ("xmlns:I='http://ns.google.com/photos/1.0/container/item/' I:Semantic='Primary'", []),
            ("xmlns:G='http://ns.google.com/photos/1.0/depthmap/' G:Format='RangeLinear'", .depth),
        ] as [(String, AuxiliaryImages)])
    func ownXMP(attributes: String, expected: AuxiliaryImages) throws {
        let facts = try facts(Self.jpeg(Self.xmp(attributes)))
        #expect(facts.auxiliaryImages == expected)
        #expect(facts.subtypes.contains(.depthEffect) == (expected == .depth))
        // A gain map is no merged exposure.
        #expect(!facts.subtypes.contains(.hdr))
    }

    @Test("In the pictures that a JPEG's index names")
    func secondPicture() throws {
        let apple = """
            http://ns.adobe.com/xap/1.0/\0<rdf:Description xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/">
            <apdi:AuxiliaryImageType>urn:com:apple:photo:2020:aux:hdrgainmap</apdi:AuxiliaryImageType>
            """
        let map = Self.segment(0xE1, Array(apple.utf8))
        #expect(try facts(Self.jpeg(behind: map)).auxiliaryImages == .gainMap)
        let iso = Self.segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0".utf8))
        #expect(try facts(Self.jpeg(behind: iso)).auxiliaryImages == .gainMap)
        let matte = Self.xmp(
            "xmlns:m='http://ns.apple.com/portraitEffectsMatte/1.0/' m:PortraitEffectsMatteVersion='65536'")
        let portrait = try facts(Self.jpeg(behind: matte))
        #expect(portrait.auxiliaryImages == .portraitMatte && portrait.subtypes == .depthEffect)
        #expect(try facts(Self.jpeg(behind: [])).auxiliaryImages == [])
        // An index that points beyond the file names nothing.
        #expect(try facts(Array(Self.jpeg(behind: iso).dropLast(20))).auxiliaryImages == [])
    }

    @Test(
        "HEIF's auxiliary types; depth alone is in ordinary photos too",
        arguments: [
            ("urn:mpeg:hevc:2015:auxid:1", [], []),
            ("urn:mpeg:hevc:2015:auxid:2", .depth, []),
            ("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", .depth, []),
            ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", .portraitMatte, .depthEffect),
            ("urn:com:apple:photo:2020:aux:hdrgainmap", .gainMap, []),
            ("urn:com:apple:photo:2018:aux:hdrgainmap", .gainMap, []),
            ("urn:iso:std:iso:ts:21496:-1", .gainMap, []),
        ] as [(String, AuxiliaryImages, MediaSubtypes)])
    func heif(urn: String, expected: AuxiliaryImages, subtypes: MediaSubtypes) throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            Self.big(content.count + 8, 4) + Array(type.utf8) + content
        }
        let property = box("auxC", [0, 0, 0, 0] + Array(urn.utf8) + [0])
        let file =
            box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
            + box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", property)))
        let facts = try facts(file)
        #expect(facts.format == .heic)
        #expect(facts.auxiliaryImages == expected && facts.subtypes == subtypes)
    }
}
