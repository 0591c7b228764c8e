// SPDX-License-Identifier: GPL-3.0-or-later
// Apple's maker note (EXIF 0x927C): a directory of its own behind a header, whose offsets count from the note's start.
// Older exiv2 does not read it.

/// The few entries of an iPhone's maker note that say what a photo is. Tag numbers are ExifTool's findings.
struct AppleMakerNote {
    /// 0x000A: 3 is a picture merged of several exposures.
    private(set) var hdrImageType: Int?
    /// 0x000B: equal in all photos of one burst.
    private(set) var burstIdentifier: String?
    /// 0x0011: equal in the still and the film of a Live Photo.
    private(set) var contentIdentifier: String?
    /// 0x0014: 1 is ProRAW, 2 is Portrait.
    private(set) var captureType: Int?
    /// 0x002E: 6 is the front camera.
    private(set) var cameraType: Int?

    private static let header: StaticString = "Apple iOS\0"
    private static let directoryOffset = 14
    private static let entryLength = 12
    /// Entries read at most; phones write some fifty.
    private static let entryLimit = 256

    /// TIFF's types.
    private enum FieldType {
        static let ascii = 2
        static let long = 4
        static let slong = 9
    }

    /// Nil for what is no maker note of Apple's.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let note = ByteReader(bytes)
        guard note.matches(Self.header) else { return nil }
        let isLittleEndian = note.matches("II", at: Self.directoryOffset - 2)
        guard let count = note.u16(Self.directoryOffset, littleEndian: isLittleEndian) else { return nil }
        for index in 0..<min(Int(count), Self.entryLimit) {
            let entry = Self.directoryOffset + 2 + index * Self.entryLength
            guard let tag = note.u16(entry, littleEndian: isLittleEndian) else { return }
            let number = { Self.number(note, entry, isLittleEndian) }
            let text = { Self.text(note, entry, isLittleEndian) }
            switch tag {
            case 0x000A: hdrImageType = number()
            case 0x000B: burstIdentifier = text()
            case 0x0011: contentIdentifier = text()
            case 0x0014: captureType = number()
            case 0x002E: cameraType = number()
            default: break
            }
        }
    }

    private static func number(_ note: ByteReader, _ entry: Int, _ isLittleEndian: Bool) -> Int? {
        guard let type = note.u16(entry + 2, littleEndian: isLittleEndian),
            [FieldType.long, FieldType.slong].contains(Int(type)),
            note.u32(entry + 4, littleEndian: isLittleEndian) == 1
        else { return nil }
        return note.u32(entry + 8, littleEndian: isLittleEndian).map { Int(Int32(bitPattern: $0)) }
    }

    private static func text(_ note: ByteReader, _ entry: Int, _ isLittleEndian: Bool) -> String? {
        guard note.u16(entry + 2, littleEndian: isLittleEndian).map(Int.init) == FieldType.ascii,
            let length = note.u32(entry + 4, littleEndian: isLittleEndian), length <= 256
        else { return nil }
        // What fits into the entry stands in it.
        let isInline = length <= 4
        let offset = isInline ? UInt32(entry + 8) : note.u32(entry + 8, littleEndian: isLittleEndian)
        return offset.flatMap { note.text(Int($0), length: Int(length)) }?.trimmedForPeople
    }
}
