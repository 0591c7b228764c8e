// SPDX-License-Identifier: GPL-3.0-or-later
// Metadata of our own making: EXIF with a maker note, XMP, Samsung's trailer, films of headers alone.

import Foundation

/// A tag of a TIFF directory (EXIF 2.32, 4.6.2), in big-endian.
public struct SampleTag: Sendable {
    let tag: Int
    let type: Int
    let count: Int
    public let bytes: [UInt8]

    public static func text(_ tag: Int, _ text: String) -> SampleTag {
        let bytes = Array(text.utf8) + [0]
        return SampleTag(tag: tag, type: 2, count: bytes.count, bytes: bytes)
    }

    public static func short(_ tag: Int, _ value: Int) -> SampleTag {
        SampleTag(tag: tag, type: 3, count: 1, bytes: u16(value))
    }

    public static func long(_ tag: Int, _ value: Int) -> SampleTag {
        SampleTag(tag: tag, type: 4, count: 1, bytes: u32(value))
    }

    public static func undefined(_ tag: Int, _ bytes: [UInt8]) -> SampleTag {
        SampleTag(tag: tag, type: 7, count: bytes.count, bytes: bytes)
    }

    /// Apple's maker note with these entries.
    public static func appleNote(_ entries: [SampleTag]) -> SampleTag {
        let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        return undefined(0x927C, header + directory(entries, at: header.count))
    }

    /// A directory whose offsets count from `start` bytes before it.
    static func directory(_ tags: [SampleTag], at start: Int) -> [UInt8] {
        var table = u16(tags.count)
        var data: [UInt8] = []
        let dataStart = start + 2 + 12 * tags.count + 4
        for tag in tags.sorted(by: { $0.tag < $1.tag }) {
            table += u16(tag.tag) + u16(tag.type) + u32(tag.count)
            if tag.bytes.count <= 4 {
                table += tag.bytes + [UInt8](repeating: 0, count: 4 - tag.bytes.count)
            } else {
                table += u32(dataStart + data.count)
                data += tag.bytes + (tag.bytes.count % 2 == 1 ? [0] : [])
            }
        }
        return table + u32(0) + data
    }

    static func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    static func u32(_ value: Int) -> [UInt8] { u16(value >> 16 & 0xFFFF) + u16(value & 0xFFFF) }
}

extension SampleJPEG {
    /// A picture with these tags, this XMP, and bytes behind its end.
    public static func bytes(
        image: [SampleTag] = [], exif: [SampleTag] = [], xmp: String? = nil, tail: [UInt8] = []
    ) -> [UInt8] {
        let plain = bytes(seed: 0)
        // Behind the segment that it has already.
        let rest = plain[(4 + Int(plain[4]) << 8 + Int(plain[5]))...]
        let first = image + (exif.isEmpty ? [] : [.long(0x8769, 0)])
        let exifAt = 8 + SampleTag.directory(first, at: 8).count
        let directory = SampleTag.directory(
            image + (exif.isEmpty ? [] : [.long(0x8769, exifAt)]), at: 8)
        let tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory + SampleTag.directory(exif, at: exifAt)
        var segments = segment(Array("Exif".utf8) + [0, 0] + tiff)
        if let xmp {
            segments += segment(Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(packet(xmp).utf8))
        }
        return [0xFF, 0xD8] + segments + rest + tail
    }

    /// An XMP packet with these attributes and elements of its one description.
    public static func packet(_ description: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" \(description)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static func segment(_ body: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1] + SampleTag.u16(body.count + 2) + body
    }
}

