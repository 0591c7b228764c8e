// SPDX-License-Identifier: GPL-3.0-or-later
// Films inside photos: found where they are claimed to be, or else behind the picture, and only where one is.

import TestSupport
import Testing

@testable import Metadata

@Suite("Motion photos", .timeLimit(.minutes(30)))
struct MotionPhotoTests {
    private let film = SampleMovie.bytes()

    private func facts(_ bytes: [UInt8]) throws -> FileFacts {
        try bytes.withUnsafeBytes { try MetadataReader.facts(of: $0) }
    }

    /// The bytes of the film that was found.
    private func found(_ bytes: [UInt8]) throws -> [UInt8]? {
        let facts = try facts(bytes)
        #expect(facts.subtypes.contains(.live) == (facts.motionVideo != nil))
        return facts.motionVideo.map { Array(bytes[Int($0.offset)..<Int($0.offset + $0.length)]) }
    }

    private func micro(_ offset: Int) -> String {
        """
        xmlns:c="http://ns.google.com/photos/1.0/camera/" c:MicroVideo="1" c:MicroVideoOffset="\(offset)">
        """
    }

    private func motion(_ length: Int, padding: Int = 0) -> String {
        """
        xmlns:c="http://ns.google.com/photos/1.0/camera/" xmlns:d="http://ns.google.com/photos/1.0/container/" \
        xmlns:i="http://ns.google.com/photos/1.0/container/item/" c:MotionPhoto="1"><d:Directory><rdf:Seq>\
        <rdf:li rdf:parseType="Resource"><d:Item i:Semantic="Primary" i:Length="0" i:Padding="0"/></rdf:li>\
        <rdf:li rdf:parseType="Resource"><d:Item i:Semantic="MotionPhoto" i:Length="\(length)" i:Padding="\(padding)"/>\
        </rdf:li></rdf:Seq></d:Directory>
        """
    }

    @Test("MicroVideo and Motion Photo say where the film is")
    func google() throws {
        #expect(try found(SampleJPEG.bytes(xmp: micro(film.count), tail: film)) == film)
        #expect(try found(SampleJPEG.bytes(xmp: motion(film.count), tail: film)) == film)
        let padded = SampleJPEG.bytes(xmp: motion(film.count, padding: 3), tail: film + [0, 0, 0])
        #expect(try found(padded) == film)
    }

    @Test("A claim that is wrong is checked against what is there")
    func wrongClaims() throws {
        // The film is there, and elsewhere than claimed
        #expect(try found(SampleJPEG.bytes(xmp: micro(17), tail: film)) == film)
        #expect(try found(SampleJPEG.bytes(xmp: motion(0), tail: film)) == film)
        // An editor has dropped it
        for offset in [0, -1, 100, 50_000_000, Int(Int32.max), Int.max] {
            #expect(try found(SampleJPEG.bytes(xmp: micro(offset))) == nil, "\(offset)")
            #expect(try found(SampleJPEG.bytes(xmp: motion(offset, padding: offset))) == nil, "\(offset)")
        }
        // Nobody claims anything
        #expect(try found(SampleJPEG.bytes(tail: film)) == nil)
    }

    @Test("Samsung's trailer has the film, or says where it is")
    func samsung() throws {
        let inside = SampleTrailer.bytes([(0x0A30, "MotionPhoto_Data", film)])
        #expect(try found(SampleJPEG.bytes(tail: inside)) == film)
        let photo = SampleJPEG.bytes(tail: film)
        func u32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
        let pointer = Array("mpv2".utf8) + u32(photo.count - film.count) + u32(film.count)
        let trailer = SampleTrailer.bytes([(0x0A30, "MotionPhoto_Data", pointer)])
        #expect(try found(photo + trailer) == film)
        let nonsense = SampleTrailer.bytes([
            (0x0A30, "MotionPhoto_Data", Array("mpv2\u{7F}\u{7F}\u{7F}\u{7F}....".utf8))
        ])
        #expect(try found(photo + nonsense) == nil)
    }

    @Test("In HEIC it is a box")
    func heic() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { SampleMovie.box(type, content) }
        let brand = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
        let meta = box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]))
        #expect(try found(brand + meta + box("mpvd", film)) == film)
        #expect(try found(brand + meta + box("mpvd", [1, 2, 3, 4])) == nil)
        #expect(try found(brand + meta) == nil)
    }

    @Test("Whatever is cut off, nothing beyond the end is called a film")
    func truncated() throws {
        let whole = SampleJPEG.bytes(xmp: micro(film.count), tail: film)
        for length in stride(from: 16, to: whole.count, by: 37) {
            guard let range = try? facts(Array(whole.prefix(length))).motionVideo else { continue }
            #expect(range.offset >= 0 && range.offset + range.length <= length)
        }
    }
}
