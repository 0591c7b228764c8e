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

    var playbackVariation: PlaybackVariation {
        if contains(.longExposure) { return .longExposure }
        if contains(.mirror) { return .mirror }
        return contains(.autoloop) ? .autoloop : .none
    }

    /// What the file proves.
    init(_ facts: FileFacts) {
        self = facts.format.isRaw ? .raw : []
        if facts.isSelfPortrait { insert(.selfPortrait) }
        if facts.isBurstPrimary { insert(.burstRepresentative) }
        switch facts.playbackVariation {
        case .none: break
        case .autoloop: insert(.autoloop)
        case .mirror: insert(.mirror)
        case .longExposure: insert(.longExposure)
        }
    }

    init(rawValue: Int64) { self.rawValue = rawValue }
}
