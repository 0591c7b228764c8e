// SPDX-License-Identifier: GPL-3.0-or-later
// Each flavour of each format, written by tools that are not ours, comes out as the picture that went in.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Formats", .timeLimit(.minutes(30)))
struct FormatTests {
    private let fixture: Fixture
    private let pool = DecoderPool(configuration: .init(workerCount: 1))
    private let whole = DecodeRequest(target: nil)
    private let tile = DecodeRequest(target: PixelSize(width: 32, height: 32))

    init() {
        fixture = Fixture()
    }

    private func expectQuadrants(_ name: String, format: FileFormat) async throws {
        let file = try OpenFile(path: fixture.path(name))
        let inspection = try await pool.inspect(file, thumbnail: tile)
        #expect(inspection.failure == nil)
        #expect(inspection.facts?.format == format)
        #expect(inspection.facts?.displaySize == PixelSize(width: 64, height: 48))
        #expect(inspection.thumbnail?.pixels.size == PixelSize(width: 32, height: 24))
        #expect(inspection.thumbnail?.pixels.quadrants == [.red, .green, .blue, .white])
        let picture = try await pool.image(file, whole)
        #expect(picture.size == PixelSize(width: 64, height: 48))
        #expect(picture.quadrants == [.red, .green, .blue, .white])
    }

    @Test(
        "JPEG of every sampling and coding",
        arguments: [
            ["-sampling-factor", "1x1"], ["-sampling-factor", "2x1"], ["-sampling-factor", "2x2"],
            ["-sampling-factor", "1x2"], ["-sampling-factor", "4x1"], ["-sampling-factor", "4x2"],
            ["-interlace", "JPEG"], ["-define", "jpeg:arithmetic-coding=true"], ["-colorspace", "CMYK"],
            ["-colorspace", "CMYK", "-sampling-factor", "2x2", "-interlace", "JPEG"],
        ])
    func jpeg(options: [String]) async throws {
        _ = try await fixture.quadrants("photo.png")
        try await fixture.run("convert", ["photo.png"] + options + ["-quality", "95", "photo.jpg"])
        try await expectQuadrants("photo.jpg", format: .jpeg)
    }

    @Test("Grey JPEG is grey")
    func greyJPEG() async throws {
        try await fixture.run(
            "convert", ["-size", "64x48", "xc:gray(50%)", "-colorspace", "Gray", "grey.jpg"])
        let picture = try await pool.image(OpenFile(path: fixture.path("grey.jpg")), whole)
        let pixel = picture.withUnsafeBytes { Array($0[0..<3]) }
        #expect(pixel.allSatisfy { (126...129).contains($0) })
    }

    @Test(
        "PNG of every depth and colour type, interlaced too",
        arguments: [
            ["PNG24:photo.png"], ["PNG32:photo.png"], ["PNG48:photo.png"], ["PNG64:photo.png"],
            ["PNG8:photo.png"], ["-interlace", "PNG", "PNG48:photo.png"],
        ])
    func png(options: [String]) async throws {
        _ = try await fixture.quadrants("source.png")
        try await fixture.run("convert", ["source.png"] + options)
        try await expectQuadrants("photo.png", format: .png)
    }

    @Test(
        "TIFF: strips and tiles, planes, depths, compressions, CMYK",
        arguments: [
            ["-compress", "none"], ["-compress", "LZW"], ["-compress", "Zip"], ["-compress", "JPEG"],
            ["-depth", "16"], ["-depth", "16", "-interlace", "Plane"], ["-interlace", "Plane"],
            // With depth: ImageMagick 7 else writes these colours as four bits, and tiles of those wrongly.
            ["-depth", "8", "-define", "tiff:tile-geometry=16x16"], ["-endian", "MSB", "-depth", "16"],
            ["-type", "TrueColorAlpha"], ["-type", "Palette"], ["-colorspace", "CMYK"],
            ["-colorspace", "CMYK", "-depth", "16"], ["-depth", "4"], ["-depth", "4", "-interlace", "Plane"],
        ])
    func tiff(options: [String]) async throws {
        _ = try await fixture.quadrants("source.png")
        try await fixture.run("convert", ["source.png", "-type", "TrueColor"] + options + ["photo.tif"])
        try await expectQuadrants("photo.tif", format: .tiff)
    }

