// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures reduced to the pixel, by little and by much, upright and turned: ImageMagick's `-scale` averages areas too.

import Metadata
import Testing

@testable import Imaging

@Suite("Reduction", .timeLimit(.minutes(30)))
struct ReductionTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))

    private static let size = PixelSize(width: 411, height: 307)
    /// By less than half either way, which is fixed point; by more; both; not at all in one direction.
    private static let targets = [
        (410, 306), (400, 299), (391, 292), (207, 155), (206, 154), (205, 153), (100, 75), (61, 300),
        (411, 200), (300, 307), (1, 1),
    ].map { PixelSize(width: $0.0, height: $0.1) }

    /// As shown by ImageMagick in this size; tightly packed. Rounded here, because `-scale` cuts off what is less than a code.
    private func oracle(
        _ name: String, _ size: PixelSize, _ format: String, _ extra: String...
    ) async throws -> [UInt8] {
        let words = try await fixture.run(
            "convert",
            [name] + extra + [
                "-scale", "\(size.width)x\(size.height)!", "-depth", "16", "-endian", "LSB", "\(format):-",
            ])
        return stride(from: 0, to: words.count, by: 2).map { place -> UInt8 in
            let word = Int(words[place]) + Int(words[place + 1]) * 256
            return UInt8((word + 128) / 257)
        }
    }

    /// The mean, with its sign, and the largest difference.
    private func difference(_ pixels: PixelBuffer, _ packed: [UInt8]) -> (mean: Double, most: Int) {
        let length = pixels.width * pixels.layout.bytesPerPixel
        guard packed.count == length * pixels.height else { return (255, 255) }
        var (sum, most) = (0, 0)
        for row in 0..<pixels.height {
            for place in 0..<length {
                let ours = pixels.baseAddress.load(
                    fromByteOffset: row * pixels.stride + place, as: UInt8.self)
                let distance = Int(ours) - Int(packed[row * length + place])
                sum += distance
                most = max(most, abs(distance))
            }
        }
        return (Double(sum) / Double(packed.count), most)
    }

    private func noise(_ name: String, _ extra: [String] = []) async throws -> PixelBuffer {
        try await fixture.run(
            "convert",
            ["-size", "\(Self.size.width)x\(Self.size.height)", "-seed", "7", "xc:gray", "+noise", "Random"]
                + extra + [name])
        return try await pool.image(OpenFile(path: fixture.path(name)), DecodeRequest(target: nil))
    }

    @Test("Every target pixel is the mean of its area, with and without transparency", arguments: targets)
    func areas(target: PixelSize) async throws {
        // Noise is the worst that rounded weights can meet: two codes, of which one is the rounding of the result.
        let picture = try await noise("noise.ppm")
        let (mean, most) = difference(
            try picture.reduced(to: target), try await oracle("noise.ppm", target, "rgb"))
        #expect(abs(mean) < 0.1 && most <= 2, "\(mean), \(most)")

        let opaque = try await noise("noise.png", ["-channel", "RGBA", "-alpha", "opaque"])
        let (_, mostOfFour) = difference(
            try opaque.reduced(to: target),
            try await oracle("noise.ppm", target, opaque.layout == .rgb8 ? "rgb" : "rgba", "-alpha", "opaque")
        )
        #expect(mostOfFour <= 2)
    }

    @Test("A flat picture stays what it is, whatever its colour and size")
    func flat() throws {
        for code in 0...255 {
            let picture = PixelBuffer(size: Self.size, layout: .rgb8) { bytes, _ in
                for place in bytes.indices { bytes[place] = UInt8(code) }
            }
            for target in code % 15 == 0 ? Self.targets : [PixelSize(width: 391, height: 292)] {
                let reduced = try picture.reduced(to: target)
                let packed = [UInt8](repeating: UInt8(code), count: target.pixelCount * 3)
                #expect(difference(reduced, packed).most == 0, "\(code) in \(target)")
            }
        }
    }

    @Test("Reduced, converted and turned in one pass is the same as one after the other", arguments: 1...8)
    func turned(orientation: Int) async throws {
        // Given a picture of more rows than are turned at once, in two formats: of bytes, and of 16 bits
        for name in ["photo.jpg", "photo.tif"] {
            try await fixture.run(
                "convert",
                [
                    "-size", "\(Self.size.width)x\(Self.size.height)", "-seed", "5", "plasma:red-blue",
                    "-quality", "98",
                    "-sampling-factor", "4:4:4", "-depth", name == "photo.tif" ? "16" : "8", name,
                ])
            try await fixture.run(
                "exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", name])
            let shown = orientation < 5 ? Self.size : Self.size.transposed
            for edge in [411, 400, 330, 120] {
                // When
                let picture = try await pool.image(
                    OpenFile(path: fixture.path(name)),
                    DecodeRequest(target: PixelSize(width: edge, height: edge)))

                // Then
                let size = shown.fitted(in: PixelSize(width: edge, height: edge))
                #expect(picture.size == size)
                let (mean, most) = difference(
                    picture, try await oracle(name, size, "rgb", "-auto-orient", "+repage"))
                // libjpeg-turbo reduces by the transform first, where ImageMagick averages.
                let isTransformed = name == "photo.jpg" && edge < 210
                #expect(
                    abs(mean) < 0.1 && most <= (isTransformed ? 12 : 2), "\(name), \(edge): \(mean), \(most)")
            }
        }
    }
}
