// SPDX-License-Identifier: GPL-3.0-or-later
// One picture, said in many ways: it looks the same in all of them. vips and ImageMagick write the files.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Colour", .timeLimit(.minutes(30)))
struct ColorTests {
    private let fixture: Fixture
    private let pool = DecoderPool(configuration: .init(workerCount: 1))

    init() {
        fixture = Fixture()
    }

    private func codes(_ name: String, _ target: PixelSize? = nil) async throws -> Codes {
        let file = try OpenFile(path: fixture.path(name))
        return Codes(try await pool.image(file, DecodeRequest(target: target)))
    }

    /// Twelve patches, none at the edge of sRGB, as a PNG without any word about colours.
    private func patches(_ extra: String...) async throws {
        let colours = [
            "#735244", "#c29682", "#627a9d", "#576c43", "#8580b1", "#67bdaa", "#d67e2c", "#505ba6", "#c15a63",
            "#9dbc40", "#333333", "#f3f3f2",
        ]
        var arguments = ["-size", "16x16"]
        for row in [colours[0..<4], colours[4..<8], colours[8..<12]] {
            arguments.append("(")
            arguments.append(contentsOf: row.map { "xc:\($0)" })
            arguments.append(contentsOf: ["+append", ")"])
        }
        arguments.append("-append")
        arguments.append(contentsOf: extra)
        arguments.append(contentsOf: ["+set", "gamma", "-strip", "PNG24:patches.png"])
        try await fixture.run("convert", arguments)
    }

    @Test(
        "Display P3 looks like the sRGB it was made from, in tile and viewer",
        arguments: ["jpg", "png", "tif", "webp"])
    func displayP3(format: String) async throws {
        // Given
        try await patches()
        let options = ["jpg": "[Q=98,subsample-mode=off]", "webp": "[lossless=true]"][format] ?? ""
        try await fixture.run(
            "vips",
            ["icc_transform", "patches.png", "p3.\(format)\(options)", "p3", "--input-profile", "srgb"])
        let raw = try await fixture.run("convert", ["p3.\(format)", "+profile", "*", "-depth", "8", "rgb:-"])
        let untagged = Codes(width: 64, height: 48, bytes: raw)
        let expected = try await codes("patches.png")

        // When
        let full = try await codes("p3.\(format)")
        let small = try await codes("p3.\(format)", PixelSize(width: 16, height: 16))

        // Then
        #expect(untagged.distance(to: expected, blocks: 4).mean > 3)
        #expect(full.distance(to: expected, blocks: 4).worst < 1.5)
        let smallExpected = try await codes("patches.png", PixelSize(width: 16, height: 16))
        #expect(small.distance(to: smallExpected, blocks: 4).worst < 1.5)
    }

    @Test("A profile in many segments is put together")
    func segments() async throws {
        try await patches()
        // A profile of half a megabyte: nine segments.
        try await fixture.run(
            "vips", ["icc_export", "patches.png", "cmyk.jpg[Q=98]", "--output-profile", "cmyk"])
        let bytes = try fixture.read("cmyk.jpg")
        let profile = try #require(bytes.withUnsafeBytes { JPEGProfile.profile(in: $0) })
        let oracle = try await fixture.run("exiftool", ["-b", "-icc_profile", "cmyk.jpg"])
        #expect(profile.count > 65_536)
        #expect(profile == oracle)
    }

    @Test("Adobe RGB by EXIF alone is converted; a JPEG that says sRGB is not touched")
    func adobeRGB() async throws {
        // Given codes by the definition of Adobe RGB (1998): sRGB's light, other primaries, an exponent of 2.2
        try await patches()
        let expected = try await codes("patches.png")
        let converted = expected.bytes.chunked(3).flatMap { Self.adobe($0) }
        _ = try fixture.write(
            Array("P6 64 48 255\n".utf8) + converted, to: "adobe.ppm")
        try await fixture.run(
            "convert", ["adobe.ppm", "-quality", "98", "-sampling-factor", "1x1", "adobe.jpg"])
        try await fixture.run("cp", ["adobe.jpg", "plain.jpg"])
        try await fixture.run(
            "exiftool",
            [
                "-q", "-overwrite_original", "-n", "-ColorSpace=65535", "-InteropIndex=R03", "adobe.jpg",
            ])
        try await fixture.run(
            "exiftool",
            [
                "-q", "-overwrite_original", "-n", "-ColorSpace=1", "-InteropIndex=R98", "plain.jpg",
            ])

        // When
        let adobe = try await codes("adobe.jpg")
        let plain = try await codes("plain.jpg")

        // Then
        #expect(adobe.distance(to: expected, blocks: 4).worst < 1.5)
        #expect(plain.distance(to: expected, blocks: 4).mean > 3)
    }

