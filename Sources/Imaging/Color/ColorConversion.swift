// SPDX-License-Identifier: GPL-3.0-or-later
// From what a file's colours mean to sRGB: chosen once for each profile and kept, applied to rows that are already
// reduced, so that it costs what is shown and not what was stored.

import CLcms
import CShims
import Glibc
import Metadata
import Synchronization

/// A conversion of samples to sRGB in eight bits, alpha multiplied. Safe from any thread.
///
/// `@unchecked Sendable`: immutable; Little CMS's transforms may be shared when they keep no cache.
final class ColorConversion: @unchecked Sendable {
    private enum Method {
        /// It is sRGB already.
        case none
        case shaper(ColorShaper)
        case transform(cmsHTRANSFORM)
        case ink
    }

    private let method: Method
    /// What was wrong with what the file says about its colours.
    let warning: String?

    private init(_ method: Method, warning: String? = nil) {
        self.method = method
        self.warning = warning
    }

    deinit {
        if case .transform(let transform) = method { cmsDeleteTransform(transform) }
    }

    var isIdentity: Bool {
        if case .none = method { true } else { false }
    }

    /// Fills `target`, which may be the raster's memory where that has eight bits, and as many channels.
    func convert(
        _ raster: Raster, to target: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(DecodeFailure) {
        switch method {
        case .none:
            var samples = raster.samples
            albumen_store(&samples, target, stride)
        case .shaper(let shaper): shaper.convert(raster, to: target, stride: stride)
        case .ink: InkColors.convert(raster, to: target, stride: stride)
        case .transform(let transform):
            try Self.convert(raster, to: target, stride: stride, transform)
        }
    }

    private static func convert(
        _ raster: Raster, to target: UnsafeMutablePointer<UInt8>, stride: Int, _ transform: cmsHTRANSFORM
    ) throws(DecodeFailure) {
        guard let row = malloc(raster.size.width * raster.bytesPerPixel) else { throw .outOfMemory }
        defer { free(row) }
        var samples = raster.samples
        for y in 0..<raster.size.height {
            let line = target + y * stride
            albumen_straighten(&samples, y, row)
            cmsDoTransform(transform, row, line, cmsUInt32Number(raster.size.width))
            if raster.model.hasAlpha { albumen_premultiply(line, raster.size.width, 1, stride) }
        }
    }
}

// MARK: - Choosing

extension ColorConversion {
    private struct Key: Hashable {
        let source: ColorSource
        let model: Raster.Model
        let bits: Int
    }

    /// Profiles are few: a camera's own, a screen's, a press's.
    private static let keptCount = 12
    /// The latest last.
    private static let kept = Mutex<[(key: Key, conversion: ColorConversion)]>([])

    /// The conversion of such samples. Never fails: what cannot be understood is sRGB, with a warning.
    static func conversion(
        from source: ColorSource, of model: Raster.Model, bits: Int
    ) -> ColorConversion {
        if source == .sRGB, !model.isCMYK { return untouched }
        let key = Key(source: source, model: model, bits: bits)
        if let known = kept.withLock({ kept in kept.last { $0.key == key }?.conversion }) { return known }
        let conversion = make(key)
        kept.withLock { kept in
            if kept.count >= keptCount { kept.removeFirst() }
            kept.append((key, conversion))
        }
        return conversion
    }

    private static let untouched = ColorConversion(.none)

    private static func make(_ key: Key) -> ColorConversion {
        switch key.source {
        case .sRGB: return ColorConversion(.ink)
        case .coded(let primaries, let transfer):
            guard !key.model.isCMYK, let shaper = ColorShaper(primaries, transfer, bits: key.bits) else {
                return fallback(key, warning: "its primary colours make no sense")
            }
            return ColorConversion(.shaper(shaper))
        case .profile(let bytes):
            guard let profile = ColorProfile(bytes: bytes) else {
                return fallback(key, warning: "its colour profile is damaged")
            }
            return make(key, profile)
        }
    }

    private static func make(_ key: Key, _ profile: ColorProfile) -> ColorConversion {
        let isFitting: Bool =
            switch profile.space {
            case .cmyk: key.model.isCMYK
            case .rgb, .grey: !key.model.isCMYK
            case .other: false
            }
        guard isFitting else {
            return fallback(key, warning: "its colour profile is for another kind of picture")
        }
        let conversion: ColorConversion
        if let shaper = ColorShaper(profile: profile, bits: key.bits) {
            conversion = ColorConversion(.shaper(shaper))
        } else if profile.space != .grey, let transform = transform(key, profile) {
            conversion = ColorConversion(.transform(transform))
        } else {
            return fallback(key, warning: "its colour profile is damaged")
        }
        return isSRGB(conversion, key) ? untouched : conversion
    }

    private static func fallback(_ key: Key, warning: String) -> ColorConversion {
        ColorConversion(key.model.isCMYK ? .ink : .none, warning: warning)
    }

    private static func transform(_ key: Key, _ profile: ColorProfile) -> cmsHTRANSFORM? {
        let isWide = key.bits > 8
        let format =
            switch key.model {
            case .rgb: isWide ? albumen_lcms_rgb16 : albumen_lcms_rgb8
            case .rgba, .rgbaPremultiplied: isWide ? albumen_lcms_rgba16 : albumen_lcms_rgba8
            case .cmyk: isWide ? albumen_lcms_cmyk16 : albumen_lcms_cmyk8
            case .cmykInverted: isWide ? albumen_lcms_cmyk16_inverted : albumen_lcms_cmyk8_inverted
            }
        guard let screen = ColorProfile.sRGB() else { return nil }
        return cmsCreateTransform(
            profile.handle, format, screen.handle,
            key.model.hasAlpha ? albumen_lcms_rgba8 : albumen_lcms_rgb8,
            cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
            cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | cmsFLAGS_COPY_ALPHA))
    }

    /// Whether a conversion changes no colour by more than a step: the profile is one of the many of sRGB.
    private static func isSRGB(_ conversion: ColorConversion, _ key: Key) -> Bool {
        guard !key.model.isCMYK else { return false }
        let steps = 9
        let levels = (0..<steps).map { $0 * 255 / (steps - 1) }
        let top = (1 << key.bits) - 1
        var codes: [UInt8] = []
        for red in levels {
            for green in levels {
                for blue in levels {
                    codes += [red, green, blue].map { UInt8($0) }
                    if key.model.hasAlpha { codes.append(255) }
                }
            }
        }
        let count = codes.count / key.model.channels
        let size = PixelSize(width: count, height: 1)
        var converted = [UInt8](repeating: 0, count: codes.count)
        let words = codes.map { UInt16((Int($0) * top + 127) / 255) }
        let isDone = codes.withUnsafeBytes { bytes in
            words.withUnsafeBytes { words in
                converted.withUnsafeMutableBufferPointer { target in
                    guard let base = (key.bits > 8 ? words : bytes).baseAddress,
                        let line = target.baseAddress
                    else { return false }
                    let raster = Raster(
                        base: base, size: size, stride: codes.count, model: key.model, bits: key.bits)
                    return (try? conversion.convert(raster, to: line, stride: codes.count)) != nil
                }
            }
        }
        return isDone && zip(codes, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}
