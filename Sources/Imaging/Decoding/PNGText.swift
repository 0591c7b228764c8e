// SPDX-License-Identifier: GPL-3.0-or-later
// The words in a PNG: of the desktop's thumbnails they say which file they are of.

/// Reads uncompressed text chunks.
enum PNGText {
    /// The first text under this keyword; Latin-1, as the format has it.
    static func value(of keyword: String, in bytes: UnsafeRawBufferPointer) -> String? {
        for chunk in PNGChunks(bytes) where chunk.name == "tEXt" {
            guard let end = chunk.content.firstIndex(of: 0),
                chunk.content[..<end].elementsEqual(keyword.utf8)
            else { continue }
            let text = chunk.content[(end + 1)...].map { Unicode.Scalar($0) }
            return String(String.UnicodeScalarView(text))
        }
        return nil
    }
}