/// Samsung's trailer (ExifTool's Samsung.pm): pieces, then their directory.
public enum SampleTrailer {
    public static func bytes(_ pieces: [(type: Int, name: String, data: [UInt8])]) -> [UInt8] {
        func u16(_ value: Int) -> [UInt8] { SampleTag.u16(value).reversed() }
        func u32(_ value: Int) -> [UInt8] { SampleTag.u32(value).reversed() }
        var blocks: [[UInt8]] = []
        for piece in pieces {
            blocks.append(
                u16(0) + u16(piece.type) + u32(piece.name.utf8.count) + Array(piece.name.utf8) + piece.data)
        }
        var directory = Array("SEFH".utf8) + u32(106) + u32(pieces.count)
        for (index, piece) in pieces.enumerated() {
            let back = blocks[index...].reduce(0) { $0 + $1.count }
            directory += u16(0) + u16(piece.type) + u32(back) + u32(blocks[index].count)
        }
        return blocks.flatMap { $0 } + directory + u32(directory.count) + Array("SEFT".utf8)
    }
}

/// A film of headers alone.
public enum SampleMovie {
    public enum Value: Sendable {
        case text(String)
        case int(Int)
        case float(Float)
    }

    /// - Parameters:
    ///   - created: seconds since 1970.
    ///   - rate: frames a second.
    ///   - sample: the type of the first sample of the picture's track.
    ///   - inSample: boxes behind the picture's part of it.
    public static func bytes(
        keys: [(String, Value)] = [], trackKeys: [(String, Value)] = [], created: Int = 0, seconds: Int = 2,
        rate: Int = 30, sample: String = "avc1", inSample: [UInt8] = [], userData: [UInt8] = [],
        behind: [UInt8] = []
    ) -> [UInt8] {
        let epoch = 2_082_844_800
        let time = created == 0 ? 0 : created + epoch
        let header = u32(0) + u32(time) + u32(time) + u32(600) + u32(seconds * 600) + zeros(80)
        let size = u32(320 << 16) + u32(240 << 16)
        let matrix = u32(1 << 16) + zeros(12) + u32(1 << 16) + zeros(12) + u32(1 << 30)
        let trackHeader = zeros(4) + zeros(36) + matrix + size
        let entry = box(sample, zeros(78) + inSample)
        let table = box(
            "stbl",
            box("stsd", zeros(4) + u32(1) + entry)
                + box("stts", zeros(4) + u32(1) + u32(seconds * rate) + u32(600 / rate)))
        let media = box(
            "mdia",
            box("mdhd", zeros(12) + u32(600) + u32(seconds * 600) + zeros(4))
                + box("hdlr", zeros(8) + Array("vide".utf8) + zeros(13)) + box("minf", table))
        let track = box("trak", box("tkhd", trackHeader) + media + meta(trackKeys))
        let user = userData.isEmpty ? [] : box("udta", userData)
        return box("ftyp", Array("qt  ".utf8) + zeros(4) + Array("qt  ".utf8)) + box("mdat", zeros(8))
            + box("moov", box("mvhd", header) + track + meta(keys) + user) + behind
    }

    /// QuickTime's `meta`, which has no version.
    private static func meta(_ keys: [(String, Value)]) -> [UInt8] {
        if keys.isEmpty { return [] }
        let names = keys.flatMap { box("mdta", Array($0.0.utf8)) }
        var values: [UInt8] = []
        for (index, key) in keys.enumerated() {
            let data: [UInt8] =
                switch key.1 {
                case .text(let text): u32(1) + zeros(4) + Array(text.utf8)
                case .int(let value): u32(77) + zeros(4) + u32(value)
                case .float(let value): u32(23) + zeros(4) + u32(Int(value.bitPattern))
                }
            let content = box("data", data)
            values += u32(content.count + 8) + u32(index + 1) + content
        }
        return box(
            "meta",
            box("hdlr", zeros(8) + Array("mdta".utf8) + zeros(13))
                + box("keys", zeros(4) + u32(keys.count) + names) + box("ilst", values))
    }

    public static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        u32(content.count + 8) + type.unicodeScalars.map { UInt8($0.value) } + content
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    private static func u32(_ value: Int) -> [UInt8] { SampleTag.u32(value) }
}
