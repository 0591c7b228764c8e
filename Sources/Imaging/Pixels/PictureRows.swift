// SPDX-License-Identifier: GPL-3.0-or-later
// The way of decoded rows to the finished picture: reduced, converted to sRGB and turned upright in one pass, straight into
// the memory that is handed over.

import CShims
import Metadata

/// A picture that grows row by row. Belongs to one thread.
final class PictureRows {
    private let plan: DecodePlan
    private let stored: PixelSize
    private let canvas: PixelCanvas
    private let converter: RowConverter
    /// For codecs that write the rows themselves (`albumen_rows_next`).
    let handle: OpaquePointer

    /// For rows of a picture that was decoded to `size` pixels and is stored as `stored`. `bits` as in `Raster`. The plan asks
    /// for no part.
    init(
        _ size: PixelSize, model: Raster.Model, bits: Int = 8, plan: DecodePlan, stored: PixelSize,
        color: ColorSource
    ) throws(DecodeFailure) {
        let result = try plan.resultSize(ofDecoded: size, stored: stored)
        let source = Raster.samples(size: size, model: model, bits: bits)
        let isReduced = result != size
        converter = RowConverter(
            .conversion(from: color, of: model, bits: bits), model: isReduced ? model.multiplied : model)
        canvas = try PixelCanvas(
            size: plan.orientation.displaySize(of: result), layout: model.layout, place: plan.place)
        var steps = albumen_rows_plan()
        steps.source = source
        steps.width = result.width
        steps.height = result.height
        steps.convert = converter.isNeeded(bits: bits) ? convertRows : nil
        // Unretained: called only while this object feeds rows, which holds it.
        steps.context = Unmanaged.passUnretained(converter).toOpaque()
        steps.orientation = Int32(plan.orientation.rawValue)
        steps.target = canvas.bytes
        steps.target_stride = canvas.stride
        steps.target_channels = canvas.layout.bytesPerPixel
        guard let handle = albumen_rows_new(&steps) else { throw .outOfMemory }
        self.handle = handle
        self.plan = plan
        self.stored = stored
    }

    deinit {
        albumen_rows_free(handle)
    }

    /// All rows at once.
    func add(_ raster: Raster) {
        var samples = raster.samples
        albumen_rows_add_all(handle, &samples)
    }

    /// The picture; rows that are missing are black.
    func finish(warning: String?) throws(DecodeFailure) -> DecodedPicture {
        guard albumen_rows_finish(handle) == 0 else { throw .outOfMemory }
        return DecodedPicture(
            canvas: canvas, displaySize: plan.orientation.displaySize(of: stored),
            warning: warning ?? converter.warning)
    }
}

/// Converts the rows of one picture.
private final class RowConverter {
    private let conversion: ColorConversion
    /// Of rows that may have been reduced.
    private let model: Raster.Model

    init(_ conversion: ColorConversion, model: Raster.Model) {
        self.conversion = conversion
        self.model = model
    }

    var warning: String? { conversion.warning }

    /// Whether samples of so many bits are not the picture's already.
    func isNeeded(bits: Int) -> Bool { !conversion.isIdentity || bits > 8 || model == .rgba }

    func convert(_ samples: albumen_samples, to target: UnsafeMutablePointer<UInt8>, stride: Int) -> Bool {
        let raster = Raster(samples, model: model)
        return (try? conversion.convert(raster, to: target, stride: stride)) != nil
    }
}

/// `albumen_rows_plan.convert`; `context` is a `RowConverter`, which its `PictureRows` holds.
private func convertRows(
    _ context: UnsafeMutableRawPointer?, _ samples: UnsafePointer<albumen_samples>?,
    _ target: UnsafeMutablePointer<UInt8>?, _ stride: Int
) -> Int32 {
    guard let context, let samples, let target else { return -1 }
    let converter = Unmanaged<RowConverter>.fromOpaque(context).takeUnretainedValue()
    return converter.convert(samples.pointee, to: target, stride: stride) ? 0 : -1
}
