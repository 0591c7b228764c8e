// SPDX-License-Identifier: GPL-3.0-or-later
// The film inside a motion photo: where it lies, by what the picture claims, and only where a film is there.

/// A stretch of a file; bytes.
public struct FileRange: Sendable, Hashable, Codable {
    public let offset: Int64
    public let length: Int64

    public init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }
}

/// What a picture's XMP says about a film that is appended to it (Android's Motion Photo format 1.0, and MicroVideo
/// before it).
struct MotionClaim: Equatable {
    /// Bytes of the film; nil where only its presence is claimed.
    var length: Int?
    /// Bytes behind it.
    var padding = 0
}

enum MotionVideo {
    /// How far back a film is looked for that is not where it is claimed to be: phones' are smaller.
    private static let searchLimit = 64 << 20

    /// The film, checked: it begins with an `ftyp` box. Editors keep the claim and drop the film.
    static func find(in file: ByteReader, claim: MotionClaim?, trailer: SamsungTrailer?) -> FileRange? {
        if let box = Box.range(of: "mpvd", in: file),
            let found = range(box.lowerBound, box.upperBound, file)
        {
            return found
        }
        if let piece = trailer?.pieces[SamsungTrailer.Piece.motionPhoto],
            let found = range(piece.lowerBound, piece.upperBound, file) ?? pointed(to: piece, file)
        {
            return found
        }
        guard let claim else { return nil }
        if let length = claim.length, length > 0, claim.padding >= 0, length <= file.count {
            let end = file.count - min(claim.padding, file.count)
            if let found = range(end - length, end, file) { return found }
        }
        return lastFilm(in: file)
    }

    /// Newer Samsungs write `mpv2` and where the film lies in the file, in one byte order or the other.
    private static func pointed(to piece: Range<Int>, _ file: ByteReader) -> FileRange? {
        guard piece.count == 12, file.matches("mpv2", at: piece.lowerBound) else { return nil }
        for isLittleEndian in [false, true] {
            guard let offset = file.u32(piece.lowerBound + 4, littleEndian: isLittleEndian),
                let length = file.u32(piece.lowerBound + 8, littleEndian: isLittleEndian)
            else { continue }
            if let found = range(Int(offset), Int(offset) + Int(length), file) { return found }
        }
        return nil
    }

    private static func range(_ start: Int, _ end: Int, _ file: ByteReader) -> FileRange? {
        guard start >= 0, end <= file.count, isFilm(at: start, in: file) else { return nil }
        return FileRange(offset: Int64(start), length: Int64(end - start))
    }

    private static func isFilm(at offset: Int, in file: ByteReader) -> Bool {
        guard file.matches("ftyp", at: offset + 4), let length = file.u32(offset) else { return false }
        // A `ftyp` holds a brand, a version and perhaps more brands.
        return length >= 16 && length <= 256 && offset + Int(length) <= file.count
    }

    private static func lastFilm(in file: ByteReader) -> FileRange? {
        let least = max(2, file.count - searchLimit)
        var offset = file.count - 16
        while offset >= least {
            // Most bytes are no "f".
            if file.bytes[offset + 4] == UInt8(ascii: "f"), isFilm(at: offset, in: file) {
                return FileRange(offset: Int64(offset), length: Int64(file.count - offset))
            }
            offset -= 1
        }
        return nil
    }
}
