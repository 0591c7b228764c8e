// SPDX-License-Identifier: GPL-3.0-or-later
// How far two pictures are from each other, for an eye: ΔE (CIE 1976) of sRGB colours.

import Foundation
import Imaging

/// A colour in CIE L*a*b* under D65.
struct Lab {
    let lightness: Double
    let a: Double
    let b: Double

    /// Of sRGB codes.
    init(_ red: Double, _ green: Double, _ blue: Double) {
        func light(_ code: Double) -> Double {
            let c = code / 255
            return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
        }
        func root(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
        let linear: SIMD3<Double> = [light(red), light(green), light(blue)]
        let x = root((linear * [0.4124564, 0.3575761, 0.1804375]).sum() / 0.95047)
        let y = root((linear * [0.2126729, 0.7151522, 0.0721750]).sum())
        let z = root((linear * [0.0193339, 0.1191920, 0.9503041]).sum() / 1.08883)
        lightness = 116 * y - 16
        a = 500 * (x - y)
        self.b = 200 * (y - z)
    }

    func distance(to other: Lab) -> Double {
        sqrt(
            pow(lightness - other.lightness, 2) + pow(a - other.a, 2) + pow(b - other.b, 2))
    }
}

/// Opaque RGB codes without gaps.
struct Codes: Equatable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// A picture laid on white.
    init(_ pixels: PixelBuffer) {
        let channels = pixels.layout.bytesPerPixel
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.width * pixels.height * 3)
        pixels.withUnsafeBytes { source in
            for y in 0..<pixels.height {
                for x in 0..<pixels.width {
                    let offset = y * pixels.stride + x * channels
                    let white = channels == 4 ? 255 - Int(source[offset + 3]) : 0
                    for c in 0..<3 { bytes.append(UInt8(min(255, Int(source[offset + c]) + white))) }
                }
            }
        }
        self.init(width: pixels.width, height: pixels.height, bytes: bytes)
    }

    /// How the means of `blocks` × `blocks` areas differ: blind to how edges were resampled, not to colour or place.
    func distance(to other: Codes, blocks: Int = 16) -> (mean: Double, worst: Double) {
        guard width == other.width, height == other.height else { return (.infinity, .infinity) }
        let columns = min(blocks, width)
        let rows = min(blocks, height)
        var distances: [Double] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let ys = (row * height / rows)..<((row + 1) * height / rows)
                let xs = (column * width / columns)..<((column + 1) * width / columns)
                distances.append(mean(xs, ys).distance(to: other.mean(xs, ys)))
            }
        }
        return (distances.reduce(0, +) / Double(distances.count), distances.max() ?? 0)
    }

    private func mean(_ xs: Range<Int>, _ ys: Range<Int>) -> Lab {
        var sums = [0.0, 0.0, 0.0]
        for y in ys {
            for x in xs { for c in 0..<3 { sums[c] += Double(bytes[(y * width + x) * 3 + c]) } }
        }
        let count = Double(xs.count * ys.count)
        return Lab(sums[0] / count, sums[1] / count, sums[2] / count)
    }

    /// Peak signal to noise, in decibels; infinite for equal pictures.
    func psnr(to other: Codes) -> Double {
        guard bytes.count == other.bytes.count, !bytes.isEmpty else { return 0 }
        let sum = zip(bytes, other.bytes).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / sum)
    }
}
