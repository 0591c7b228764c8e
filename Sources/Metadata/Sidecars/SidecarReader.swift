// SPDX-License-Identifier: GPL-3.0-or-later
// What a sidecar says, as facts of the photo that it lies beside. Parses untrusted bytes, and so runs in the decoder
// process.

import Foundation

/// Which sidecar of what photo.
public struct SidecarQuestion: Sendable, Codable, Hashable {
    public var kind: SidecarKind
    /// How the photo's stored pixels are turned: regions in its XMP are of the stored picture.
    public var orientation: Orientation
    public var storedSize: PixelSize

    public init(kind: SidecarKind, of facts: FileFacts) {
        self.kind = kind
        orientation = facts.orientation
        storedSize = facts.storedSize
    }
}

/// Reads facts out of sidecars.
public enum SidecarReader {
    /// Bytes; larger ones are none.
    public static let longest: Int64 = 16 << 20

    /// Nil where the bytes are no sidecar of the kind.
    public static func facts(of bytes: UnsafeRawBufferPointer, _ question: SidecarQuestion) -> FileFacts? {
        guard bytes.count <= Int(longest) else { return nil }
        var facts = FileFacts(format: .unknown)
        facts.storedSize = question.storedSize
        let isRead =
            switch question.kind {
            case .xmp: readXMP(bytes, question.orientation, &facts)
            case .takeout: TakeoutReader.read(bytes, &facts)
            case .adjustments: readAdjustments(bytes, &facts)
            }
        return isRead ? facts.bounded() : nil
    }

    private static func readXMP(
        _ bytes: UnsafeRawBufferPointer, _ orientation: Orientation, _ facts: inout FileFacts
    ) -> Bool {
        guard let document = ExivDocument(bytes) else { return false }
        ExivFacts(document: document, orientation: orientation).describe(&facts)
        facts.captureTime?.source = .sidecar
        if facts.captureTime?.utcOffset != nil { facts.captureTime?.offsetSource = .sidecar }
        return true
    }

    /// A property list that says which program edited the photo. Of what the edit is, only slow motion is understood.
    private static func readAdjustments(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) -> Bool {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        guard let list = list as? [String: Any],
            let format = list["adjustmentFormatIdentifier"] as? String
        else { return false }
        if format == "com.apple.video.slomo" {
            facts.note(.slomoVideos, .certain, "an edit of com.apple.video.slomo", by: .sidecar)
        }
        return true
    }
}

extension FileFacts {
    /// These facts with what a sidecar says. An XMP file is where people keep what they do not want in the photo, and so
    /// its words are the later ones. Takeout's are Google's, and only fill gaps. No time in a sidecar is better than the
    /// camera's.
    public func adding(_ other: FileFacts, from kind: SidecarKind) -> FileFacts {
        var facts = self
        let isLater = kind == .xmp
        func take<T>(_ mine: T?, _ theirs: T?) -> T? { isLater ? theirs ?? mine : mine ?? theirs }
        facts.rating = take(rating, other.rating)
        facts.title = take(title, other.title)
        facts.caption = take(caption, other.caption)
        facts.location = take(location, other.location)
        if other.place.title != nil, isLater || place.title == nil { facts.place = other.place }
        if !other.keywords.isEmpty, isLater || keywords.isEmpty { facts.keywords = other.keywords }
        if !other.people.isEmpty, isLater || people.isEmpty { facts.people = other.people }
        if captureTime == nil || captureTime?.source == .fileName || captureTime?.source == .file {
            facts.captureTime = other.captureTime ?? captureTime
        }
        for found in other.evidence where found.detector == .sidecar {
            facts.note(found.trait, found.confidence, found.words, by: .sidecar)
        }
        return facts
    }
}
