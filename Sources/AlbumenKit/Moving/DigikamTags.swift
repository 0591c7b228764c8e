// SPDX-License-Identifier: GPL-3.0-or-later
// digiKam's tree of tags: people's keywords, people, labels, and what digiKam keeps for itself.

import Foundation
import Metadata
import SQLite

/// What each tag stands for.
struct DigikamTags {
    enum Kind: Equatable {
        case keyword(String)
        case person(String)
        /// A face that has no name, or one that nobody confirmed.
        case unnamedPerson
        case colorLabel
        case pickLabel
        /// digiKam's own.
        case other
    }

    private var kinds: [Int64: Kind] = [:]

    private struct Tag {
        var parent: Int64
        var name: String
    }

    /// Above these nothing is a person's own tag.
    private static let internalRoots: Set<String> = ["_Digikam_Internal_Tags_", "_Digikam_root_tag_"]
    private static let unnamed: Set<String> = ["unknownPerson", "unconfirmedPerson", "ignoredPerson"]
    private static let noColor = "Color Label None"
    private static let noPick = "Pick Label None"

    /// Reads the tree, whatever shape it is in. Blocking.
    init(_ database: ForeignDatabase) throws {
        var tags: [Int64: Tag] = [:]
        var properties: [Int64: [String: String]] = [:]
        let hasProperties = try database.has("TagProperties")
        if hasProperties { try database.require("TagProperties", "tagid", "property", "value") }
        try database.read { connection in
            try connection.forEach("SELECT id, pid, name FROM Tags") { row in
                tags[row.int64(0)] = Tag(parent: row.int64(1), name: row.string(2))
            }
            guard hasProperties else { return }
            try connection.forEach("SELECT tagid, property, value FROM TagProperties") { row in
                properties[row.int64(0), default: [:]][row.string(1)] = row.string(2)
            }
        }
        for (id, tag) in tags {
            kinds[id] = Self.kind(
                of: tag, properties[id] ?? [:], isInternal: Self.isInternal(id, tags, properties))
        }
    }

    func kind(of tag: Int64) -> Kind { kinds[tag] ?? .other }

    private static func kind(of tag: Tag, _ properties: [String: String], isInternal: Bool) -> Kind {
        if !unnamed.isDisjoint(with: properties.keys) { return .unnamedPerson }
        if isInternal {
            if tag.name.hasPrefix("Color Label "), tag.name != noColor { return .colorLabel }
            if tag.name.hasPrefix("Pick Label "), tag.name != noPick { return .pickLabel }
            return .other
        }
        if let person = properties["person"] {
            return (person.foreignText ?? tag.name.foreignText).map { .person($0) } ?? .other
        }
        return tag.name.foreignText.map { .keyword($0) } ?? .other
    }

    /// Whether a tag, or one above it, is digiKam's own. Parents that go round in a circle end at the first that was met
    /// before.
    private static func isInternal(
        _ tag: Int64, _ tags: [Int64: Tag], _ properties: [Int64: [String: String]]
    ) -> Bool {
        var met: Set<Int64> = []
        var next = tag
        while let found = tags[next], met.insert(next).inserted {
            if internalRoots.contains(found.name) || properties[next]?["internalTag"] != nil { return true }
            next = found.parent
        }
        return false
    }

    /// `<rect x="10" y="20" width="30" height="40"/>`: pixels of the picture as digiKam shows it, turned as EXIF says.
    static func rectangle(_ text: String) -> PixelRect? {
        guard text.contains("<rect") else { return nil }
        let numbers = ["x", "y", "width", "height"].compactMap { name -> Int? in
            guard let start = text.range(of: " \(name)=\"") else { return nil }
            return Int(text[start.upperBound...].prefix { $0 != "\"" })
        }
        let possible = -1_000_000...1_000_000
        guard numbers.count == 4, numbers.allSatisfy(possible.contains) else { return nil }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
