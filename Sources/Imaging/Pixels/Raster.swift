// SPDX-License-Identifier: GPL-3.0-or-later
// Samples as a codec made them, in whoever's memory: not yet reduced, not yet sRGB, not yet eight bits.

import CShims
import Metadata

/// Decoded samples that somebody else holds. They must outlive the raster.
struct Raster {
    /// What the samples of a pixel are.
    enum Model: Hashable {
        case rgb
        /// Colours as they are, beside alpha.
        case rgba
        case rgbaPremultiplied
        case cmyk
        /// The highest code is no ink, as Adobe writes JPEG.
        case cmykInverted

        var channels: Int { self == .rgb ? 3 : 4 }
        var isCMYK: Bool { self == .cmyk || self == .cmykInverted }
        var hasAlpha: Bool { self == .rgba || self == .rgbaPremultiplied }
    }

    let model: Model
    let samples: albumen_samples

    /// `bits` are 8 in bytes, or 9…16 in words of 16 bits. `stride` is in bytes.
    init(base: UnsafeRawPointer, size: PixelSize, stride: Int, model: Model, bits: Int = 8) {
        self.model = model
        let alpha =
            switch model {
            case .rgb, .cmyk, .cmykInverted: albumen_alpha_none
            case .rgba: albumen_alpha_straight
            case .rgbaPremultiplied: albumen_alpha_multiplied
            }
        samples = albumen_samples(
            base: base, width: size.width, height: size.height, stride: stride,
            channels: Int32(model.channels), bits: Int32(bits), alpha: Int32(alpha.rawValue))
    }

    init(_ canvas: PixelCanvas) {
        self.init(
            base: canvas.base, size: canvas.size, stride: canvas.stride,
            model: canvas.layout == .rgb8 ? .rgb : .rgbaPremultiplied)
    }

    /// A part, which lies inside, of the same memory.
    func part(_ rect: PixelRect) -> Raster {
        Raster(
            base: samples.base + rect.y * samples.stride + rect.x * bytesPerPixel, size: rect.size,
            stride: samples.stride, model: model, bits: bits)
    }

    var size: PixelSize { PixelSize(width: samples.width, height: samples.height) }
    var bits: Int { Int(samples.bits) }
    var bytesPerPixel: Int { model.channels * (bits > 8 ? 2 : 1) }
    /// Of the finished picture.
    var layout: PixelLayout { model.hasAlpha ? .rgba8Premultiplied : .rgb8 }
    /// Whether it is reduced into memory of the finished picture's layout.
    var isCanvasLike: Bool { bits == 8 && !model.isCMYK }

    /// Reduced into `target`, where alpha is multiplied.
    func reduce(
        to size: PixelSize, in target: UnsafeMutableRawPointer, stride: Int
    ) throws(DecodeFailure) -> Raster {
        var source = samples
        guard albumen_reduce(&source, target, size.width, size.height, stride) == 0 else {
            throw .outOfMemory
        }
        return Raster(
            base: target, size: size, stride: stride,
            model: model == .rgba ? .rgbaPremultiplied : model, bits: bits)
    }
}
