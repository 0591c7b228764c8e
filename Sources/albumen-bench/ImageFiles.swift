// SPDX-License-Identifier: GPL-3.0-or-later
// The files that pictures are measured with: made here, by libjpeg-turbo and by the tools that are there. Of the same
// pictures every time.

import CLcms
import Foundation
import Imaging
import Metadata
import Subprocess

/// Other programs, wherever they are in PATH.
struct ImageTools {
    let folder: String
    private static let limit = Duration.seconds(600)

    /// Whether the program is there and ended well.
    func run(_ words: [String]) async throws -> Bool {
        try await RunningCommand(["/usr/bin/env"] + words, in: folder).end(within: Self.limit) == 0
    }
}

/// A file to decode, or why there is none.
struct ImageFile {
    let name: String
    /// Nil where it could not be made.
    var path: FilePath?
    let reason: String
}

/// The files.
struct ImageFiles {
    static let photoSize = PixelSize(width: 4032, height: 3024)
    private static let largeSize = PixelSize(width: 8064, height: 6048)
    private static let smallSize = PixelSize(width: 160, height: 120)
    private static let photoQuality = 91

    /// Of 12 megapixels, with a small picture inside.
    let photo: FilePath
    let photoInP3: FilePath
    let photoOnItsSide: FilePath
    let largePhoto: FilePath
    let heic: ImageFile
    let raw: ImageFile
    let png: ImageFile
    /// The small picture inside `photo`.
    let smallPicture: [UInt8]

    init(in folder: String, raw: String?, tools: ImageTools) async throws {
        func place(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            return FilePath("\(folder)/\(name)")
        }
        func made(_ name: String, _ file: String, by words: [String]) async throws -> ImageFile {
            let isMade = try await tools.run(words)
            return ImageFile(
                name: name, path: isMade ? FilePath("\(folder)/\(file)") : nil, reason: "no \(words[0])")
        }
        let pixels = syntheticPhoto(Self.photoSize)
        let jpeg = try JPEGEncoder.encode(pixels, quality: Self.photoQuality)
        smallPicture = try JPEGEncoder.encode(pixels.reduced(to: Self.smallSize))
        photo = try place("photo.jpg", insert(exif(smallPicture, orientation: 1), in: jpeg))
        photoOnItsSide = try place("side.jpg", insert(exif(smallPicture, orientation: 6), in: jpeg))
        photoInP3 = try place("p3.jpg", insert(displayP3(), in: jpeg))
        largePhoto = try place(
            "large.jpg", JPEGEncoder.encode(syntheticPhoto(Self.largeSize), quality: Self.photoQuality))
        heic = try await made(
            "12 MP HEIC", "photo.heic",
            by: ["heif-enc", "-q", "60", "-t", "320", "photo.jpg", "-o", "photo.heic"])
        png = try await made(
            "12 MP PNG of 16 bits", "photo.png",
            by: ["convert", "photo.jpg", "-strip", "-quality", "31", "PNG48:photo.png"])
        self.raw = ImageFile(
            name: "RAW", path: (raw.map { FilePath($0) }) ?? Self.rawOfCorpus(),
            reason: "no --raw FILE, and none in ALBUMEN_CORPUS")
    }

    /// The largest digital negative there.
    private static func rawOfCorpus() -> FilePath? {
        guard let corpus = ProcessInfo.processInfo.environment["ALBUMEN_CORPUS"] else { return nil }
        let endings: Set = ["cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef", "dng"]
        let root = URL(fileURLWithPath: corpus)
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.fileSizeKey])
        let negatives = files?.compactMap { $0 as? URL }.filter {
            endings.contains($0.pathExtension.lowercased())
        }
        let largest = negatives?.max { Self.length($0) < Self.length($1) }
        return largest.map { FilePath($0.path) }
    }

    private static func length(_ file: URL) -> Int {
        (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
    }
}

/// As hard to compress as a photo is: slopes, shapes of every size, and the noise of a sensor.
private func syntheticPhoto(_ size: PixelSize) -> PixelBuffer {
    PixelBuffer(size: size, layout: .rgb8) { bytes, geometry in
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let scale = 4032.0 / Double(geometry.size.width)
        let waves = (0..<geometry.size.width).map { x in
            [11.0, 37, 151, 613].map { Int(32 * sin(Double(x) * scale / $0)) }
        }
        for y in 0..<geometry.size.height {
            let row = y * geometry.stride
            let tall = [13.0, 41, 173, 577].map { Int(32 * sin(Double(y) * scale / $0)) }
            for x in 0..<geometry.size.width {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let wide = waves[x]
                let texture = wide[0] * tall[0] >> 6
                let light = 128 + texture + wide[2] + tall[3] + (wide[1] * tall[1] >> 5)
                for channel in 0..<3 {
                    let noise = Int(truncatingIfNeeded: state >> (UInt64(channel) * 8)) & 15
                    bytes[row + x * 3 + channel] = UInt8(clamping: light + noise + (channel - 1) * wide[3])
                }
            }
        }
    }
}

// MARK: Segments of a JPEG

/// The JPEG with a segment behind its beginning.
private func insert(_ segment: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segment + Array(jpeg[2...])
}

private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
}

/// An Exif segment with an orientation and a small picture.
private func exif(_ picture: [UInt8], orientation: UInt16) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value).littleEndian) { Array($0) } }
    func long(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
    func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
        word(tag) + word(type) + long(1) + long(value)
    }
    let (short, long4) = (3, 4)
    // A header of 8 bytes, a directory of one entry, one of three.
    let (first, second) = (8, 8 + 2 + 12 + 4)
    let start = second + 2 + 3 * 12 + 4
    let tiff =
        Array("II".utf8) + word(42) + long(first)
        + word(1) + entry(0x0112, short, Int(orientation)) + long(second)
        + word(3) + entry(0x0103, short, 6) + entry(0x0201, long4, start)
        + entry(0x0202, long4, picture.count) + long(0)
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff + picture)
}

/// A segment with the profile of Display P3.
private func displayP3() throws -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
        Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    // sRGB's curve.
    let curve = cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    var curves = [curve, curve, curve]
    let profile = cmsCreateRGBProfile(&white, &primaries, &curves)
    defer { cmsCloseProfile(profile) }
    var length: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &length)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard cmsSaveProfileToMem(profile, &bytes, &length) != 0 else {
        throw BenchError(description: "Little CMS makes no profile")
    }
    return segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes)
}
