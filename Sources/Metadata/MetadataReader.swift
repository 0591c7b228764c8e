// SPDX-License-Identifier: GPL-3.0-or-later
// The one entry to this module's reading: bytes of a file in, facts out. Parses untrusted bytes, and so
// runs in the decoder process.

/// Why a file has no facts.
public enum MetadataError: Error, Sendable, Codable, Hashable {
    /// The first bytes are of no known format.
    case unknownFormat
}

extension MetadataError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat: "The content is of no known photo or video format."
        }
    }
}

/// Reads facts out of files.
public enum MetadataReader {
    /// The facts in the bytes of a whole file. Damage costs the facts that are damaged, not the others.
    public static func facts(of bytes: UnsafeRawBufferPointer) throws(MetadataError) -> FileFacts {
        let format = FormatSniffer.format(of: bytes)
        var facts = FileFacts(format: format)
        switch format {
        case .unknown: throw .unknownFormat
        case .heic, .heicSequence, .avif, .avifSequence: readHEIF(bytes, &facts)
        case .mp4, .quickTime, .threeGP, .m4a: readMovie(bytes, &facts)
        case .avi: readAVI(ByteReader(bytes), &facts)
        case _ where facts.mediaType == .image: readStill(bytes, &facts)
        default: break
        }
        return facts.bounded()
    }

    private static func readStill(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        let header = ImageHeader(of: bytes, format: facts.format)
        facts.storedSize = header.size ?? .zero
        if header.isAnimated { facts.subtypes.insert(.animated) }
        if header.isScreenshot { facts.subtypes.insert(.screenshot) }
        if let document = facts.format.mayHoldEXIF ? ExivDocument(bytes) : nil {
            let tags = ExivFacts(document: document)
            tags.describe(&facts)
            facts.orientation = tags.orientation
            describeMotion(bytes, ExivKind(document: document).motionClaim, &facts)
            if facts.storedSize.isEmpty { facts.storedSize = document.pixelSize ?? .zero }
        }
        facts.displaySize = facts.orientation.displaySize(of: facts.storedSize)
    }

    /// The film inside a motion photo, and what Samsung's trailer says.
    private static func describeMotion(
        _ bytes: UnsafeRawBufferPointer, _ claim: MotionClaim?, _ facts: inout FileFacts
    ) {
        guard facts.format == .jpeg || facts.format == .heic || facts.format == .avif else { return }
        if let trailer = SamsungTrailer(bytes) { describe(trailer, &facts) }
        facts.motionVideo = facts.motionVideo ?? MotionVideo.find(in: bytes, claim: claim)
        if facts.motionVideo != nil { facts.subtypes.insert(.live) }
    }

    private static func describe(_ trailer: SamsungTrailer, _ facts: inout FileFacts) {
        typealias Piece = SamsungTrailer.Piece
        func has(_ pieces: UInt16...) -> Bool { pieces.contains { trailer.pieces[$0] != nil } }
        if has(Piece.panorama) { facts.subtypes.insert(.panorama) }
        if has(Piece.dualDepth, Piece.singleDepth, Piece.liveFocus) { facts.subtypes.insert(.depthEffect) }
        if has(Piece.selfie) { facts.isSelfPortrait = true }
        if facts.burstIdentifier == nil { facts.burstIdentifier = trailer.text(Piece.burst) }
        if has(Piece.bestOfBurst) { facts.isBurstPrimary = true }
    }

    /// EXIF's orientation is left alone here: the decoder turns these by their own properties.
    private static func readHEIF(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        if facts.format == .heicSequence || facts.format == .avifSequence { facts.subtypes.insert(.animated) }
        if let structure = HEIFStructure(bytes) {
            facts.storedSize = structure.storedSize ?? .zero
            facts.displaySize = structure.displaySize ?? .zero
            for blob in [structure.exif, structure.xmp] {
                if let document = blob.flatMap({ ExivDocument($0) }) {
                    ExivFacts(document: document).describe(&facts)
                    describeMotion(bytes, ExivKind(document: document).motionClaim, &facts)
                }
            }
        }
        if facts.displaySize.isEmpty, let movie = MovieStructure(bytes) {
            facts.storedSize = movie.storedSize ?? .zero
            facts.displaySize = movie.displaySize ?? .zero
        }
    }

    private static func readMovie(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        guard let movie = MovieStructure(bytes) else { return }
        facts.duration = movie.duration
        facts.storedSize = movie.storedSize ?? .zero
        facts.displaySize = movie.displaySize ?? .zero
        facts.orientation = movie.orientation
        facts.captureTime = movie.captureTime
        facts.make = movie.metadata["com.apple.quicktime.make"] ?? movie.metadata["com.android.manufacturer"]
        facts.model = movie.metadata["com.apple.quicktime.model"] ?? movie.metadata["com.android.model"]
        facts.software = movie.metadata["com.apple.quicktime.software"]
        facts.title = movie.metadata["com.apple.quicktime.title"]
        facts.caption = movie.metadata["com.apple.quicktime.description"]
        facts.location = movie.metadata["com.apple.quicktime.location.ISO6709"].flatMap(
            Location.init(iso6709:))
        MovieKind(movie: movie).describe(&facts)
    }

    /// The main header stands first, at a fixed place.
    private static func readAVI(_ reader: ByteReader, _ facts: inout FileFacts) {
        guard reader.matches("avih", at: 24), let perFrame = reader.u32(32, littleEndian: true),
            let frames = reader.u32(48, littleEndian: true), let width = reader.u32(64, littleEndian: true),
            let height = reader.u32(68, littleEndian: true)
        else { return }
        facts.duration = Double(perFrame) * Double(frames) / 1_000_000
        facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        facts.displaySize = facts.storedSize
    }
}

extension FileFormat {
    /// Whether exiv2 can find anything in this format.
    fileprivate var mayHoldEXIF: Bool {
        switch self {
        case .jpeg, .png, .webp, .tiff, .psd, .jpeg2000: true
        default: isRaw
        }
    }
}

extension Location {
    /// `+48.8584+002.2945+035/`: latitude, longitude and perhaps height, each with its sign.
    init?(iso6709 text: String) {
        var numbers: [Double] = []
        var rest = Substring(text.prefix(64))
        while numbers.count < 3, let sign = rest.first, sign == "+" || sign == "-" {
            let digits = rest.dropFirst().prefix { $0.isNumber || $0 == "." }
            guard let value = Double(digits) else { break }
            numbers.append(sign == "-" ? -value : value)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard numbers.count >= 2 else { return nil }
        self.init(
            latitude: numbers[0], longitude: numbers[1], altitude: numbers.count > 2 ? numbers[2] : nil)
    }
}
