// SPDX-License-Identifier: GPL-3.0-or-later
// The conversion that nearly every picture needs that needs one: a curve a channel, a matrix, sRGB's curve. Little CMS
// reads the profile; the loop is ours (`albumen_shape`), because Little CMS's own costs as much as decoding does.

import CShims
import Glibc

/// Tables for `albumen_shape`, for samples of so many bits.
///
/// `@unchecked Sendable`: written by the initialiser and never after.
final class ColorShaper: @unchecked Sendable {
    private let curves: [UnsafeMutablePointer<Float>]
    /// For bytes without gain.
    private let products: [UnsafeMutablePointer<Float>]
    private let gain: UnsafeMutablePointer<Float>?
    private let tables: UnsafeMutablePointer<albumen_shaper>

    /// `curves` are light by code, `matrix` is from that light to linear sRGB.
    init(
        curves: [(Double) -> Double], matrix: ColorMatrix, bits: Int, gain: [Float]? = nil,
        luminance: SIMD3<Double> = .zero
    ) {
        let count = 1 << bits
        self.curves = curves.map { curve in
            let table = UnsafeMutablePointer<Float>.allocate(capacity: count)
            for code in 0..<count {
                let light = curve(Double(code) / Double(count - 1))
                table[code] = light.isFinite ? Float(light) : 0
            }
            return table
        }
        self.gain = gain.map { values in
            let table = UnsafeMutablePointer<Float>.allocate(capacity: values.count)
            table.initialize(from: values, count: values.count)
            return table
        }
        let columns = [matrix.red, matrix.green, matrix.blue].map(Self.column)
        products = bits > 8 || gain != nil ? [] : zip(self.curves, columns).map(Self.products)
        tables = .allocate(capacity: 1)
        tables.initialize(
            to: albumen_shaper(
                curve: (
                    UnsafePointer(self.curves[0]), UnsafePointer(self.curves[1]),
                    UnsafePointer(self.curves[2])
                ),
                column: (columns[0], columns[1], columns[2]),
                product: (product(0), product(1), product(2)),
                encode: SRGBCurve.codes, gain: UnsafePointer(self.gain),
                luminance: (Float(luminance.x), Float(luminance.y), Float(luminance.z))))
    }

    deinit {
        for table in curves + products { table.deallocate() }
        gain?.deallocate()
        tables.deallocate()
    }

    private func product(_ channel: Int) -> UnsafePointer<Float>? {
        products.isEmpty ? nil : UnsafePointer(products[channel])
    }

    private static func products(
        of curve: UnsafeMutablePointer<Float>, _ column: (Float, Float, Float, Float)
    ) -> UnsafeMutablePointer<Float> {
        let table = UnsafeMutablePointer<Float>.allocate(capacity: 256 * 4)
        for code in 0..<256 {
            for (place, part) in [column.0, column.1, column.2, column.3].enumerated() {
                table[code * 4 + place] = curve[code] * part
            }
        }
        return table
    }

    private static func column(_ light: SIMD3<Double>) -> (Float, Float, Float, Float) {
        let scaled = light * Double(albumen_shaper_steps)
        return (Float(scaled.x), Float(scaled.y), Float(scaled.z), 0)
    }

    /// Nil where the profile is no matter of curves and a matrix.
    convenience init?(profile: ColorProfile, bits: Int) {
        guard let curves = profile.curves else { return nil }
        switch profile.space {
        case .grey: self.init(curves: curves, matrix: .identity, bits: bits)
        case .rgb:
            guard profile.isMatrixShaper, let colorants = profile.colorants, let screen = Self.screen else {
                return nil
            }
            self.init(curves: curves, matrix: screen * colorants, bits: bits)
        default: return nil
        }
    }

    /// Nil where the primaries span no colours.
    convenience init?(_ primaries: Primaries, _ transfer: Transfer, bits: Int) {
        guard let colorants = ColorProfile(linear: primaries)?.colorants, let screen = Self.screen else {
            return nil
        }
        let luminance = SIMD3(colorants.red.y, colorants.green.y, colorants.blue.y)
        self.init(
            curves: Array(repeating: transfer.light, count: 3), matrix: screen * colorants, bits: bits,
            gain: ToneMapping.gain(of: transfer), luminance: transfer == .hybridLogGamma ? luminance : .zero)
    }

    /// From CIE XYZ under D50 to linear sRGB.
    private static let screen = ColorProfile.sRGB()?.colorants?.inverse

    func convert(_ raster: Raster, to target: UnsafeMutablePointer<UInt8>, stride: Int) {
        var samples = raster.samples
        albumen_shape(&samples, tables, target, stride)
    }
}

/// sRGB's codes by linear light.
enum SRGBCurve {
    /// `albumen_shaper_steps` + 1 codes.
    ///
    /// `nonisolated(unsafe)`: written here once, only read afterwards, never freed.
    nonisolated(unsafe) static let codes: UnsafePointer<UInt8> = {
        let count = Int(albumen_shaper_steps)
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
        for step in 0...count { table[step] = UInt8((code(Double(step) / Double(count)) * 255).rounded()) }
        return UnsafePointer(table)
    }()

    private static func code(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
