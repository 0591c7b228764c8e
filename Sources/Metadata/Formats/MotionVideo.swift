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
    static func find(in bytes: UnsafeRawBufferPointer, claim: MotionClaim?) -> FileRange? {
        let file = ByteReader(bytes)
        if let box = topLevelBox("mpvd", in: file) { return range(box.lowerBound, box.upperBound, file) }
        if let trailer = SamsungTrailer(bytes), let piece = trailer.pieces[SamsungTrailer.Piece.motionPhoto] {
            return range(piece.lowerBound, piece.upperBound, file)
        }
        guard let claim else { return nil }
        if let length = claim.length, length > 0, claim.padding >= 0, length <= file.count {
            let end = file.count - claim.padding
            if let found = range(end - length, end, file) { return found }
        }
        return lastFilm(in: file)
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

    /// The content of a box of an ISO-BMFF file (HEIC, AVIF), as a range of the file.
    private static func topLevelBox(_ type: StaticString, in file: ByteReader) -> Range<Int>? {
        guard file.matches("ftyp", at: 4) else { return nil }
        var offset = 0
        while let length = file.u32(offset) {
            if file.matches(type, at: offset + 4) {
                let end = length == 0 ? file.count : min(file.count, offset + Int(length))
                return offset + 8 <= end ? offset + 8..<end : nil
            }
            let step = length == 1 ? Int(clamping: file.u64(offset + 8) ?? 0) : Int(length)
            guard step >= 8, step < file.count - offset else { return nil }
            offset += step
        }
        return nil
    }
}
