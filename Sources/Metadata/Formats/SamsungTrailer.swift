// SPDX-License-Identifier: GPL-3.0-or-later
// What Samsung's phones append to their pictures: named pieces of data, then a directory of them (`SEFH`), its length
// and `SEFT` (ExifTool's findings).

/// The trailer of a JPEG, or the content of a HEIC's `sefd` box.
struct SamsungTrailer {
    /// Where each piece of data lies in the file, by its type.
    private(set) var pieces: [UInt16: Range<Int>] = [:]
    private let file: ByteReader

    /// Types of data.
    enum Piece {
        static let panorama: UInt16 = 0x08E0
        static let selfie: UInt16 = 0x0910
        static let burst: UInt16 = 0x09E0
        static let bestOfBurst: UInt16 = 0x09E1
        static let motionPhoto: UInt16 = 0x0A30
        static let dualDepth: UInt16 = 0x0AB1
        static let singleDepth: UInt16 = 0x0B41
        static let liveFocus: UInt16 = 0x0BE0
    }

    private static let entryLength = 12
    private static let headerLength = 12
    /// Entries read at most; phones write a dozen.
    private static let entryLimit = 256

    /// Nil where the bytes do not end in a trailer.
    init?(_ bytes: UnsafeRawBufferPointer) {
        file = ByteReader(bytes)
        let end = file.count
        guard file.matches("SEFT", at: end - 4), let length = file.u32(end - 8, littleEndian: true) else {
            return nil
        }
        let start = end - 8 - Int(length)
        guard file.matches("SEFH", at: start), let count = file.u32(start + 8, littleEndian: true) else {
            return nil
        }
        for index in 0..<min(Int(count), Self.entryLimit) {
            let entry = start + Self.headerLength + index * Self.entryLength
            guard let type = file.u16(entry + 2, littleEndian: true),
                // Counted back from the directory.
                let back = file.u32(entry + 4, littleEndian: true),
                let size = file.u32(entry + 8, littleEndian: true)
            else { return }
            let offset = start - Int(back)
            // Each piece has its type and its name in front.
            guard file.u16(offset + 2, littleEndian: true) == type,
                let nameLength = file.u32(offset + 4, littleEndian: true)
            else { continue }
            let data = offset + 8 + Int(nameLength)
            let pieceEnd = offset + Int(size)
            if data <= pieceEnd, file.window(at: data, length: pieceEnd - data) != nil {
                pieces[type] = data..<pieceEnd
            }
        }
    }

    func text(_ piece: UInt16) -> String? {
        pieces[piece].flatMap { file.text($0.lowerBound, length: min($0.count, 256)) }?.trimmedForPeople
    }
}
