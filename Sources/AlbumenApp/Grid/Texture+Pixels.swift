// SPDX-License-Identifier: GPL-3.0-or-later
// Decoded pixels as GTK draws them. They are not copied: the texture keeps the buffer alive.

import AlbumenKit
import GTKBridge

extension Texture {
    /// Any thread.
    convenience init(_ pixels: PixelBuffer) {
        self.init(
            width: pixels.width, height: pixels.height, stride: pixels.stride,
            format: pixels.layout == .rgb8 ? .rgb8 : .rgba8Premultiplied,
            bytes: UnsafeRawBufferPointer(start: pixels.baseAddress, count: pixels.byteCount), owner: pixels)
    }
}
