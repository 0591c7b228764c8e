// SPDX-License-Identifier: GPL-3.0-or-later
// A digital negative that is put together here (Adobe's DNG specification 1.4): its preview and what it holds differ, so
// that it is seen which of them is shown.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Digital negatives", .timeLimit(.minutes(30)))
struct RawTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))

    private static let size = PixelSize(width: 128, height: 96)
    private static let previewSize = PixelSize(width: 48, height: 36)

    @Test("What is no larger than the preview is the preview, what is larger is developed")
    func previewAndDevelopment() async throws {
        // Given
        let file = try OpenFile(
            path: fixture.write(DNG.file(Self.size, preview: Self.previewSize), to: "photo.dng"))
        // Then
        let facts = try #require(try await pool.inspect(file).facts)
        #expect(facts.format == .dng && facts.displaySize == Self.size)
        let small = try await pool.image(file, DecodeRequest(target: PixelSize(width: 48, height: 48)))
        #expect(small.size == Self.previewSize && small.quadrants == [.blue, .blue, .blue, .blue])
        // In half size, which is not demosaicked, and whole.
        for target in [PixelSize(width: 64, height: 64), Self.size] {
            let developed = try await pool.image(file, DecodeRequest(target: target))
            #expect(developed.size == Self.size.fitted(in: target))
            #expect(developed.quadrants == [.red, .green, .blue, .white])
        }
    }

    @Test("Without a preview it is developed, in every size, and turned once")
    func development() async throws {
        let bytes = DNG.file(Self.size, preview: nil, orientation: .right)
        let file = try OpenFile(path: fixture.write(bytes, to: "photo.dng"))
        for target in [PixelSize(width: 24, height: 24), PixelSize(width: 128, height: 128)] {
            let developed = try await pool.image(file, DecodeRequest(target: target))
            #expect(developed.size == Self.size.transposed.fitted(in: target))
            #expect(developed.quadrants == [.blue, .red, .white, .green])
        }
    }

    @Test("One that is cut off shows its preview")
    func truncated() async throws {
        let bytes = DNG.file(Self.size, preview: Self.previewSize)
        let file = try OpenFile(path: fixture.write(bytes.dropLast(bytes.count / 2), to: "photo.dng"))
        let picture = try await pool.image(file, DecodeRequest(target: nil))
        #expect(picture.quadrants.first == .blue || picture.quadrants.first == .red)
    }
}

/// Writes uncompressed digital negatives.
private enum DNG {
    /// Four quadrants, red, green, blue and white, behind a red-green-green-blue pattern; a blue preview.
    static func file(_ size: PixelSize, preview: PixelSize?, orientation: Orientation = .up) -> [UInt8] {
        let mosaic = mosaic(size)
        var main = camera + [Entry(0x0112, shorts: [UInt16(orientation.rawValue)])]
        guard let preview else {
            return tiff(rawEntries(size, pixels: mosaic) + main, pixels: mosaic, sub: nil)
        }
        let blue = (0..<preview.pixelCount).flatMap { _ in [30, 30, 220] as [UInt8] }
        main += [
            Entry(0x00FE, longs: [1]), Entry(0x0100, longs: [UInt32(preview.width)]),
            Entry(0x0101, longs: [UInt32(preview.height)]), Entry(0x0102, shorts: [8, 8, 8]),
            Entry(0x0103, shorts: [1]), Entry(0x0106, shorts: [2]), Entry(0x0115, shorts: [3]),
            Entry(0x0116, longs: [UInt32(preview.height)]), Entry(0x0117, longs: [UInt32(blue.count)]),
            Entry(0x011C, shorts: [1]),
        ]
        return tiff(main, pixels: blue, sub: (rawEntries(size, pixels: mosaic), mosaic))
    }

    /// The camera sees as sRGB does: its matrix is the one from XYZ (IEC 61966-2-1).
    private static var camera: [Entry] {
        let matrix = [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570] as [Int32]
        return [
            Entry(0x010F, text: "Albumen"), Entry(0x0110, text: "Test"), Entry(0xC612, bytes: [1, 4, 0, 0]),
            Entry(0xC613, bytes: [1, 1, 0, 0]), Entry(0xC614, text: "Albumen Test"),
            Entry(0xC621, type: 10, count: 9, matrix.flatMap { le(UInt32(bitPattern: $0)) + le(10_000) }),
            Entry(0xC628, type: 5, count: 3, (0..<3).flatMap { _ in le(1) + le(1) }),
            Entry(0xC65A, shorts: [21]),
        ]
    }