    private static func adobe(_ codes: ArraySlice<UInt8>) -> [UInt8] {
        let light = codes.map { code -> Double in
            let c = Double(code) / 255
            return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
        }
        // Both spaces have one green-to-blue line and one white: only red and green mix.
        let red = 0.715126 * light[0] + 0.284874 * light[1]
        let green = light[1]
        let blue = 0.041169 * light[1] + 0.958831 * light[2]
        return [red, green, blue].map { UInt8((pow($0, 1 / 2.19921875) * 255).rounded()) }
    }

    @Test("PNG's gAMA counts, and its cICP counts more")
    func pngGamma() async throws {
        try await patches()
        let expected = try await codes("patches.png")
        try await fixture.run(
            "convert",
            [
                "patches.png", "-colorspace", "RGB", "-depth", "16",
                "-define", "png:exclude-chunks=gAMA,cHRM,sRGB,iCCP", "linear.png",
            ])
        try await fixture.run("exiftool", ["-q", "-overwrite_original", "-PNG:Gamma=1", "linear.png"])
        #expect(try await codes("linear.png").distance(to: expected, blocks: 4).worst < 1)

        // Display P3 by code point, in front of the pixels of the P3 picture
        try await fixture.run(
            "vips", ["icc_transform", "patches.png", "p3.png", "p3", "--input-profile", "srgb"])
        try await fixture.run("convert", ["p3.png", "+profile", "*", "-strip", "bare.png"])
        var bytes = try fixture.read("bare.png")
        bytes.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [12, 13, 0, 1, 0, 0, 0, 0], at: 33)
        _ = try fixture.write(bytes, to: "coded.png")
        #expect(try await codes("coded.png").distance(to: expected, blocks: 4).worst < 1.5)
    }

    @Test(
        "CMYK with a profile looks as vips shows it, without one not far from it", arguments: ["jpg", "tif"])
    func cmyk(format: String) async throws {
        try await patches()
        try await fixture.run(
            "vips", ["icc_export", "patches.png", "cmyk.tif", "--output-profile", "cmyk"])
        try await fixture.run(
            "vips",
            ["icc_transform", "cmyk.tif", "oracle.png", "srgb", "--black-point-compensation", "--embedded"])
        let expected = try await codes("oracle.png")
        if format == "jpg" {
            try await fixture.run("convert", ["cmyk.tif", "-quality", "98", "cmyk.jpg"])
        }
        try await fixture.run("convert", ["cmyk.\(format)", "+profile", "icc", "bare.\(format)"])
        #expect(try await codes("cmyk.\(format)").distance(to: expected, blocks: 4).worst < 2)
        #expect(try await codes("bare.\(format)").distance(to: expected, blocks: 4).mean < 10)
    }

    @Test("Sixteen bits are rounded, not cut, and stay a smooth gradient", arguments: ["png", "tif"])
    func sixteenBits(format: String) async throws {
        // Given a line of 4096 greys
        let greys = (0..<4096).map { UInt16($0 * 65535 / 4095) }
        let samples = greys.flatMap { grey in (0..<3).flatMap { _ in [UInt8(grey >> 8), UInt8(grey & 255)] } }
        _ = try fixture.write(Array("P6 4096 1 65535\n".utf8) + samples, to: "line.ppm")
        try await fixture.run("convert", ["line.ppm", "-scale", "4096x4!", "-depth", "16", "line.\(format)"])

        // When
        let full = try await codes("line.\(format)")
        let reduced = try await codes("line.\(format)", PixelSize(width: 1024, height: 1))

        // Then
        let expected = greys.map { UInt8((Double($0) / 257).rounded()) }
        #expect((0..<4096).map { full.bytes[$0 * 3] } == expected)
        let line = (0..<reduced.width).map { Int(reduced.bytes[$0 * 3]) }
        #expect(zip(line, line.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
        #expect(Set(line).count == 256)
    }

    @Test("Sixteen bits with a profile have no bands either")
    func sixteenBitsWithProfile() async throws {
        try await patches()
        let expected = try await codes("patches.png")
        try await fixture.run("convert", ["patches.png", "-depth", "16", "PNG48:wide.png"])
        try await fixture.run(
            "vips",
            ["icc_transform", "wide.png", "p3.png", "p3", "--input-profile", "srgb", "--depth", "16"])
        #expect(try await codes("p3.png").distance(to: expected, blocks: 4).worst < 1)
    }

    @Test("A damaged profile is a warning, and the picture is shown as sRGB")
    func damagedProfile() async throws {
        try await patches()
        try await fixture.run(
            "convert", ["patches.png", "-quality", "98", "-sampling-factor", "1x1", "good.jpg"])
        var bytes = try fixture.read("good.jpg")
        let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 0x5A, count: 200)
        bytes.insert(contentsOf: [0xFF, 0xE2, 0, UInt8(content.count + 2)] + content, at: 2)
        let file = try OpenFile(path: fixture.write(bytes, to: "bad.jpg"))
        let inspection = try await pool.inspect(
            file, thumbnail: DecodeRequest(target: PixelSize(width: 64, height: 64)))
        #expect(inspection.failure == nil)
        #expect(inspection.warning?.contains("profile") == true)
        let picture = try #require(inspection.thumbnail?.pixels)
        let good = try await codes("good.jpg")
        #expect(Codes(picture) == good)
    }

    @Test("Colours beside transparency are converted as if they were opaque")
    func transparentP3() async throws {
        try await patches()
        let expected = try await codes("patches.png")
        try await fixture.run(
            "vips", ["icc_transform", "patches.png", "p3.png", "p3", "--input-profile", "srgb"])
        try await fixture.run(
            "convert", ["p3.png", "-alpha", "set", "-channel", "A", "-evaluate", "set", "60%", "half.png"])
        let file = try OpenFile(path: fixture.path("half.png"))
        let picture = try await pool.image(file, DecodeRequest(target: nil))
        var straight: [UInt8] = []
        picture.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = max(1, Int(bytes[offset + 3]))
                for channel in 0..<3 {
                    let code = Int(bytes[offset + channel]) * 255 / alpha
                    straight.append(UInt8(min(255, code)))
                }
            }
        }
        let found = Codes(width: 64, height: 48, bytes: straight)
        #expect(found.distance(to: expected, blocks: 4).worst < 2)
    }

    @Test("HDR keeps its middle tones and loses no highlights")
    func toneMapping() {
        // Given BT.2390's curve, from 1000 to 203 candela per square metre
        let mapped = [1, 50, 90, 203, 500, 999, 1000].map { ToneMapping.compressed($0, peak: 1000) }
        // Then
        #expect(abs(mapped[0] - 1) < 0.01 && abs(mapped[1] - 50) < 0.1 && abs(mapped[2] - 90) < 0.5)
        #expect(mapped[3] > 120 && mapped[3] < 203)
        #expect(zip(mapped, mapped.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(mapped[6] - 203) < 0.01)
        // ST 2084 by its own table: code 0.5081 is 100 candela.
        #expect(abs(ToneMapping.quantizerLight(0.508078) * 10_000 - 100) < 0.1)
        #expect(abs(ToneMapping.quantizerCode(0.01) - 0.508078) < 0.0001)
        // HLG's code 0.5 is a twelfth of the light, 1 is all of it.
        #expect(abs(ToneMapping.logGammaLight(0.5) - 1.0 / 12) < 1e-6)
        #expect(abs(ToneMapping.logGammaLight(1) - 1) < 1e-4)
    }
}

extension Array {
    fileprivate func chunked(_ count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
