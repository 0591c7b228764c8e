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
        /// Of the finished picture.
        var layout: PixelLayout { hasAlpha ? .rgba8Premultiplied : .rgb8 }
        /// Once it was reduced.
        var multiplied: Model { self == .rgba ? .rgbaPremultiplied : self }
    }

    let model: Model
    let samples: albumen_samples

    /// `bits` are 8 in bytes, or 9…16 in words of 16 bits. `stride` is in bytes.
    init(base: UnsafeRawPointer, size: PixelSize, stride: Int, model: Model, bits: Int = 8) {
        var samples = Self.samples(size: size, model: model, bits: bits)
        samples.base = base
        samples.stride = stride
        self.init(samples, model: model)
    }

    init(_ samples: albumen_samples, model: Model) {
        self.samples = samples
        self.model = model
    }

    /// What samples are, without their memory.
    static func samples(size: PixelSize, model: Model, bits: Int) -> albumen_samples {
        let alpha =
            switch model {
            case .rgb, .cmyk, .cmykInverted: albumen_alpha_none
            case .rgba: albumen_alpha_straight
            case .rgbaPremultiplied: albumen_alpha_multiplied
            }
        return albumen_samples(
            base: nil, width: size.width, height: size.height, stride: 0,
            channels: Int32(model.channels), bits: Int32(bits), alpha: Int32(alpha.rawValue))
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
}
