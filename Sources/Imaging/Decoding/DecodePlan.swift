// SPDX-License-Identifier: GPL-3.0-or-later
// The way from stored pixels to the picture asked for: decode no larger than needed, reduce, turn upright.
// Decoders ask the plan how large, and write straight into the final memory when nothing is left to do.

import Metadata

/// What a decoder has to produce.
struct DecodePlan {
    let request: DecodeRequest
    /// Still to be applied to stored pixels.
    let orientation: Orientation
    let place: CanvasPlace

    /// The size that stored pixels of `size` are reduced to, in their stored axes.
    func outputSize(ofStored size: PixelSize) -> PixelSize {
        orientation.displaySize(of: request.outputSize(of: orientation.displaySize(of: size)))
    }

    /// Memory for `size` decoded pixels of a picture whose final size, in stored axes, is `output`.
    func canvas(
        size: PixelSize, output: PixelSize, layout: PixelLayout
    ) throws(DecodeFailure) -> PixelCanvas {
        let isFinal = !needsReduction(size, to: output) && orientation == .up
        return try PixelCanvas(size: size, layout: layout, place: isFinal ? place : .heap)
    }

    private func needsReduction(_ size: PixelSize, to output: PixelSize) -> Bool {
        switch request.resizeMode {
        case .exact: size != output
        case .fast: size.width * 4 > output.width * 5 || size.height * 4 > output.height * 5
        }
    }

    /// Reduces and turns what was decoded.
    func finish(_ canvas: PixelCanvas, output: PixelSize) throws(DecodeFailure) -> PixelCanvas {
        var canvas = canvas
        if needsReduction(canvas.size, to: output) {
            canvas = try canvas.downscaled(to: output, place: orientation == .up ? place : .heap)
        }
        if orientation != .up {
            canvas = try canvas.oriented(orientation, place: place)
        }
        return canvas
    }
}

/// A finished picture with what the decoder complained about.
struct DecodedPicture {
    let canvas: PixelCanvas
    /// The whole picture's size as shown, before it was reduced.
    let displaySize: PixelSize
    var warning: String?
}

extension [UInt8] {
    /// `withUnsafeBytes` for bodies that throw a decode failure, which the standard library's loses the type
    /// of.
    func withBytes<R>(
        _ body: (UnsafeRawBufferPointer) throws(DecodeFailure) -> R
    ) throws(DecodeFailure) -> R {
        try withUnsafeBytes { bytes in
            Result { () throws(DecodeFailure) -> R in try body(bytes) }
        }.get()
    }
}
