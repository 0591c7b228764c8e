// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says about the meaning of its colours.

/// Where a white or a primary colour lies on the CIE 1931 diagram.
struct Chromaticity: Hashable {
    let x: Double
    let y: Double
}

/// The white and the primary colours of an RGB space.
struct Primaries: Hashable {
    let white: Chromaticity
    let red: Chromaticity
    let green: Chromaticity
    let blue: Chromaticity

    private init(_ white: Chromaticity, _ colours: [Double]) {
        self.white = white
        red = Chromaticity(x: colours[0], y: colours[1])
        green = Chromaticity(x: colours[2], y: colours[3])
        blue = Chromaticity(x: colours[4], y: colours[5])
    }

    /// White, red, green and blue, x before y, as PNG's cHRM has them. Nil where they span no colours.
    init?(coordinates: [Double]) {
        guard coordinates.count == 8, coordinates.allSatisfy({ (-1...2).contains($0) }), coordinates[1] > 0
        else { return nil }
        let (red, green, blue) = (coordinates[2...3], coordinates[4...5], coordinates[6...7])
        let area =
            (green[4] - red[2]) * (blue[7] - red[3]) - (blue[6] - red[2]) * (green[5] - red[3])
        guard abs(area) > 1e-4 else { return nil }
        self.init(Chromaticity(x: coordinates[0], y: coordinates[1]), Array(coordinates[2...]))
    }

    /// Whether they differ by no more than writers round.
    func isClose(to other: Primaries) -> Bool {
        let pairs = [(white, other.white), (red, other.red), (green, other.green), (blue, other.blue)]
        return pairs.allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
    }

    private static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
    private static let illuminantC = Chromaticity(x: 0.310, y: 0.316)

    static let sRGB = Primaries(d65, [0.640, 0.330, 0.300, 0.600, 0.150, 0.060])
    static let adobeRGB = Primaries(d65, [0.640, 0.330, 0.210, 0.710, 0.150, 0.060])
    static let displayP3 = Primaries(d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    static let rec2020 = Primaries(d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])

    /// By code point of ITU-T H.273 (`ColourPrimaries`); nil for what is unspecified or unknown.
    init?(code: Int) {
        switch code {
        case 1: self = .sRGB
        case 4: self.init(Self.illuminantC, [0.67, 0.33, 0.21, 0.71, 0.14, 0.08])
        case 5: self.init(Self.d65, [0.64, 0.33, 0.29, 0.60, 0.15, 0.06])
        case 6, 7: self.init(Self.d65, [0.630, 0.340, 0.310, 0.595, 0.155, 0.070])
        case 8: self.init(Self.illuminantC, [0.681, 0.319, 0.243, 0.692, 0.145, 0.049])
        case 9: self = .rec2020
        case 11:
            self.init(
                Chromaticity(x: 0.314, y: 0.351), [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
        case 12: self = .displayP3
        case 22: self.init(Self.d65, [0.630, 0.340, 0.295, 0.605, 0.155, 0.077])
        default: return nil
        }
    }
}

/// How codes stand for light.
enum Transfer: Hashable {
    case sRGB
    /// Light is the code to this power.
    case gamma(Double)
    /// SMPTE ST 2084; the light, in candela per square metre, that nothing in the picture exceeds.
    case perceptualQuantizer(peak: Double)
    /// ARIB STD-B67.
    case hybridLogGamma

    /// By code point of ITU-T H.273 (`TransferCharacteristics`). The cameras' curves of BT.601, BT.709 and BT.2020 are
    /// shown as sRGB, as every browser does: pictures were judged on screens that are close to it.
    init(code: Int, peak: Double = ToneMapping.customaryPeak) {
        switch code {
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 8: self = .gamma(1)
        case 16: self = .perceptualQuantizer(peak: peak)
        case 18: self = .hybridLogGamma
        default: self = .sRGB
        }
    }
}

/// What a file says about the meaning of its colours. CMYK without a profile is `sRGB`, which says nothing.
enum ColorSource: Hashable {
    case sRGB
    /// The bytes of an ICC profile.
    case profile([UInt8])
    case coded(Primaries, Transfer)

    /// By code points of ITU-T H.273; what is unspecified is sRGB's.
    init(primariesCode: Int, transferCode: Int, peak: Double = ToneMapping.customaryPeak) {
        let primaries = Primaries(code: primariesCode) ?? .sRGB
        let transfer = Transfer(code: transferCode, peak: peak)
        self = primaries == .sRGB && transfer == .sRGB ? .sRGB : .coded(primaries, transfer)
    }

    /// Adobe RGB (1998), whose exponent is 2 and 51⁄256.
    static let adobeRGB = ColorSource.coded(.adobeRGB, .gamma(2.19921875))
}
