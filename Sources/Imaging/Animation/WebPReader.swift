// SPDX-License-Identifier: GPL-3.0-or-later
// WebP animations through libwebp's demultiplexer, which composes the frames.

import CWebP
import Metadata

/// Reads the frames of a WebP animation.
final class WebPReader: AnimationReader {
    /// Ours; deleted at the end.
    private let decoder: OpaquePointer
    private var info = WebPAnimInfo()
    /// When the frame that was read last ends.
    private var time: Int32 = 0
    let color: ColorSource

    /// The bytes must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
        var data = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        guard let decoder = WebPAnimDecoderNew(&data, nil) else { throw .corrupt("its frames do not fit") }
        self.decoder = decoder
        color = WebPDecoder.profile(in: bytes).map(ColorSource.profile) ?? .sRGB
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0 else { throw .corrupt("its header makes no sense") }
        try DecodeLimits.check(size)
    }

    deinit {
        WebPAnimDecoderDelete(decoder)
    }

    var size: PixelSize { PixelSize(width: Int(info.canvas_width), height: Int(info.canvas_height)) }
    var loopCount: Int { Int(info.loop_count) }

    func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
        guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
        // The decoder's own, until the next frame.
        var pixels: UnsafeMutablePointer<UInt8>?
        let start = time
        guard WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels else {
            throw .corrupt("a frame of it does not decode")
        }
        let raster = Raster(base: pixels, size: size, stride: size.width * 4, model: .rgba)
        return (raster, .milliseconds(max(0, Int(time) - Int(start))))
    }
}
