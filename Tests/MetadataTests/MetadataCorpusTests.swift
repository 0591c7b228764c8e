// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of real files against exiftool's. The folder is named by ALBUMEN_CORPUS; see CorpusTests.

import Foundation
import TestSupport
import Testing

@testable import Metadata

@Suite("Facts of real files", .timeLimit(.minutes(30)))
struct MetadataCorpusTests {
    static let corpus = ProcessInfo.processInfo.environment["ALBUMEN_CORPUS"]

    /// By the end of the path, why we say something else than exiftool.
    private static let exceptions = [
        "Issue 356 (dotnet).png": "its XMP is no well-formed XML, which exiftool forgives and exiv2 does not",
        "buggy_panorama.jpg": "213 degrees north are nowhere",
        "SigmaDP2.x3f": "exiv2 knows no X3F; its JPEG beside it has the date",
    ]

    private struct Entry {
        let path: String
        let said: [String: Any]
        let facts: FileFacts
    }

    private static func entries(_ folder: String) throws -> [Entry] {
        let text = try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)
        return try text.split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let path = object?["path"] as? String, let said = object?["facts"] as? [String: Any],
                !path.hasPrefix("corrupt_hostile"), !exceptions.keys.contains(where: path.hasSuffix),
                let data = try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)),
                let facts = data.withUnsafeBytes({
                    path.hasSuffix(".xmp") ? sidecar($0) : try? MetadataReader.facts(of: $0)
                })
            else { return nil }
            return Entry(path: path, said: said, facts: facts)
        }
    }

    private static func sidecar(_ bytes: UnsafeRawBufferPointer) -> FileFacts? {
        SidecarReader.facts(of: bytes, SidecarQuestion(kind: .xmp, of: FileFacts(format: .jpeg)))
    }

    /// Compares one fact of all files that have it; at least so many have to.
    private func compare(_ name: String, atLeast count: Int, _ check: (Entry, Any) -> String?) throws {
        let entries = try Self.entries(#require(Self.corpus))
        var compared = 0
        for entry in entries {
            guard let said = entry.said[name] else { continue }
            compared += 1
            if let complaint = check(entry, said) { Issue.record("\(entry.path): \(complaint)") }
        }
        #expect(compared >= count)
    }

    private static let isThere = Comment("ALBUMEN_CORPUS names a folder of real files")

    @Test("Places", .enabled(if: corpus != nil, isThere))
    func places() throws {
        try compare("gps", atLeast: 10) { entry, said in
            guard let pair = said as? [Double], pair.count == 2 else { return nil }
            guard let place = entry.facts.location else {
                return pair == [0, 0] ? nil : "no place, exiftool \(pair)"
            }
            let isSame = abs(place.latitude - pair[0]) < 1e-4 && abs(place.longitude - pair[1]) < 1e-4
            return isSame ? nil : "\(place), exiftool \(pair)"
        }
    }

    @Test("Offsets", .enabled(if: corpus != nil, isThere))
    func offsets() throws {
        try compare("offset", atLeast: 5) { entry, said in
            guard let text = said as? String, let offset = TimeParser.offset(text), entry.said["dto"] != nil
            else { return nil }
            let ours = entry.facts.captureTime?.utcOffset
            return ours == offset ? nil : "\(String(describing: ours)), exiftool \(text)"
        }
    }

    @Test("Dates", .enabled(if: corpus != nil, isThere))
    func dates() throws {
        try compare("dto", atLeast: 100) { entry, said in
            guard let text = said as? String, let time = TimeParser.time(text, source: .exif) else {
                return nil
            }
            let ours = entry.facts.captureTime?.wallString
            return ours == time.wallString ? nil : "\(ours ?? "none"), exiftool \(text)"
        }
    }

    @Test("Ratings", .enabled(if: corpus != nil, isThere))
    func ratings() throws {
        try compare("rating", atLeast: 3) { entry, said in
            let rating = (said as? Int).flatMap { (1...5).contains($0) ? $0 : nil }
            return entry.facts.rating == rating
                ? nil : "\(String(describing: entry.facts.rating)), exiftool \(said)"
        }
    }

    @Test("Keywords", .enabled(if: corpus != nil, isThere))
    func keywords() throws {
        try compare("keywords", atLeast: 5) { entry, said in
            let words = Set((said as? [Any] ?? [said]).map { "\($0)".trimmingCharacters(in: .whitespaces) })
            let ours = Set(entry.facts.keywords)
            // Trees of keywords may add to the list.
            return words.subtracting([""]).isSubset(of: ours)
                ? nil : "\(ours.sorted()), exiftool \(words.sorted())"
        }
    }

    @Test("Faces", .enabled(if: corpus != nil, isThere))
    func faces() throws {
        try compare("faces", atLeast: 1) { entry, said in
            let faces = Set(said as? [String] ?? [said as? String ?? ""])
            let ours = entry.facts.people.map(\.name)
            return faces == Set(ours) ? nil : "\(ours), exiftool \(faces)"
        }
    }

    @Test("Live Photos' identifiers, and films inside photos", .enabled(if: corpus != nil, isThere))
    func films() throws {
        try compare("live_content_id", atLeast: 1) { entry, said in
            let ours = entry.facts.contentIdentifier
            return ours == said as? String ? nil : "\(ours ?? "none"), exiftool \(said)"
        }
        try compare("embedded_video_bytes", atLeast: 1) { entry, said in
            guard let length = said as? Int, length > 0 else { return nil }
            let ours = entry.facts.motionVideo?.length
            return ours == Int64(length) ? nil : "\(ours ?? 0) bytes, exiftool \(length)"
        }
    }
}