    @Test("TIFF of many pages shows the first")
    func pages() async throws {
        _ = try await fixture.quadrants("source.png")
        try await fixture.run(
            "convert", ["source.png", "(", "source.png", "-rotate", "180", ")", "photo.tif"])
        try await expectQuadrants("photo.tif", format: .tiff)
    }

    @Test("WebP: lossy, lossless, and the first frame of an animation", arguments: ["-q", "-lossless"])
    func webp(option: String) async throws {
        _ = try await fixture.quadrants("source.png")
        let options = option == "-q" ? ["-q", "95"] : ["-lossless"]
        try await fixture.run("cwebp", ["-quiet"] + options + ["source.png", "-o", "photo.webp"])
        try await expectQuadrants("photo.webp", format: .webp)
        try await fixture.run("convert", ["source.png", "-rotate", "180", "turned.png"])
        try await fixture.run(
            "img2webp", ["-d", "100", "source.png", "-d", "100", "turned.png", "-o", "photo.webp"])
        try await expectQuadrants("photo.webp", format: .webp)
    }

    @Test("GIF and BMP", arguments: [("photo.gif", FileFormat.gif), ("photo.bmp", .bmp)])
    func simple(name: String, format: FileFormat) async throws {
        _ = try await fixture.quadrants(name)
        try await expectQuadrants(name, format: format)
    }

    @Test("A drawing is drawn in the size asked for, not enlarged from dots")
    func svg() async throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
            <rect width="64" height="48" fill="#f0f0f0"/><rect width="32" height="24" fill="#dc1e1e"/>
            <rect x="32" width="32" height="24" fill="#1ec81e"/>
            <rect y="24" width="32" height="24" fill="#1e1edc"/></svg>
            """
        _ = try fixture.write(text.utf8, to: "drawing.svg")
        let picture = try await pool.image(OpenFile(path: fixture.path("drawing.svg")), tile)
        #expect(picture.size == PixelSize(width: 32, height: 24))
        #expect(picture.quadrants == [.red, .green, .blue, .white])
    }

    // Debian 12's heif-enc writes no AVIF of ten bits.
    @Test("HEIC and AVIF, HEIC of ten bits", arguments: [("heic", 8), ("heic", 10), ("avif", 8)])
    func heif(format: String, bits: Int) async throws {
        _ = try await fixture.quadrants("source.png")
        try await fixture.run("convert", ["source.png", bits == 8 ? "PNG24:in.png" : "PNG48:in.png"])
        // Later tools take the option for pictures of more than eight bits only.
        let depth = bits == 8 ? [] : ["-b", "\(bits)"]
        let arguments = ["-q", "95"] + depth
        try await fixture.run(
            "heif-enc", arguments + ["-p", "chroma=420", "in.png", "-o", "photo.\(format)"])
        try await expectQuadrants("photo.\(format)", format: format == "heic" ? .heic : .avif)
    }

    @Test("A truncated picture shows what is there", arguments: ["png", "tif"])
    func truncated(format: String) async throws {
        _ = try await fixture.quadrants(
            "source.png", "-scale", "1000%", "-attenuate", "0.1", "+noise", "Gaussian")
        try await fixture.run("convert", ["source.png", "-compress", "none", "-depth", "8", "photo.tif"])
        let name = format == "png" ? "source.png" : "photo.tif"
        let bytes = try fixture.read(name)
        let path = try fixture.write(bytes.prefix(bytes.count * 2 / 3), to: "cut.\(format)")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        if format == "png" {
            #expect(inspection.warning != nil)
            #expect(inspection.thumbnail?.pixels.quadrants.prefix(2) == [.red, .green])
        } else {
            // ImageMagick puts the directory last: without it there is nothing to be known.
            #expect(inspection.failure != nil)
        }
    }
}