    private static func rawEntries(_ size: PixelSize, pixels: [UInt8]) -> [Entry] {
        [
            Entry(0x00FE, longs: [0]), Entry(0x0100, longs: [UInt32(size.width)]),
            Entry(0x0101, longs: [UInt32(size.height)]), Entry(0x0102, shorts: [16]),
            Entry(0x0103, shorts: [1]), Entry(0x0106, shorts: [32803]), Entry(0x0115, shorts: [1]),
            Entry(0x0116, longs: [UInt32(size.height)]), Entry(0x0117, longs: [UInt32(pixels.count)]),
            Entry(0x011C, shorts: [1]), Entry(0x828D, shorts: [2, 2]), Entry(0x828E, bytes: [0, 1, 1, 2]),
            Entry(0xC61A, shorts: [0]), Entry(0xC61D, shorts: [60_000]),
        ]
    }

    private static func mosaic(_ size: PixelSize) -> [UInt8] {
        let colours: [[UInt16]] = [
            [40_000, 800, 800], [800, 40_000, 800], [800, 800, 40_000], [40_000, 40_000, 40_000],
        ]
        return (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x in
                let colour = colours[(y * 2 / size.height) * 2 + x * 2 / size.width]
                let value = colour[[[0, 1], [1, 2]][y % 2][x % 2]]
                return [UInt8(value & 0xFF), UInt8(value >> 8)]
            }
        }
    }

    // MARK: TIFF

    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]

        init(_ tag: UInt16, type: UInt16, count: Int, _ value: [UInt8]) {
            self.tag = tag
            self.type = type
            self.count = count
            self.value = value
        }

        init(_ tag: UInt16, bytes: [UInt8]) { self.init(tag, type: 1, count: bytes.count, bytes) }
        init(_ tag: UInt16, text: String) {
            let bytes = Array(text.utf8) + [0]
            self.init(tag, type: 2, count: bytes.count, bytes)
        }
        init(_ tag: UInt16, shorts: [UInt16]) {
            self.init(
                tag, type: 3, count: shorts.count, shorts.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        }
        init(_ tag: UInt16, longs: [UInt32]) {
            self.init(tag, type: 4, count: longs.count, longs.flatMap(DNG.le))
        }
    }

    fileprivate static func le(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A directory at `offset` with what it points to behind it.
    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        let sorted = entries.sorted { $0.tag < $1.tag }
        var table: [UInt8] = [UInt8(sorted.count & 0xFF), UInt8(sorted.count >> 8)]
        var values: [UInt8] = []
        let behind = offset + 2 + sorted.count * 12 + 4
        for entry in sorted {
            table += [UInt8(entry.tag & 0xFF), UInt8(entry.tag >> 8), UInt8(entry.type), 0]
            table += le(UInt32(entry.count))
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += le(UInt32(behind + values.count))
                values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
            }
        }
        return table + le(0) + values
    }

    private static func tiff(
        _ main: [Entry], pixels: [UInt8], sub: (entries: [Entry], pixels: [UInt8])?
    ) -> [UInt8] {
        func whole(_ own: UInt32, _ subDirectory: UInt32) -> [UInt8] {
            let more =
                [Entry(0x0111, longs: [own])] + (sub == nil ? [] : [Entry(0x014A, longs: [subDirectory])])
            return directory(main + more, at: 8)
        }
        func subDirectory(at offset: Int, pixels: UInt32) -> [UInt8] {
            sub.map { directory($0.entries + [Entry(0x0111, longs: [pixels])], at: offset) } ?? []
        }
        // Lengths do not depend on offsets.
        let start = 8 + whole(0, 0).count
        let subLength = subDirectory(at: 0, pixels: 0).count
        let ownPixels = start + subLength
        let subPixels = ownPixels + pixels.count
        return [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + whole(UInt32(ownPixels), UInt32(start))
            + subDirectory(at: start, pixels: UInt32(subPixels)) + pixels + (sub?.pixels ?? [])
    }
}
