// SPDX-License-Identifier: GPL-3.0-or-later
// An ICC profile, as Little CMS reads it. Parses untrusted bytes: runs in the decoder process.

import CLcms

/// A profile. One thread at a time.
final class ColorProfile {
    enum Space {
        case grey, rgb, cmyk, other
    }

    /// Ours; closed at the end.
    let handle: cmsHPROFILE

    /// Nil where the bytes are no profile.
    init?(bytes: [UInt8]) {
        guard let handle = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else { return nil }
        self.handle = handle
    }

    /// Of these primaries, with light for codes.
    init?(linear primaries: Primaries) {
        var white = cmsCIExyY(x: primaries.white.x, y: primaries.white.y, Y: 1)
        func colour(_ place: Chromaticity) -> cmsCIExyY { cmsCIExyY(x: place.x, y: place.y, Y: 1) }
        var colours = cmsCIExyYTRIPLE(
            Red: colour(primaries.red), Green: colour(primaries.green), Blue: colour(primaries.blue))
        // Copied into the profile, freed here.
        guard let line = cmsBuildGamma(nil, 1) else { return nil }
        defer { cmsFreeToneCurve(line) }
        let lines: [OpaquePointer?] = [line, line, line]
        guard let handle = cmsCreateRGBProfile(&white, &colours, lines) else { return nil }
        self.handle = handle
    }

    private init?(adopting handle: cmsHPROFILE?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit {
        cmsCloseProfile(handle)
    }

    static func sRGB() -> ColorProfile? { ColorProfile(adopting: cmsCreate_sRGBProfile()) }

    var space: Space {
        switch cmsGetColorSpace(handle) {
        case cmsSigGrayData: .grey
        case cmsSigRgbData: .rgb
        case cmsSigCmykData: .cmyk
        default: .other
        }
    }

    /// Whether the profile is curves and a matrix and nothing that would take precedence over them.
    var isMatrixShaper: Bool {
        cmsIsMatrixShaper(handle) != 0 && cmsIsTag(handle, cmsSigAToB0Tag) == 0
            && cmsIsTag(handle, cmsSigAToB1Tag) == 0 && cmsIsTag(handle, cmsSigDToB1Tag) == 0
    }

    /// What its red, green and blue are in CIE XYZ under D50.
    var colorants: ColorMatrix? {
        guard let red = colorant(cmsSigRedColorantTag), let green = colorant(cmsSigGreenColorantTag),
            let blue = colorant(cmsSigBlueColorantTag)
        else { return nil }
        return ColorMatrix(red: red, green: green, blue: blue)
    }

    private func colorant(_ tag: cmsTagSignature) -> SIMD3<Double>? {
        // Belongs to the profile.
        guard let value = cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else {
            return nil
        }
        return SIMD3(value.X, value.Y, value.Z)
    }

    /// Light by code, both 0…1, of each channel; of the one channel of grey, three times.
    var curves: [(Double) -> Double]? {
        let tags =
            space == .grey
            ? [cmsSigGrayTRCTag, cmsSigGrayTRCTag, cmsSigGrayTRCTag]
            : [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
        let curves = tags.compactMap { cmsReadTag(handle, $0) }
        guard curves.count == tags.count else { return nil }
        // They belong to the profile, which the closures hold.
        return curves.map { curve in
            { [self] code in
                withExtendedLifetime(self) {
                    Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float(code)))
                }
            }
        }
    }
}
