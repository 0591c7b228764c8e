// SPDX-License-Identifier: GPL-3.0-or-later
// The way from stored samples to the picture asked for: decode no larger than needed, reduce, convert to sRGB, turn
// upright. Decoders ask the plan how large; `PictureRows` does the rest.

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

    /// The size, in stored axes, of the result for a picture that is stored as `stored` and was decoded to `decoded` pixels.
    func resultSize(ofDecoded decoded: PixelSize, stored: PixelSize) throws(DecodeFailure) -> PixelSize {
        let output = outputSize(ofStored: stored)
        guard decoded.covers(output) else {
            throw .corrupt("it decodes to \(decoded) pixels, fewer than it declares")
        }
        switch request.resizeMode {
        case .exact: return output
        case .fast:
            let isNear = decoded.width * 4 <= output.width * 5 && decoded.height * 4 <= output.height * 5
            return isNear ? decoded : output
        }
    }

    /// The picture of what was decoded: `raster` stands for all of a picture that is stored as `stored`, and is no smaller
    /// than what `decodedSize(ofStored:)` says.
    func picture(
        _ raster: Raster, stored: PixelSize, color: ColorSource, warning: String? = nil
    ) throws(DecodeFailure) -> DecodedPicture {
        let part = raster.part(part(ofStored: raster.size))
        let rows = try PictureRows(
            part.size, model: part.model, bits: part.bits, plan: ofPart,
            stored: self.part(ofStored: stored).size, color: color)
        rows.add(part)
        var picture = try rows.finish(warning: warning)
        picture.displaySize = orientation.displaySize(of: stored)
        return picture
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
