// SPDX-License-Identifier: GPL-3.0-or-later
// Tells plain TIFF from the digital negatives built on it, by the first directory's tags.

/// What a file with a TIFF header is.
enum TIFFSniffer {
    static func format(of head: ByteReader) -> FileFormat? {
        guard let header = TIFFHeader(head) else { return nil }
        switch header.magic {
        case 0x4F52, 0x5352: return .orf
        case 0x0055: return .rw2
        case 0x002B: return .tiff
        case 0x002A: break
        default: return nil
        }
        if head.matches("CR", at: 8) { return .cr2 }
        let directory = TIFFDirectory(head, at: header.firstDirectory, littleEndian: header.littleEndian)
        if directory[Tag.dngVersion] != nil { return .dng }
        // A camera maker's TIFF is its negative only when the raw picture hangs below in sub-directories.
        guard directory[Tag.subIFDs] != nil, let make = directory.text(Tag.make)?.uppercased() else {
            return .tiff
        }
        if make.hasPrefix("NIKON") { return .nef }
        if make.hasPrefix("SONY") { return .arw }
        if make.hasPrefix("PENTAX") || make.hasPrefix("RICOH") { return .pef }
        return .tiff
    }

    private enum Tag {
        static let make: UInt16 = 0x010F
        static let subIFDs: UInt16 = 0x014A
        static let dngVersion: UInt16 = 0xC612
    }
}

/// The eight bytes at the start of a TIFF stream.
struct TIFFHeader {
    let littleEndian: Bool
    let magic: UInt16
    let firstDirectory: Int

    init?(_ reader: ByteReader) {
        littleEndian = reader.matches("II")
        guard littleEndian || reader.matches("MM"),
            let magic = reader.u16(2, littleEndian: littleEndian),
            let offset = reader.u32(4, littleEndian: littleEndian)
        else { return nil }
        self.magic = magic
        firstDirectory = Int(offset)
    }
}

/// One directory of a TIFF stream; empty when it lies outside the bytes at hand.
struct TIFFDirectory {
    private let reader: ByteReader
    private let offset: Int
    private let littleEndian: Bool
    private let entryCount: Int

    init(_ reader: ByteReader, at offset: Int, littleEndian: Bool) {
        self.reader = reader
        self.offset = offset
        self.littleEndian = littleEndian
        entryCount = reader.u16(offset, littleEndian: littleEndian).map(Int.init) ?? 0
    }

    /// The first value of a tag as an unsigned number (types BYTE, SHORT and LONG); the raw field of others.
    subscript(tag: UInt16) -> UInt32? {
        guard let entry = entry(tag), let type = reader.u16(entry + 2, littleEndian: littleEndian) else {
            return nil
        }
        switch type {
        case 1, 7: return reader.u8(entry + 8).map(UInt32.init)
        case 3: return reader.u16(entry + 8, littleEndian: littleEndian).map(UInt32.init)
        default: return reader.u32(entry + 8, littleEndian: littleEndian)
        }
    }

    /// The text of an ASCII tag.
    func text(_ tag: UInt16) -> String? {
        guard let entry = entry(tag), reader.u16(entry + 2, littleEndian: littleEndian) == 2,
            let count = reader.u32(entry + 4, littleEndian: littleEndian)
        else { return nil }
        let length = min(Int(count), 64)
        if count <= 4 { return reader.text(entry + 8, length: length) }
        return reader.u32(entry + 8, littleEndian: littleEndian)
            .flatMap { reader.text(Int($0), length: length) }
    }

    /// The bytes of an UNDEFINED tag that do not fit into its entry.
    func data(_ tag: UInt16) -> ByteReader? {
        guard let entry = entry(tag), reader.u16(entry + 2, littleEndian: littleEndian) == 7,
            let count = reader.u32(entry + 4, littleEndian: littleEndian), count > 4,
            let start = reader.u32(entry + 8, littleEndian: littleEndian)
        else { return nil }
        return reader.window(at: Int(start), length: Int(count))
    }

    private func entry(_ tag: UInt16) -> Int? {
        (0..<entryCount).lazy.map { offset + 2 + $0 * 12 }
            .prefix { $0 + 12 <= reader.count }
            .first { reader.u16($0, littleEndian: littleEndian) == tag }
    }
}
