// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a file's format from its first bytes. Reads no name, allocates nothing that a file could size.

/// Recognises formats by content.
public enum FormatSniffer {
    /// Bytes that are enough for every decision made here.
    public static let headLength = 64 * 1024

    /// The format of a file that begins with `head`: the whole file or its first `headLength` bytes.
    public static func format(of head: UnsafeRawBufferPointer) -> FileFormat {
        let reader = ByteReader(UnsafeRawBufferPointer(rebasing: head.prefix(headLength)))
        return still(reader) ?? moving(reader) ?? sound(reader) ?? text(reader) ?? .unknown
    }

    private static func still(_ head: ByteReader) -> FileFormat? {
        if head.u16(0) == 0xFFD8, head.u8(2) == 0xFF { return .jpeg }
        if head.u64(0) == 0x8950_4E47_0D0A_1A0A { return .png }
        if head.matches("GIF87a") || head.matches("GIF89a") { return .gif }
        if head.matches("RIFF"), head.matches("WEBP", at: 8) { return .webp }
        if head.matches("FUJIFILMCCD-RAW") { return .raf }
        if head.matches("FOVb") { return .x3f }
        if head.u32(0) == 0x004D_524D { return .mrw }
        if head.matches("HEAPCCDR", at: 6) { return .crw }
        if head.matches("II") || head.matches("MM") { return TIFFSniffer.format(of: head) }
        if head.matches("8BPS") { return .psd }
        if head.u16(0) == 0xFF0A { return .jxl }
        if head.u32(0) == 12, head.matches("JXL ", at: 4) { return .jxl }
        if head.u32(0) == 12, head.matches("jP  ", at: 4) { return .jpeg2000 }
        if head.u32(0) == 0xFF4F_FF51 { return .jpeg2000 }
        if head.matches("BM"), let header = head.u32(14, littleEndian: true), header >= 12, header <= 124 {
            return .bmp
        }
        if head.u32(0) == 0x0000_0100, let count = head.u16(4, littleEndian: true), count > 0, count < 256 {
            return .ico
        }
        if head.matches("qoif") { return .qoi }
        if head.u8(0) == UInt8(ascii: "P"), let kind = head.u8(1), (0x31...0x36).contains(kind),
            let space = head.u8(2), [0x20, 0x0A, 0x0D, 0x09].contains(space)
        {
            return .pnm
        }
        if head.matches("/* XPM */") { return .xpm }
        return nil
    }

    private static func moving(_ head: ByteReader) -> FileFormat? {
        if head.matches("ftyp", at: 4) { return BrandSniffer.format(of: head) }
        // QuickTime before brands: the first box is one of these.
        if head.matches("moov", at: 4) || head.matches("mdat", at: 4) || head.matches("wide", at: 4)
            || head.matches("pnot", at: 4)
        {
            return .quickTime
        }
        if head.u32(0) == 0x1A45_DFA3 { return matroska(head) }
        if head.matches("RIFF"), head.matches("AVI ", at: 8) { return .avi }
        if head.u32(0) == 0x0000_01BA || head.u32(0) == 0x0000_01B3 { return .mpegProgramStream }
        if isTransportStream(head, at: 0, packet: 188) || isTransportStream(head, at: 4, packet: 192) {
            return .mpegTransportStream
        }
        if head.matches("OggS") { return .ogg }
        if head.matches("FLV\u{01}") { return .flv }
        if head.u64(0) == 0x3026_B275_8E66_CF11 { return .asf }
        return nil
    }

    /// The document type stands within the first few dozen bytes of the EBML header.
    private static func matroska(_ head: ByteReader) -> FileFormat {
        for offset in 4..<64 where head.matches("webm", at: offset) { return .webm }
        return .matroska
    }

    /// Three sync bytes a packet apart; a lone 'G' proves nothing.
    private static func isTransportStream(_ head: ByteReader, at offset: Int, packet: Int) -> Bool {
        (0..<3).allSatisfy { head.u8(offset + $0 * packet) == 0x47 }
    }

    private static func sound(_ head: ByteReader) -> FileFormat? {
        if head.matches("ID3") { return .mp3 }
        if head.matches("fLaC") { return .flac }
        if head.matches("RIFF"), head.matches("WAVE", at: 8) { return .wav }
        return nil
    }

    /// SVG is XML whose root is `svg`: looked for after any prolog, comments and byte order mark.
    private static func text(_ head: ByteReader) -> FileFormat? {
        let start = head.matches("\u{FEFF}") ? 3 : 0
        guard let first = (start..<min(head.count, 256)).first(where: { !isSpace(head.bytes[$0]) }),
            head.bytes[first] == UInt8(ascii: "<")
        else { return nil }
        let limit = min(head.count, 4096)
        for offset in first..<limit where head.bytes[offset] == UInt8(ascii: "<") {
            if head.matches("<svg", at: offset) || head.matches("<svg:svg", at: offset) { return .svg }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
