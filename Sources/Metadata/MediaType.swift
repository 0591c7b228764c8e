// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds and sub-kinds of media, with PhotoKit's raw values. They are stored: never renumber.

/// What kind of media a file holds.
public enum MediaType: Int, Sendable, Codable, Hashable, CaseIterable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3
}

/// What a photo or video is beside its kind. Bits that are not known here are kept.
public struct MediaSubtypes: OptionSet, Sendable, Codable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let panorama = MediaSubtypes(rawValue: 1 << 0)
    public static let hdr = MediaSubtypes(rawValue: 1 << 1)
    public static let screenshot = MediaSubtypes(rawValue: 1 << 2)
    public static let live = MediaSubtypes(rawValue: 1 << 3)
    public static let depthEffect = MediaSubtypes(rawValue: 1 << 4)
    public static let animated = MediaSubtypes(rawValue: 1 << 6)
    public static let spatial = MediaSubtypes(rawValue: 1 << 10)
    public static let streamed = MediaSubtypes(rawValue: 1 << 16)
    public static let highFrameRate = MediaSubtypes(rawValue: 1 << 17)
    public static let timelapse = MediaSubtypes(rawValue: 1 << 18)
    public static let screenRecording = MediaSubtypes(rawValue: 1 << 19)
    public static let cinematic = MediaSubtypes(rawValue: 1 << 21)

    /// The names as `albumenctl` writes them, in the order of the bits.
    public var names: [String] {
        Self.named.filter { contains($0.0) }.map(\.1)
    }

    /// The subtype of a name, or nil.
    public init?(name: String) {
        guard let match = Self.named.first(where: { $0.1 == name }) else { return nil }
        self = match.0
    }

    private static let named: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.live, "live"),
        (.depthEffect, "depthEffect"), (.animated, "animated"), (.spatial, "spatial"),
        (.streamed, "streamed"), (.highFrameRate, "highFrameRate"), (.timelapse, "timelapse"),
        (.screenRecording, "screenRecording"), (.cinematic, "cinematic"),
    ]
}
