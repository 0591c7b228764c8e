// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the JPEGs that Albumen stores: tiles and previews.

import CShims
import CTurboJPEG
import Metadata

/// Writes baseline JPEG, 4:2:0.
public enum JPEGEncoder {
    /// Where artefacts stop showing on tiles.
    public static let tileQuality = 85

    /// The picture as JPEG; transparent pixels lie on white. `quality` is libjpeg's 1…100.
    public static func encode(
        _ pixels: PixelBuffer, quality: Int = tileQuality
    ) throws(DecodeFailure) -> [UInt8] {
        let base = pixels.baseAddress.assumingMemoryBound(to: UInt8.self)
        return try encode(base, geometry: pixels.geometry, quality: quality)
    }

    static func encode(
        _ base: UnsafePointer<UInt8>, geometry: PixelGeometry, quality: Int
    ) throws(DecodeFailure) -> [UInt8] {
        if geometry.layout == .rgba8Premultiplied {
            let opaque = try PixelCanvas(size: geometry.size, layout: .rgb8, place: .heap)
            albumen_flatten(
                base, geometry.size.width, geometry.size.height, geometry.stride, opaque.bytes, opaque.stride)
            return try encode(opaque.bytes, geometry: opaque.geometry, quality: quality)
        }
        guard let handle = tjInitCompress() else { throw .outOfMemory }
        defer { tjDestroy(handle) }
        var output: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        // TurboJPEG allocates; freed here whether it succeeded or not.
        defer { tjFree(output) }
        let status = tjCompress2(
            handle, base, Int32(geometry.size.width), Int32(geometry.stride), Int32(geometry.size.height),
            Int32(TJPF_RGB.rawValue), &output, &length, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
        guard status == 0, let output else {
            throw .corrupt(libraryMessage: tjGetErrorStr2(handle))
        }
        return Array(UnsafeBufferPointer(start: output, count: Int(length)))
    }
}
