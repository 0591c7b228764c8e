// SPDX-License-Identifier: GPL-3.0-or-later
// The words in a PNG: of the desktop's thumbnails they say which file they are of.

/// Reads uncompressed text chunks. Of untrusted bytes: never reads beyond them.
enum PNGText {
    private static let signatureLength = 8
    /// Length and type before a chunk's content, checksum behind it.
    private static let headLength = 8
    private static let checksumLength = 4

    /// The first text under this keyword before the pixels; Latin-1, as the format has it.
    static func value(of keyword: String, in bytes: UnsafeRawBufferPointer) -> String? {
        var offset = signatureLength
        while offset + headLength <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            let type = bytes[offset + 4..<offset + headLength]
            let start = offset + headLength
            guard length <= bytes.count - start, !type.elementsEqual("IDAT".utf8) else { return nil }
            let content = bytes[start..<start + length]
            if type.elementsEqual("tEXt".utf8), let end = content.firstIndex(of: 0),
                content[..<end].elementsEqual(keyword.utf8)
            {
                return String(String.UnicodeScalarView(content[(end + 1)...].map { Unicode.Scalar($0) }))
            }
            offset = start + length + checksumLength
        }
        return nil
    }
}
