// SPDX-License-Identifier: GPL-3.0-or-later
// Parsers of ours under libFuzzer: whatever the bytes, each ends, and none traps. `make fuzz` builds and runs this; no other
// build sees it. ALBUMEN_FUZZ names the parser.

import Glibc

@testable import AlbumenKit
@testable import Imaging
@testable import Metadata

/// By name, what is done with the bytes.
private let parsers: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
    "sniffer": { bytes in
        let format = FormatSniffer.format(of: bytes)
        _ = ImageHeader(of: bytes, format: format)
    },
    "headers": { bytes in
        for format in FileFormat.allCases { _ = ImageHeader(of: bytes, format: format) }
        _ = TIFFSniffer.format(of: ByteReader(bytes))
        JPEGHeader.forEachSegment(of: bytes) { _, _ in }
        _ = JPEGHeader.hasAdobeMarker(bytes)
        _ = JPEGProfile.profile(in: bytes)
    },
    "heif": { bytes in
        guard let structure = HEIFStructure(bytes) else { return }
        _ = (structure.storedSize, structure.displaySize, structure.exif, structure.xmp)
    },
    "movie": { bytes in
        guard let movie = MovieStructure(bytes) else { return }
        _ = (movie.duration, movie.storedSize, movie.displaySize, movie.captureTime)
        var facts = FileFacts(format: .mp4)
        MovieKind(movie: movie).describe(&facts)
    },
    "motion": { bytes in
        var facts = FileFacts(format: .jpeg)
        for length in [nil, 0, 40, Int.max] {
            MotionPhoto(bytes, MotionClaim(length: length, padding: 8)).describe(&facts)
        }
        guard let film = facts.motionVideo else { return }
        precondition(film.offset >= 0 && film.offset + film.length <= bytes.count)
    },
    "makernote": { bytes in _ = AppleMakerNote(bytes) },
    "sidecar": { bytes in
        for kind in SidecarKind.allCases {
            _ = SidecarReader.facts(of: bytes, SidecarQuestion(kind: kind, of: FileFacts(format: .jpeg)))
        }
        let name = Array(bytes.prefix(256))
        for kind in SidecarKind.allCases { _ = kind.names(for: name) }
    },
    "auxiliaries": { bytes in
        _ = AuxiliaryImages(jpeg: bytes)
        _ = AuxiliaryImages(XMPPacket(bytes))
    },
    // What is looked at before a library is asked, and the readers around libraries.
    "animations": { bytes in
        _ = GIFStructure(bytes).frameCount
        for make in animationReaders {
            guard let reader = try? make(bytes), reader.size.pixelCount <= mostPixels else { continue }
            for _ in 0..<8 { guard (try? reader.next()) != nil else { break } }
        }
    },
    "sequence": { bytes in
        var copy = Array(bytes)
        _ = copy.withUnsafeMutableBytes { ImageSequence.nameAsFilm($0) }
    },
    "pngtext": { bytes in
        _ = PNGText.value(of: "Thumb::URI", in: bytes)
        for chunk in PNGChunks(bytes) { _ = chunk.name }
    },
    "search": { bytes in
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        _ = try? SearchQuery(parsing: text)
        _ = ChangeToken(text)
    },
    // All of it, exiv2's part too.
    "facts": { bytes in _ = try? MetadataReader.facts(of: bytes) },
    "times": { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for source in [TimeSource.exif, .container] { _ = TimeParser.time(text, source: source) }
        _ = TimeParser.offset(text)
        _ = TimeParser.milliseconds(subSeconds: text)
        _ = Location(iso6709: text)
        if bytes.count < 256 {
            _ = TimeParser.time(fileName: FilePath(text))
            _ = TimeParser.day(fileName: FilePath(text))
            _ = FileFacts(format: .jpeg).completed(from: FilePath(text))
        }
    },
    "message": { bytes in
        _ = DecoderMessage.decode(DecoderQuestion.self, from: bytes)
        _ = DecoderMessage.decode(DecoderGreeting.self, from: bytes)
        guard let answer = DecoderMessage.decode(DecoderAnswer.self, from: bytes) else { return }
        _ = answer.facts?.bounded().completed(from: FilePath("/a/IMG_20210102_030405.jpg"))
        if let geometry = answer.pixels, geometry.isSane { _ = geometry.byteCount }
    },
    "xpm": { bytes in
        let plan = DecodePlan(
            request: DecodeRequest(target: PixelSize(width: 64, height: 64)), orientation: .up, place: .heap)
        _ = try? XPMDecoder.decode(bytes, plan: plan)
    },
]

/// Larger canvases are memory's business, which the sandbox bounds.
private let mostPixels = 1 << 20

private let animationReaders: [@Sendable (UnsafeRawBufferPointer) throws -> any AnimationReader] = [
    { try APNGReader($0) }, { try WebPReader($0) }, { try AVIFSequenceReader($0) },
]

private let parse: @Sendable (UnsafeRawBufferPointer) -> Void = {
    let name = getenv("ALBUMEN_FUZZ").map { String(cString: $0) } ?? ""
    guard let parse = parsers[name] else {
        fatalError("ALBUMEN_FUZZ is “\(name)”, none of \(parsers.keys.sorted().joined(separator: ", "))")
    }
    return parse
}()

/// One run of libFuzzer: inputs until its limits.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafeRawPointer?, Int) -> Int32
) -> Int32

@main
enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            withUnsafeMutablePointer(to: &arguments) { arguments in
                runDriver(&count, arguments) { base, count in
                    parse(UnsafeRawBufferPointer(start: base, count: count))
                    return 0
                }
            })
    }
}
