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
        noteDepth(&facts)
        return facts.bounded()
    }

    /// HEIF's depth alone says nothing, which new phones write into ordinary photos; a JPEG has one only where that was the
    /// point.
    private static func noteDepth(_ facts: inout FileFacts) {
        if facts.auxiliaryImages.contains(.portraitMatte) {
            facts.note(.depthEffect, .certain, "a portrait matte beside the picture")
        }
        if facts.format == .jpeg, facts.auxiliaryImages.contains(.depth) {
            facts.note(.depthEffect, .likely, "a depth map beside the picture")
        }
    }

    private static func readStill(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        let header = ImageHeader(of: bytes, format: facts.format)
        facts.storedSize = header.size ?? .zero
        if header.isAnimated { facts.note(.animated, .certain, "more than one frame") }
        if header.isScreenshot { facts.note(.screenshots, .likely, "made by a program for screenshots") }
        if facts.format.isRaw { facts.note(.raw, .certain, "a digital negative") }
        var claim: MotionClaim?
        if let document = facts.format.mayHoldEXIF ? ExivDocument(bytes) : nil {
            let tags = ExivFacts(document: document)
            tags.describe(&facts)
            facts.orientation = tags.orientation
            claim = ExivKind(document: document).motionClaim
            if facts.storedSize.isEmpty { facts.storedSize = document.pixelSize ?? .zero }
        }
        for blob in embeddedBlobs(in: ByteReader(bytes), facts.format) {
            if let document = ExivDocument(blob) { ExivFacts(document: document).describe(&facts) }
        }
        if facts.format == .jpeg { MotionPhoto(bytes, claim).describe(&facts) }
        facts.displaySize = facts.orientation.displaySize(of: facts.storedSize)
        if facts.format == .jpeg { facts.auxiliaryImages = AuxiliaryImages(jpeg: bytes) }
    }

    /// EXIF and XMP in formats that exiv2 does not take apart. JPEG XL turns pictures by itself, as HEIF does.
    private static func embeddedBlobs(
        in file: ByteReader, _ format: FileFormat
    ) -> [UnsafeRawBufferPointer] {
        switch format {
        case .jxl:
            let boxes = Box.all(in: file)
            return [boxes["Exif"].flatMap { HEIFStructure.tiff($0.content) }, boxes["xml "]?.content.bytes]
                .compactMap { $0 }
        case .gif: return GIFPacket.xmp(in: file).map { [$0] } ?? []
        default: return []
        }
    }

    /// EXIF's orientation is left alone here: the decoder turns these by their own properties.
    private static func readHEIF(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        if facts.format == .heicSequence || facts.format == .avifSequence {
            facts.note(.animated, .certain, "an image sequence")
        }
        if let structure = HEIFStructure(bytes) {
            facts.storedSize = structure.storedSize ?? .zero
            facts.displaySize = structure.displaySize ?? .zero
            facts.auxiliaryImages = structure.auxiliaryImages
            if let xmp = structure.xmp { facts.auxiliaryImages.formUnion(AuxiliaryImages(XMPPacket(xmp))) }
            if structure.isSpatial { facts.note(.spatial, .certain, "a stereo pair with its cameras (ster)") }
            let documents = [structure.exif, structure.xmp].map { $0.flatMap { ExivDocument($0) } }
            // Regions in XMP are of the picture before it is turned, as EXIF still says.
            let orientation = documents[0].map { ExivFacts(document: $0).orientation }
            for case let document? in documents {
                ExivFacts(document: document, orientation: orientation).describe(&facts)
            }
            let claim = documents.lazy.compactMap { $0.flatMap { ExivKind(document: $0).motionClaim } }.first
            MotionPhoto(bytes, claim).describe(&facts)
        }
        if facts.displaySize.isEmpty, let movie = MovieStructure(bytes) {
            facts.storedSize = movie.storedSize ?? .zero
            facts.displaySize = movie.displaySize ?? .zero
        }
    }

    private static func readMovie(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) {
        if let movie = MovieStructure(bytes) { MovieFacts(movie: movie).describe(&facts) }
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
