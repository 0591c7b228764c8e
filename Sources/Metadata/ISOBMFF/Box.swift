// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes of the ISO base media file format (MP4, QuickTime, HEIF, AVIF). Bounds are checked against the
// parent, counts and depth are limited: the walk ends on any input.

/// One box: its type and the bytes inside.
struct Box {
    let type: String
    let content: ByteReader

    /// Boxes read of one parent at most; more is an attack or a fragmented stream, whose first boxes suffice.
    private static let siblingLimit = 4096

    /// The boxes that lie one after the other from `offset` on. A last box that claims more than there is, as
    /// in a truncated file, is cut to what there is.
    static func all(in reader: ByteReader, from offset: Int = 0) -> [Box] {
        var boxes: [Box] = []
        var offset = offset
        while boxes.count < siblingLimit, let short = reader.u32(offset), let type = reader.u32(offset + 4) {
            let available = reader.count - offset
            var headerLength = 8
            var length = Int(short)
            if short == 1 {
                guard let long = reader.u64(offset + 8), long <= UInt64(Int.max) else { break }
                headerLength = 16
                length = Int(long)
            } else if short == 0 {
                length = available
            }
            if type == userType { headerLength += 16 }
            guard length >= headerLength, headerLength <= available,
                let content = reader.window(
                    at: offset + headerLength, length: min(length, available) - headerLength)
            else { break }
            boxes.append(Box(type: name(type), content: content))
            guard length < available else { break }
            offset += length
        }
        return boxes
    }

    /// Where the content of the first box of a type lies in a file that is made of boxes; nil where there is none.
    static func range(of type: String, in file: ByteReader) -> Range<Int>? {
        guard file.matches("ftyp", at: 4), let start = file.bytes.baseAddress,
            let content = all(in: file)[type]?.content, let first = content.bytes.baseAddress
        else { return nil }
        return first - start..<first - start + content.count
    }

    /// The children of a box whose content begins with boxes.
    var children: [Box] { Box.all(in: content) }

    /// The children of a box that begins with a version and flags.
    var fullChildren: [Box] { Box.all(in: content, from: 4) }

    private static let userType: UInt32 = 0x7575_6964

    /// Four characters; Latin-1, because QuickTime's © is one byte.
    static func name(_ type: UInt32) -> String {
        String(String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(type >> $0 & 0xFF)) }))
    }
}

extension [Box] {
    /// The first box of a type.
    subscript(_ type: String) -> Box? { first { $0.type == type } }
}
