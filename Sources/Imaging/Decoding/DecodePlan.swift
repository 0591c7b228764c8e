// SPDX-License-Identifier: GPL-3.0-or-later
// The way from stored samples to the picture asked for: decode no larger than needed, reduce, convert to sRGB, turn
// upright. Decoders ask the plan how large, and write straight into the final memory when nothing is left to do.

import Metadata

/// What a decoder has to produce.
struct DecodePlan {
    let request: DecodeRequest
    /// Still to be applied to stored pixels.
    let orientation: Orientation
    let place: CanvasPlace
    /// What EXIF says of the colours; counts where the file has no profile.
    var declaredColor = ColorSource.sRGB

    /// The size that stored pixels of `size` are reduced to, in their stored axes.
    func outputSize(ofStored size: PixelSize) -> PixelSize {
        orientation.displaySize(of: request.outputSize(of: orientation.displaySize(of: size)))
    }

    /// The size, in stored axes, that all of a picture stored as `size` is decoded to at least: the result's, or where a
    /// part is asked for as much more as there is of the picture.
    func decodedSize(ofStored size: PixelSize) -> PixelSize {
        guard let crop = request.crop else { return outputSize(ofStored: size) }
        let shown = orientation.displaySize(of: size)
        let part = crop.pixels(of: shown).size
        let output = request.outputSize(of: shown)
        return orientation.displaySize(
            of: PixelSize(
                width: (shown.width * output.width + part.width - 1) / part.width,
                height: (shown.height * output.height + part.height - 1) / part.height))
    }

    /// Where the part that is asked for lies in a picture that is stored as `size`, or would be.
    func part(ofStored size: PixelSize) -> PixelRect {
        guard let crop = request.crop else { return PixelRect(all: size) }
        let shown = orientation.displaySize(of: size)
        return orientation.storedRect(of: crop.pixels(of: shown), in: shown)
    }

    /// The plan for a part that stands by itself.
    var ofPart: DecodePlan {
        var request = request
        request.crop = nil
        return DecodePlan(
            request: request, orientation: orientation, place: place, declaredColor: declaredColor)
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

    /// The picture of what was decoded: `raster` stands for all of a picture that is stored as `stored`, and is no smaller
    /// than what `decodedSize(ofStored:)` says. `canvas`, where the samples are its own, is written over.
    func picture(
        _ raster: Raster, in canvas: PixelCanvas? = nil, stored: PixelSize, color: ColorSource,
        warning: String? = nil
    ) throws(DecodeFailure) -> DecodedPicture {
        if request.crop != nil {
            var picture = try ofPart.picture(
                raster.part(part(ofStored: raster.size)), stored: part(ofStored: stored).size, color: color,
                warning: warning)
            picture.displaySize = orientation.displaySize(of: stored)
            return picture
        }
        let output = outputSize(ofStored: stored)
        guard raster.size.width >= output.width, raster.size.height >= output.height else {
            throw .corrupt("it decodes to \(raster.size) pixels, fewer than it declares")
        }
        let (raster, reduced) = try reduce(raster, in: canvas, to: output)
        defer { withExtendedLifetime(reduced) {} }
        let conversion = ColorConversion.conversion(from: color, of: raster)
        var result: PixelCanvas
        if let reduced = reduced as? PixelCanvas {
            result = reduced
            if !conversion.isIdentity || raster.model == .rgba { try conversion.convert(raster, to: result) }
        } else {
            result = try self.canvas(size: raster.size, output: raster.size, layout: raster.layout)
            try conversion.convert(raster, to: result)
        }
        if orientation != .up { result = try result.oriented(orientation, place: place) }
        return DecodedPicture(
            canvas: result, displaySize: orientation.displaySize(of: stored),
            warning: warning ?? conversion.warning)
    }

    /// The raster in the size of the result, and what holds its samples: a canvas where they may become the result.
    private func reduce(
        _ raster: Raster, in canvas: PixelCanvas?, to output: PixelSize
    ) throws(DecodeFailure) -> (Raster, holder: AnyObject?) {
        guard needsReduction(raster.size, to: output) else { return (raster, canvas) }
        if raster.isCanvasLike {
            let target = try self.canvas(size: output, output: output, layout: raster.layout)
            return (try raster.reduce(to: output, in: target.base, stride: target.stride), target)
        }
        let stride = output.width * raster.bytesPerPixel
        guard let target = PixelStorage(heapBytes: stride * output.height) else { throw .outOfMemory }
        return (try raster.reduce(to: output, in: target.base, stride: stride), target)
    }
}

/// A finished picture with what the decoder complained about.
struct DecodedPicture {
    let canvas: PixelCanvas
    /// The whole picture's size as shown, before it was reduced.
    var displaySize: PixelSize
    var warning: String?
    /// Of a film, in seconds; nil where it is not known.
    var duration: Double?
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
