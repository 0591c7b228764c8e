// SPDX-License-Identifier: GPL-3.0-or-later
// CMYK that comes without a profile: offset printing on coated paper, reckoned with Neugebauer's equations (a halftone is
// a mean of the sixteen overprints of its inks, by area) and Yule and Nielsen's exponent of 2 for the dots' gain. That is
// a mean ΔE of 5 from the customary profiles, where one minus the ink is 19 from them.

import CShims

/// Converts ink to light.
enum InkColors {
    /// sRGB of the overprints: bit 0 is cyan, 1 magenta, 2 yellow, 3 black. Midway between what SWOP and FOGRA27 say.
    private static let overprints: [(Double, Double, Double)] = [
        (255, 255, 255), (0, 166, 232), (231, 0, 131), (34, 45, 139),
        (255, 240, 0), (0, 155, 67), (232, 14, 31), (42, 50, 49),
        (31, 27, 30), (0, 12, 34), (38, 0, 2), (4, 0, 7),
        (30, 30, 2), (0, 20, 1), (34, 3, 2), (0, 0, 0),
    ]

    /// Square roots of light, four floats an overprint.
    private static let roots: [Float] = overprints.flatMap { colour in
        [colour.0, colour.1, colour.2].map { Float(Transfer.sRGB.light($0 / 255).squareRoot()) } + [0]
    }

    static func convert(_ raster: Raster, to target: UnsafeMutablePointer<UInt8>, stride: Int) {
        var samples = raster.samples
        roots.withUnsafeBytes { roots in
            albumen_print(
                &samples, raster.model == .cmykInverted ? 1 : 0,
                roots.assumingMemoryBound(to: (Float, Float, Float, Float).self).baseAddress, SRGBCurve.codes,
                target, stride)
        }
    }
}
