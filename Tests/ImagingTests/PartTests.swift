// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of pictures, and the small pictures that come before them, through the real decoder process.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Parts", .timeLimit(.minutes(30)))
struct PartTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))

    /// ImageMagick's idea of a part of the picture as shown; tightly packed RGB.
    private func oracle(_ name: String, _ rect: PixelRect, _ extra: String...) async throws -> [UInt8] {
        try await fixture.run(
            "convert",
            [
                name, "-auto-orient", "+repage", "-crop", "\(rect.width)x\(rect.height)+\(rect.x)+\(rect.y)",
                "+repage",
            ] + extra + ["-depth", "8", "rgb:-"])
    }

    /// The mean and the largest difference to packed RGB.
    private func difference(_ pixels: PixelBuffer, _ packed: [UInt8]) -> (mean: Double, most: Int) {
        guard packed.count == pixels.width * pixels.height * 3 else { return (255, 255) }
        var sum = 0
        var most = 0
        for row in 0..<pixels.height {
            for column in 0..<pixels.width * 3 {
                let ours = pixels.baseAddress.load(
                    fromByteOffset: row * pixels.stride + column, as: UInt8.self)
                let distance = abs(Int(ours) - Int(packed[row * pixels.width * 3 + column]))
                sum += distance
                most = max(most, distance)
            }
        }
        return (Double(sum) / Double(packed.count), most)
    }

    private static let size = PixelSize(width: 611, height: 403)

    private func photo(_ name: String, _ extra: [String], orientation: Int = 1) async throws -> OpenFile {
        try await fixture.run(
            "convert",
            ["-size", "\(Self.size.width)x\(Self.size.height)", "-seed", "5", "plasma:red-blue"] + extra + [
                name
            ])
        if orientation != 1 {
            try await fixture.run(
                "exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", name])
        }
        return try OpenFile(path: fixture.path(name))
    }

    @Test(
        "A part of a JPEG is what a crop of the whole is, wherever it lies",
        arguments: [
            ["-sampling-factor", "4:2:0"], ["-sampling-factor", "4:4:4"], ["-sampling-factor", "4:2:2"],
            ["-interlace", "JPEG", "-sampling-factor", "4:2:0"], ["-colorspace", "Gray"],
        ])
    func jpeg(extra: [String]) async throws {
        let file = try await photo("photo.jpg", extra + ["-quality", "92"])
        var random = SystemRandomNumberGenerator()
        var rects = (0..<12).map { _ in
            let x = Int.random(in: 0..<Self.size.width, using: &random)
            let y = Int.random(in: 0..<Self.size.height, using: &random)
            return PixelRect(
                x: x, y: y, width: Int.random(in: 1...Self.size.width - x, using: &random),
                height: Int.random(in: 1...Self.size.height - y, using: &random))
        }
        rects.append(PixelRect(all: Self.size))
        rects.append(PixelRect(x: Self.size.width - 1, y: Self.size.height - 1, width: 1, height: 1))
        for rect in rects {
            let crop = try #require(UnitRect(rect, of: Self.size))
            let part = try await pool.image(file, DecodeRequest(target: nil, crop: crop))
            #expect(part.size == rect.size)
            let (mean, most) = difference(part, try await oracle("photo.jpg", rect))
            #expect(mean < 0.5 && most <= 12, "\(rect): \(mean), \(most)")
        }
    }

    @Test("A part is of the picture as shown, in each EXIF orientation", arguments: 1...8)
    func orientations(orientation: Int) async throws {
        let file = try await photo("photo.jpg", ["-quality", "95"], orientation: orientation)
        let shown = orientation < 5 ? Self.size : Self.size.transposed
        let rect = PixelRect(x: 33, y: 50, width: 200, height: 90)
        let crop = try #require(UnitRect(rect, of: shown))
        let part = try await pool.image(file, DecodeRequest(target: nil, crop: crop))
        #expect(part.size == rect.size)
        let (mean, most) = difference(part, try await oracle("photo.jpg", rect))
        #expect(mean < 0.5 && most <= 12, "\(mean), \(most)")
    }

    @Test(
        "A part reduced is the part reduced, of every format",
        arguments: ["photo.jpg", "photo.png", "photo.tif", "photo.webp", "photo.bmp"])
    func reduced(name: String) async throws {
        let file = try await photo(name, ["-quality", "95"])
        let rect = PixelRect(x: 101, y: 60, width: 400, height: 300)
        let crop = try #require(UnitRect(rect, of: Self.size))
        let whole = try await pool.image(file, DecodeRequest(target: nil, crop: crop))
        #expect(whole.size == rect.size)
        #expect(difference(whole, try await oracle(name, rect)).mean < 2)
        for target in [PixelSize(width: 133, height: 133), PixelSize(width: 50, height: 50)] {
            let request = DecodeRequest(target: target, crop: crop)
            let part = try await pool.image(file, request)
            let size = rect.size.fitted(in: target)
            #expect(part.size == size)
            let packed = try await oracle(name, rect, "-scale", "\(size.width)x\(size.height)!")
            #expect(difference(part, packed).mean < 4, "\(target)")
        }
    }

    // MARK: Small pictures

    /// Red, with a small green picture in it; green is nobody's reduction of red.
    private func photoWithThumbnail(_ thumbnail: [String], orientation: Int = 1) async throws -> OpenFile {
        try await fixture.run("convert", ["-size", "900x600", "xc:#dc1e1e", "photo.jpg"])
        try await fixture.run("convert", thumbnail + ["small.jpg"])
        try await fixture.run(
            "exiftool",
            [
                "-q", "-overwrite_original", "-n", "-Orientation=\(orientation)",
                "-ThumbnailImage<=small.jpg",
                "photo.jpg",
            ])
        return try OpenFile(path: fixture.path("photo.jpg"))
    }

    private let embedded = DecodeRequest(
        target: PixelSize(width: 512, height: 512), resizeMode: .fast, source: .embedded)

    @Test("A photo's own small picture, upright and without the black that fills it up", arguments: [1, 6])
    func embedded(orientation: Int) async throws {
        // 3 to 2 in 4 to 3, as cameras write it
        let file = try await photoWithThumbnail(
            ["-size", "160x120", "xc:black", "-fill", "#1ec81e", "-draw", "rectangle 0,7 159,112"],
            orientation: orientation)
        let small = try await pool.image(file, embedded)
        let size = PixelSize(width: 160, height: 107)
        #expect(small.size == (orientation == 1 ? size : size.transposed))
        #expect(small.quadrants == [.green, .green, .green, .green])
        let edges = try small.cropped(to: PixelRect(x: small.width / 2, y: 0, width: 1, height: small.height))
        for row in [2, edges.height - 3] {
            let green = edges.baseAddress.load(fromByteOffset: row * edges.stride + 1, as: UInt8.self)
            #expect(green > 150, "row \(row) is black")
        }
    }

    @Test("A small picture that was not turned with its photo is none, and neither is what is not there")
    func noEmbedded() async throws {
        let turned = try await photoWithThumbnail(["-size", "120x160", "xc:#1ec81e"])
        await #expect(throws: DecodeFailure.self) { try await pool.image(turned, embedded) }
        let plain = try await fixture.quadrants("plain.jpg")
        await #expect(throws: DecodeFailure.unsupported(.jpeg)) {
            try await pool.image(OpenFile(path: plain), embedded)
        }
    }

    @Test("A thumbnail of the desktop's is taken for its file and its time alone")
    func desktopThumbnail() async throws {
        let photo = try await fixture.quadrants("photo.jpg")
        let seconds = try OpenFile(path: photo).stamp.modificationTime / 1_000_000_000
        let uri = "file://" + photo.displayString
        try await fixture.run(
            "convert",
            [
                "photo.jpg", "-scale", "48x48", "-set", "Thumb::URI", uri, "-set", "Thumb::MTime",
                "\(seconds)",
                "thumbnail.png",
            ])
        let file = try OpenFile(path: fixture.path("thumbnail.png"))
        func request(_ uri: String, _ time: Int64) -> DecodeRequest {
            DecodeRequest(target: nil, source: .desktopThumbnail(uri: uri, modificationTime: time))
        }
        let thumbnail = try await pool.image(file, request(uri, seconds))
        #expect(thumbnail.quadrants == [.red, .green, .blue, .white])
        for wrong in [request(uri, seconds + 1), request(uri + "x", seconds)] {
            await #expect(throws: DecodeFailure.unsupported(.png)) { try await pool.image(file, wrong) }
        }
        // What is no thumbnail says nothing of itself.
        try await fixture.run("convert", ["photo.jpg", "plain.png"])
        let plain = try OpenFile(path: fixture.path("plain.png"))
        await #expect(throws: DecodeFailure.unsupported(.png)) {
            try await pool.image(plain, request(uri, seconds))
        }
    }
}
