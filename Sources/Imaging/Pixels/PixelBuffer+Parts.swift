// SPDX-License-Identifier: GPL-3.0-or-later
// Smaller pictures of finished ones.

import CShims
import Glibc
import Metadata

extension PixelBuffer {
    /// Averaged to `size`, which is no larger either way.
    public func reduced(to size: PixelSize) throws(DecodeFailure) -> PixelBuffer {
        try reduced(to: size, place: .heap).finish()
    }

    /// A copy of a part, which lies inside.
    public func cropped(to rect: PixelRect) throws(DecodeFailure) -> PixelBuffer {
        try cropped(to: rect, place: .heap).finish()
    }

    func reduced(to size: PixelSize, place: CanvasPlace) throws(DecodeFailure) -> PixelCanvas {
        precondition(size.width <= width && size.height <= height, "pixels are reduced, never enlarged")
        let target = try PixelCanvas(size: size, layout: layout, place: place)
        let status = albumen_downscale(
            baseAddress.assumingMemoryBound(to: UInt8.self), width, height, stride, target.bytes, size.width,
            size.height, target.stride, layout.bytesPerPixel)
        guard status == 0 else { throw .outOfMemory }
        return target
    }

    func cropped(to rect: PixelRect, place: CanvasPlace) throws(DecodeFailure) -> PixelCanvas {
        precondition(PixelRect(all: size).contains(rect), "a part lies inside")
        let target = try PixelCanvas(size: rect.size, layout: layout, place: place)
        for row in 0..<rect.height {
            memcpy(
                target.base + row * target.stride,
                baseAddress + (rect.y + row) * stride + rect.x * layout.bytesPerPixel,
                rect.width * layout.bytesPerPixel)
        }
        return target
    }
}
