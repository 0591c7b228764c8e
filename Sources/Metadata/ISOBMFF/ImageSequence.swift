// SPDX-License-Identifier: GPL-3.0-or-later
// Image sequences and films are one format; what differs is what they call themselves.

/// Sequences of pictures in HEIF's containers.
package enum ImageSequence {
    /// Has a file that is a sequence of pictures call itself a film, for players that know those. False where it has no
    /// sequence in it.
    package static func nameAsFilm(_ file: UnsafeMutableRawBufferPointer) -> Bool {
        let bytes = UnsafeRawBufferPointer(file)
        guard let start = bytes.baseAddress, let movie = Box.all(in: ByteReader(bytes))["moov"] else {
            return false
        }
        var isSequence = false
        for track in movie.children where track.type == "trak" {
            guard let handler = track.children["mdia"]?.children["hdlr"]?.content,
                handler.matches("pict", at: handlerOffset), let place = handler.bytes.baseAddress
            else { continue }
            write("vide", to: file, at: place - start + handlerOffset)
            isSequence = true
        }
        if isSequence { write("mp42", to: file, at: brandOffset) }
        return isSequence
    }

    /// Behind version, flags and four bytes that were QuickTime's.
    private static let handlerOffset = 8
    /// The major brand in `ftyp`, which begins the file.
    private static let brandOffset = 8

    private static func write(_ name: StaticString, to file: UnsafeMutableRawBufferPointer, at offset: Int) {
        for index in 0..<name.utf8CodeUnitCount { file[offset + index] = name.utf8Start[index] }
    }
}
