// SPDX-License-Identifier: GPL-3.0-or-later
// What smart albums need to know of an asset besides its type and subtypes. Raw values are stored.

import Metadata

/// Bits of `asset.traits`: the judgement that stands, whoever made it; the `trait` table has the evidence.
struct AssetTraits: OptionSet, Sendable, Hashable {
    let rawValue: Int64

    static let raw = AssetTraits(rawValue: 1 << 0)
    static let selfPortrait = AssetTraits(rawValue: 1 << 1)
    static let longExposure = AssetTraits(rawValue: 1 << 2)
    static let burstRepresentative = AssetTraits(rawValue: 1 << 3)
    static let autoloop = AssetTraits(rawValue: 1 << 4)
    static let mirror = AssetTraits(rawValue: 1 << 5)
    /// Beside `burstRepresentative`: the person chose it.
    static let chosenForBurst = AssetTraits(rawValue: 1 << 6)

    /// Which photo stands for its burst: nothing that reading its file again finds out.
    static let ofBurst: AssetTraits = [.burstRepresentative, .chosenForBurst]

    var playbackVariation: PlaybackVariation {
        if contains(.longExposure) { return .longExposure }
        if contains(.mirror) { return .mirror }
        return contains(.autoloop) ? .autoloop : .none
    }

    /// What the file proves.
    init(_ facts: FileFacts) {
        self = facts.format.isRaw ? .raw : []
        for found in facts.evidence where found.trait != .bursts { formUnion(AssetTraits(found.trait)) }
        switch facts.playbackVariation {
        case .autoloop: insert(.autoloop)
        case .mirror: insert(.mirror)
        case .none, .longExposure: break
        }
    }

    /// The bit of a trait that no subtype stands for; none for others.
    init(_ trait: PhotoTrait) {
        switch trait {
        case .raw: self = .raw
        case .selfPortraits: self = .selfPortrait
        case .longExposures: self = .longExposure
        case .bursts: self = .burstRepresentative
        default: self = []
        }
    }

    init(rawValue: Int64) { self.rawValue = rawValue }
}
