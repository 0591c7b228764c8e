// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a JPEG that other pictures follow in the same file (CIPA DC-007, "Multi-Picture Format").

/// Where the pictures behind the first one lie.
struct MultiPictureIndex {
    /// The pictures that are in the file, without the first.
    let others: [UnsafeRawBufferPointer]

    /// Pictures looked at; cameras write two or three.
    private static let limit = 32
    private static let entries: UInt16 = 0xB002
    private static let entryLength = 16

    /// Nil where the JPEG has no index.
    init?(jpeg bytes: UnsafeRawBufferPointer) {
        var found: ByteReader?
        JPEGHeader.forEachSegment(of: bytes) { marker, content in
            let reader = ByteReader(content)
            guard found == nil, marker == 0xE2, reader.matches("MPF\0") else { return }
            found = reader.window(at: 4, length: reader.count - 4)
        }
        guard let index = found, let header = TIFFHeader(index), let first = index.bytes.baseAddress,
            let start = bytes.baseAddress
        else { return nil }
        let order = header.littleEndian
        let directory = TIFFDirectory(index, at: header.firstDirectory, littleEndian: order)
        guard let table = directory.data(Self.entries) else { return nil }
        let file = ByteReader(bytes)
        // Offsets count from the index, which lies in the file.
        let origin = first - start
        others = (1..<max(1, min(table.count / Self.entryLength, Self.limit))).compactMap { number in
            let entry = number * Self.entryLength
            guard let length = table.u32(entry + 4, littleEndian: order),
                let offset = table.u32(entry + 8, littleEndian: order), offset > 0,
                let picture = file.window(at: origin + Int(offset), length: Int(length)),
                picture.u16(0) == 0xFFD8
            else { return nil }
            return picture.bytes
        }
    }
}
