// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG files for benches: as many as are wanted, no two alike, without EXIF.

import AlbumenKit
import CTurboJPEG
import Foundation

struct BenchPhotos {
    /// Pixels.
    let width: Int
    let height: Int

    /// Writes so many to a folder, which is made; their paths.
    func write(_ count: Int, to folder: String) throws -> [FilePath] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try (0..<count).map { number in
            let path = "\(folder)/IMG_\(number).jpg"
            try make(number).write(to: URL(fileURLWithPath: path))
            return FilePath(path)
        }
    }

    private func make(_ number: Int) throws -> Data {
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let at = (y * width + x) * 3
                pixels[at] = UInt8(truncatingIfNeeded: x / 5 + number * 37)
                pixels[at + 1] = UInt8(truncatingIfNeeded: y / 4 + number * 91)
                pixels[at + 2] = UInt8(truncatingIfNeeded: (x ^ y) + number)
            }
        }
        let compressor = tjInitCompress()
        defer { tjDestroy(compressor) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = tjCompress2(
            compressor, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &size,
            Int32(TJSAMP_420.rawValue), 85, 0)
        defer { tjFree(bytes) }
        guard status == 0, let bytes else { throw BenchError(description: "libjpeg-turbo makes no photo") }
        // Colours come round again after some; bytes behind the end of a JPEG are the file's, not the picture's.
        return Data(bytes: bytes, count: Int(size)) + Data("photo \(number)".utf8)
    }
}
