// SPDX-License-Identifier: GPL-3.0-or-later
// Smaller pictures of finished ones.

import CShims
import Glibc
import Metadata

extension PixelBuffer {
    /// Averaged to `size`, which is no larger either way.
    public func reduced(to size: PixelSize) throws(DecodeFailure) -> PixelBuffer {
        precondition(self.size.covers(size), "pixels are reduced, never enlarged")
        let target = try PixelCanvas(size: size, layout: layout, place: .heap)
        var samples = Raster(
            base: baseAddress, size: self.size, stride: stride,
            model: layout == .rgb8 ? .rgb : .rgbaPremultiplied
        ).samples
        guard albumen_reduce(&samples, target.base, size.width, size.height, target.stride) == 0 else {
            throw .outOfMemory
        }
        return target.finish()
    }

    /// A copy of a part, which lies inside.
    public func cropped(to rect: PixelRect) throws(DecodeFailure) -> PixelBuffer {
        precondition(PixelRect(all: size).contains(rect), "a part lies inside")
        let target = try PixelCanvas(size: rect.size, layout: layout, place: .heap)
        for row in 0..<rect.height {
            memcpy(
                target.base + row * target.stride,
                baseAddress + (rect.y + row) * stride + rect.x * layout.bytesPerPixel,
                rect.width * layout.bytesPerPixel)
        }
        return target.finish()
    }
}
