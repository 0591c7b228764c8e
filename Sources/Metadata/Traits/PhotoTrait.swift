// SPDX-License-Identifier: GPL-3.0-or-later
// What a file shows of the smart albums that it belongs to, how surely, and by what.

/// A smart album that evidence in files fills. Raw values are stored: the albums' names as `albumenctl` writes them.
public enum PhotoTrait: String, Sendable, Codable, Hashable, CaseIterable {
    case panoramas, timelapses, bursts, slomoVideos, selfPortraits, screenshots, depthEffect, livePhotos
    case animated, longExposures, raw, cinematic, spatial, screenRecordings
    /// No album: PhotoKit's subtype of a picture merged of several exposures.
    case hdr

    /// The subtype that stands for it; empty where none does.
    public var subtype: MediaSubtypes {
        switch self {
        case .panoramas: .panorama
        case .timelapses: .timelapse
        case .slomoVideos: .highFrameRate
        case .screenshots: .screenshot
        case .depthEffect: .depthEffect
        case .livePhotos: .live
        case .animated: .animated
        case .cinematic: .cinematic
        case .spatial: .spatial
        case .screenRecordings: .screenRecording
        case .hdr: .hdr
        case .bursts, .selfPortraits, .longExposures, .raw: []
        }
    }
}

/// What judges files. Raw values are stored.
public enum Detector: String, Sendable, Codable, Hashable, CaseIterable {
    /// What is in the file.
    case content
    /// Its name, its folder and its extended attributes.
    case name
    /// The files beside it that say more of it.
    case sidecar

    /// Raised when the detector gets better.
    public var version: Int {
        switch self {
        case .content: 5
        case .name: 2
        case .sidecar: 1
        }
    }
}

/// Grows when any detector gets better: files judged by an older one are read again.
public enum DetectorVersion {
    public static let current = Detector.allCases.reduce(0) { $0 + $1.version }
}

/// How surely a trait follows from its evidence. Raw values are stored, from 0 to 1.
public enum Confidence: Double, Sendable, Codable, Hashable {
    /// Sufficient alone.
    case certain = 1
    /// Good, where nothing speaks against it.
    case likely = 0.8
}

/// Why a file has a trait.
public struct TraitEvidence: Sendable, Hashable, Codable {
    public var trait: PhotoTrait
    public var detector: Detector
    public var confidence: Confidence
    /// For people who ask: `EXIF CustomRendered 6`.
    public var words: String
}

extension FileFacts {
    public func has(_ trait: PhotoTrait) -> Bool { evidence.contains { $0.trait == trait } }

    /// Believes in a trait. Of what one detector finds, the surest stays.
    package mutating func note(
        _ trait: PhotoTrait, _ confidence: Confidence, _ words: String, by detector: Detector = .content
    ) {
        subtypes.formUnion(trait.subtype)
        let known = evidence.firstIndex { $0.trait == trait && $0.detector == detector }
        let new = TraitEvidence(trait: trait, detector: detector, confidence: confidence, words: words)
        if let known {
            if evidence[known].confidence.rawValue < confidence.rawValue { evidence[known] = new }
        } else {
            evidence.append(new)
        }
    }

    /// Takes back what something else in the file rules out.
    mutating func veto(_ trait: PhotoTrait) {
        evidence.removeAll { $0.trait == trait }
        subtypes.subtract(trait.subtype)
    }
}
