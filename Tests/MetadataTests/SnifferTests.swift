// SPDX-License-Identifier: GPL-3.0-or-later
// Formats by their first bytes, and every parser on rubbish.

import Metadata
import Testing

@Suite("Formats by content")
struct SnifferTests {
    /// A `ftyp` box: the major brand, a version, the compatible brands.
    private static func box(_ major: String, _ compatible: String...) -> [UInt8] {
        var body = Array((major + "\0\0\0\0").utf8)
        for brand in compatible { body.append(contentsOf: brand.utf8) }
        var box: [UInt8] = [0, 0, 0, UInt8(8 + body.count)]
        box.append(contentsOf: "ftyp".utf8)
        return box + body
    }

    private static func bytes(_ numbers: [UInt8], _ text: String = "") -> [UInt8] {
        numbers + Array(text.utf8)
    }

    private static let signatures: [([UInt8], FileFormat)] = [
        (bytes([0xFF, 0xD8, 0xFF, 0xE1]), .jpeg),
        (bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), .png),
        (bytes([], "GIF89a"), .gif),
        (bytes([], "RIFF\0\0\0\0WEBPVP8 "), .webp),
        (bytes([], "RIFF\0\0\0\0AVI LIST"), .avi),
        (bytes([], "\u{FEFF}<?xml version='1.0'?><!-- a --><svg/>"), .svg),
        (bytes([], "<html/>"), .unknown),
        (bytes([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84], "webm"), .webm),
        (box("heic", "mif1"), .heic),
        (box("mif1", "avif"), .avif),
        (box("avis", "avif"), .avifSequence),
        (box("hevc"), .heicSequence),
        (box("crx "), .cr3),
        (box("qt  "), .quickTime),
        (box("isom", "mp42"), .mp4),
        (box("3gp4"), .threeGP),
        (bytes([]), .unknown),
        (bytes([0xFF]), .unknown),
    ]

    @Test("Signatures", arguments: signatures)
    func formatOfSignature(bytes: [UInt8], format: FileFormat) {
        #expect(bytes.withUnsafeBytes { FormatSniffer.format(of: $0) } == format)
    }

    /// A little-endian TIFF whose one directory has these tags as LONG.
    private static func tiff(_ tags: [UInt16]) -> [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, UInt8(tags.count), 0]
        for tag in tags { bytes += [UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0, 1, 0, 0, 0] }
        return bytes
    }

    @Test("TIFF, and digital negatives built on it")
    func tiffs() {
        #expect(Self.tiff([0x0100]).withUnsafeBytes { FormatSniffer.format(of: $0) } == .tiff)
        #expect(Self.tiff([0x0100, 0xC612]).withUnsafeBytes { FormatSniffer.format(of: $0) } == .dng)
    }

    @Test("Rubbish behind every signature is read without a trap", arguments: 0..<200)
    func rubbish(seed: Int) {
        var generator = Generator(state: UInt64(seed))
        let starts: [[UInt8]] = [
            Self.box("heic", "mif1"), Self.box("isom"), Self.tiff([0x0100, 0x0101]), Self.bytes([], "GIF89a"),
            Self.bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "IHDR"),
            Self.bytes([], "RIFF\0\0\0\0WEBPVP8X"), Self.bytes([0xFF, 0xD8, 0xFF]), Self.bytes([], "8BPS"),
        ]
        let names = [
            "meta", "moov", "iinf", "iloc", "iprp", "ipco", "ipma", "ispe", "trak", "tkhd", "mvhd", "keys",
        ]
        var bytes = starts[seed % starts.count]
        for _ in 0..<100 {
            switch generator.next() % 3 {
            case 0: bytes += Array(names[Int(generator.next() % UInt64(names.count))].utf8)
            case 1: bytes += [0, 0, 0, UInt8(generator.next() & 63)]
            default: bytes.append(UInt8(generator.next() & 255))
            }
        }
        let facts = try? bytes.withUnsafeBytes { try MetadataReader.facts(of: $0) }
        #expect((facts?.displaySize.width ?? 0) >= 0)
    }
}

/// The same numbers for the same seed (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
