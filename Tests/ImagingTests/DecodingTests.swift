// SPDX-License-Identifier: GPL-3.0-or-later
// Files to pixels through the real decoder process: upright once, the size asked for, content over name.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Decoding", .timeLimit(.minutes(30)))
struct DecodingTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))
    private let tile = DecodeRequest(target: PixelSize(width: 40, height: 40))

    @Test("JPEG in each EXIF orientation comes out as ImageMagick shows it", arguments: 1...8)
    func orientations(orientation: Int) async throws {
        // Given
        let path = try await fixture.quadrants("photo.jpg")
        try await fixture.run(
            "exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", "photo.jpg"])
        let oracle = try await fixture.run(
            "convert", ["photo.jpg", "-auto-orient", "-resize", "2x2!", "-depth", "8", "rgb:-"])
        let expected = stride(from: 0, to: 12, by: 3).map {
            Colour(red: oracle[$0], green: oracle[$0 + 1], blue: oracle[$0 + 2])
        }

        // When
        let file = try OpenFile(path: path)
        let full = try await pool.image(file, DecodeRequest(target: nil))
        let inspection = try await pool.inspect(file, thumbnail: tile)

        // Then
        #expect(
            full.size
                == (orientation < 5 ? PixelSize(width: 64, height: 48) : PixelSize(width: 48, height: 64)))
        #expect(full.quadrants == expected)
        #expect(inspection.facts?.displaySize == full.size)
        #expect(inspection.thumbnail?.pixels.quadrants == expected)
        let jpeg = try #require(inspection.thumbnail?.jpeg)
        #expect(try JPEGDecoder.decode(trusted: jpeg).quadrants == expected)
    }

    @Test(
        "HEIF's own rotation is applied, EXIF's on top is not",
        arguments: ["quadrants-irot.heic", "quadrants-irot.avif"])
    func rotatedOnce(name: String) async throws {
        // Given a picture with irot, and EXIF orientation 6 that says the same
        let file = try OpenFile(path: Fixture.committed(name))
        let facts = try await pool.inspect(file).facts
        #expect(facts?.orientation == .up)
        #expect(facts?.storedSize == PixelSize(width: 64, height: 48))
        #expect(facts?.displaySize == PixelSize(width: 48, height: 64))

        // When
        let picture: PixelBuffer
        do {
            picture = try await pool.image(file, DecodeRequest(target: nil))
        } catch {
            // libheif's codecs are plug-ins that a system may lack: then it says so, and nothing else.
            // Not `catch .unsupported(let format)`: Swift 6.0's compiler crashes on it here.
            guard case .unsupported(let format) = error else { throw error }
            #expect(format.isHEIF)
            return
        }

        // Then
        #expect(picture.size == PixelSize(width: 48, height: 64))
        #expect(picture.quadrants == [.blue, .red, .white, .green])
    }

    @Test("Content decides, not the name")
    func contentDecides() async throws {
        _ = try await fixture.quadrants("photo.png")
        let path = try fixture.write(try fixture.read("photo.png"), to: "photo.jpg")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        #expect(inspection.facts?.format == .png)
        #expect(inspection.thumbnail?.pixels.quadrants == [.red, .green, .blue, .white])
    }

    @Test(
        "The result is exactly the fitted or covering size, never enlarged",
        arguments: [
            (100, 100, ContentMode.aspectFit, 100, 75), (100, 100, .aspectFill, 133, 100),
            (9999, 9999, .aspectFit, 640, 480), (640, 10, .aspectFit, 13, 10), (1, 1, .aspectFit, 1, 1),
        ])
    func sizes(width: Int, height: Int, mode: ContentMode, resultWidth: Int, resultHeight: Int) async throws {
        _ = try await fixture.quadrants("photo.jpg", "-scale", "1000%")
        let request = DecodeRequest(target: PixelSize(width: width, height: height), contentMode: mode)
        let picture = try await pool.image(OpenFile(path: fixture.path("photo.jpg")), request)
        #expect(picture.size == PixelSize(width: resultWidth, height: resultHeight))
        if resultWidth > 4 { #expect(picture.quadrants == [.red, .green, .blue, .white]) }
    }

    @Test("A fast result may be a quarter larger, an exact one not")
    func fastSizes() async throws {
        let path = try await fixture.quadrants("photo.jpg", "-scale", "1000%")
        let file = try OpenFile(path: path)
        var request = DecodeRequest(target: PixelSize(width: 300, height: 300), resizeMode: .fast)
        #expect(try await pool.image(file, request).size == PixelSize(width: 320, height: 240))
        request.target = PixelSize(width: 200, height: 200)
        #expect(try await pool.image(file, request).size == PixelSize(width: 200, height: 150))
        request = DecodeRequest(target: PixelSize(width: 300, height: 300))
        #expect(try await pool.image(file, request).size == PixelSize(width: 300, height: 225))
    }

    @Test("Transparency is kept in pixels and laid on white in the tile's JPEG")
    func transparency() async throws {
        try await fixture.run("convert", ["-size", "40x40", "xc:#ff000080", "PNG32:half.png"])
        let inspection = try await pool.inspect(OpenFile(path: fixture.path("half.png")), thumbnail: tile)
        let thumbnail = try #require(inspection.thumbnail)
        #expect(thumbnail.pixels.layout == .rgba8Premultiplied)
        #expect(thumbnail.pixels.withUnsafeBytes { Array($0[0..<4]) } == [128, 0, 0, 128])
        let stored = try JPEGDecoder.decode(trusted: thumbnail.jpeg)
        let pixel = stored.withUnsafeBytes { Array($0[0..<3]) }
        #expect(pixel[0] > 245 && (118...138).contains(pixel[1]) && (118...138).contains(pixel[2]))
    }

    @Test("CMYK JPEG has the colours that ImageMagick sees")
    func cmyk() async throws {
        _ = try await fixture.quadrants("cmyk.jpg", "-colorspace", "CMYK")
        let picture = try await pool.image(
            OpenFile(path: fixture.path("cmyk.jpg")), DecodeRequest(target: nil))
        #expect(picture.quadrants == [.red, .green, .blue, .white])
    }

    @Test("QuickTime's own date, which knows its zone, wins over the header's; a turned film is as shown")
    func quickTime() async throws {
        try await fixture.film(
            "flat.mov", "-metadata", "com.apple.quicktime.creationdate=2021-06-12T19:11:12+0900", "-movflags",
            "use_metadata_tags")
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-i", "flat.mov", "-c", "copy", "-movflags", "use_metadata_tags",
                "-metadata:s:v", "rotate=90", "turned.mov",
            ])
        let inspection = try await pool.inspect(OpenFile(path: fixture.path("turned.mov")))
        let facts = try #require(inspection.facts)
        #expect(facts.format == .quickTime)
        #expect(facts.captureTime?.wallString == "2021-06-12T19:11:12")
        #expect(facts.captureTime?.utcOffset == 32400)
        let shown = String(
            decoding: try await fixture.run("exiftool", ["-n", "-s3", "-Rotation", "turned.mov"]),
            as: UTF8.self)
        // ffmpeg from version 6 on ignores the tag it is given here.
        let isTurned = shown.hasPrefix("90") || shown.hasPrefix("270")
        #expect(facts.displaySize == PixelSize(width: isTurned ? 48 : 64, height: isTurned ? 64 : 48))
    }

    @Test("A film has facts and a tile of one of its frames; one that is damaged has facts and no failure")
    func film() async throws {
        try await fixture.film("film.mp4")
        let file = try OpenFile(path: fixture.path("film.mp4"))
        let inspection = try await pool.inspect(file, thumbnail: tile)
        let facts = try #require(inspection.facts)
        #expect(facts.mediaType == .video)
        #expect(facts.displaySize == PixelSize(width: 64, height: 48))
        #expect(abs(facts.duration - 1) < 0.2)
        #expect(facts.captureTime?.instant == 1_623_492_672)
        #expect(inspection.failure == nil)
        #expect(inspection.thumbnail?.pixels.size == PixelSize(width: 40, height: 30))

        // Its frames are gone, what describes them is there.
        var bytes = try fixture.read("film.mp4")
        let data = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) })
        let length = bytes[(data - 4)..<data].reduce(0) { $0 << 8 | Int($1) }
        for index in (data + 4)..<(data - 4 + length) { bytes[index] = 0x55 }
        let damaged = try await pool.inspect(
            OpenFile(path: fixture.write(bytes, to: "damaged.mp4")), thumbnail: tile)
        #expect(damaged.facts?.displaySize == PixelSize(width: 64, height: 48))
        #expect(damaged.failure == nil)
    }
}
