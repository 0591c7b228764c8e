// SPDX-License-Identifier: GPL-3.0-or-later
// High dynamic range on a screen without it. What is no brighter than paper stays as it is; what is brighter is
// compressed by the EETF of Report ITU-R BT.2390 (section 5.4.1) into what is left, one factor for all channels.

import CShims
import Glibc

/// Light in candela per square metre, and how much of it a screen gets.
enum ToneMapping {
    /// Of diffuse white, by Report ITU-R BT.2408: what becomes the screen's white.
    static let referenceWhite = 203.0
    /// Assumed where a file does not say how bright it gets: what HDR is customarily mastered for, and the nominal peak
    /// of HLG.
    static let customaryPeak = 1000.0
    /// Of code 1 in ST 2084.
    static let quantizerPeak = 10_000.0

    // ST 2084's own constants.
    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    /// ST 2084's EOTF: light by code, as a part of `quantizerPeak`.
    static func quantizerLight(_ code: Double) -> Double {
        let power = pow(max(code, 0), 1 / m2)
        return pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    /// Its inverse.
    static func quantizerCode(_ light: Double) -> Double {
        let power = pow(max(light, 0), m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// STD-B67's inverse OETF: light of the scene, 0…1, by code.
    static func logGammaLight(_ code: Double) -> Double {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
    }

    /// The gamma of HLG's OOTF on a screen of `customaryPeak` (Recommendation ITU-R BT.2100).
    static let systemGamma = 1.2

    /// What `light` of a picture that reaches `peak` becomes on a screen that reaches `referenceWhite`.
    static func compressed(_ light: Double, peak: Double) -> Double {
        let top = quantizerCode(peak / quantizerPeak)
        let limit = quantizerCode(referenceWhite / quantizerPeak) / top
        guard limit < 1 else { return light }
        let knee = 1.5 * limit - 0.5
        let code = min(quantizerCode(light / quantizerPeak) / top, 1)
        guard code > knee else { return light }
        let t = (code - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        let mapped =
            (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * limit
        return quantizerLight(mapped * top) * quantizerPeak
    }

    /// What a transfer's light is multiplied by, so that 1 is the screen's white; nil where 1 already is. By the square
    /// root of light in `albumen_gain_steps`: of the brightest channel for PQ, of the luminance for HLG, whose OOTF
    /// depends on it.
    static func gain(of transfer: Transfer) -> [Float]? {
        let lights = (0..<Int(albumen_gain_steps)).map { step in
            let root = Double(max(step, 1)) / Double(albumen_gain_steps - 1)
            return root * root
        }
        switch transfer {
        case .sRGB, .gamma: return nil
        case .perceptualQuantizer(let peak):
            return lights.map {
                Float(compressed($0 * quantizerPeak, peak: peak) / referenceWhite / $0)
            }
        case .hybridLogGamma:
            return lights.map {
                let light = pow($0, systemGamma) * customaryPeak
                return Float(compressed(light, peak: customaryPeak) / referenceWhite / $0)
            }
        }
    }
}

extension Transfer {
    /// Light by code, both 0…1.
    func light(_ code: Double) -> Double {
        switch self {
        case .sRGB: code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
        case .gamma(let exponent): pow(code, exponent)
        case .perceptualQuantizer: ToneMapping.quantizerLight(code)
        case .hybridLogGamma: ToneMapping.logGammaLight(code)
        }
    }
}
