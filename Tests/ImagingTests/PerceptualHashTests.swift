// SPDX-License-Identifier: GPL-3.0-or-later
// What looks the same has the same hash, nearly; what does not has another.

import Imaging
import Metadata
import Testing

struct PerceptualHashTests {
    /// Soft blobs of light, whose places hang on `seed`; `change` is added to each sample.
    private func picture(
        seed: Int, _ size: PixelSize, layout: PixelLayout = .rgb8, change: (Int, Int) -> Int = { _, _ in 0 }
    ) -> PixelBuffer {
        PixelBuffer(size: size, layout: layout) { bytes, geometry in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    // The same at every size: of the picture's width and height.
                    let (u, v) = (x * 1_000 / size.width, y * 1_000 / size.height)
                    var light = change(x, y)
                    for blob in 0..<6 {
                        let (cx, cy) = (
                            (seed * 7 + blob * 311) % 1_000, (seed * 13 + blob * blob * 177) % 1_000
                        )
                        let far = (u - cx) * (u - cx) + (v - cy) * (v - cy)
                        light += max(0, 120 - far / 600)
                    }
                    let at = y * geometry.stride + x * layout.bytesPerPixel
                    for channel in 0..<layout.bytesPerPixel {
                        bytes[at + channel] = UInt8(clamping: channel == 3 ? 255 : light)
                    }
                }
            }
        }
    }

    private let size = PixelSize(width: 384, height: 256)

    @Test("Size, layout and a little noise make no other picture")
    func samePicture() throws {
        let original = try #require(try PerceptualHash(of: picture(seed: 3, size)))
        let others = [
            picture(seed: 3, PixelSize(width: 1_203, height: 802)),
            picture(seed: 3, size, layout: .rgba8Premultiplied),
            picture(seed: 3, size) { x, y in (x * 7 + y * 13) % 5 - 2 },
            picture(seed: 3, size) { _, _ in 6 },
        ]
        for other in others {
            let hash = try #require(try PerceptualHash(of: other))
            #expect(hash.distance(to: original) <= PerceptualHash.nearDistance)
        }
    }

    @Test("Other pictures are far away")
    func otherPictures() throws {
        let hashes = try (0..<40).compactMap { try PerceptualHash(of: picture(seed: $0 * 29 + 1, size)) }
        try #require(hashes.count > 30)
        for (index, hash) in hashes.enumerated() {
            for other in hashes[(index + 1)...] {
                #expect(hash.distance(to: other) > PerceptualHash.nearDistance)
            }
        }
    }

    @Test("A blank page is like nothing, and so is what is too small to show anything")
    func blank() throws {
        let white = PixelBuffer(size: size, layout: .rgb8) { bytes, _ in
            for index in bytes.indices { bytes[index] = 250 }
        }
        #expect(try PerceptualHash(of: white) == nil)
        #expect(try PerceptualHash(of: picture(seed: 1, PixelSize(width: 8, height: 100))) == nil)
    }

    @Test("Bytes and back")
    func bytes() throws {
        let hash = PerceptualHash(rows: 0x0123_4567_89AB_CDEF, columns: 0xFEDC_BA98_7654_3210)
        #expect(hash.bytes.count == PerceptualHash.byteCount)
        #expect(PerceptualHash(bytes: hash.bytes) == hash)
        #expect(PerceptualHash(bytes: Array(hash.bytes.dropLast())) == nil)
    }
}
