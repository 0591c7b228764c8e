// SPDX-License-Identifier: GPL-3.0-or-later
// Real files with facts that exiftool, ffprobe and libvips read. The folder is named by ALBUMEN_CORPUS.

import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct CorpusTests {
    static let corpus = ProcessInfo.processInfo.environment["ALBUMEN_CORPUS"]
    private static let verdicts: Set = [
        "imported", "duplicate", "unsupported", "corrupt", "unreadable", "noSpace", "skipped",
    ]

    struct Entry {
        let path: String
        let facts: [String: Any]
    }

    private static func manifest(_ folder: String) throws -> [Entry] {
        let text = try String(contentsOfFile: folder + "/manifest.jsonl", encoding: .utf8)
        return try text.split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let path = object?["path"] as? String, let facts = object?["facts"] as? [String: Any] else {
                return nil
            }
            return Entry(path: path, facts: facts)
        }
    }

    @Test(.enabled(if: corpus != nil, "ALBUMEN_CORPUS names a folder of real files"))
    func everyFileHasAVerdictAndJPEGsAgreeWithExiftool() async throws {
        // Given the real files
        let folder = try #require(Self.corpus)
        let entries = try Self.manifest(folder)
        let ctl = Albumenctl()
        // When all are imported in place
        let answer = try await ctl.run(
            ["import", "--json", "--reference", folder].map { Array($0.utf8) })
        // Then it ended by itself, with a verdict for each
        #expect(answer.status == 0 || answer.status == 1)
        let byPath = try Dictionary(
            answer.objects.map { ($0["path"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        for entry in entries {
            let verdict = byPath[folder + "/" + entry.path]?["verdict"] as? String
            #expect(verdict.map(Self.verdicts.contains) == true, "\(entry.path): \(verdict ?? "none")")
        }
        // And what is said of JPEG files is what exiftool says
        let assets = try await Dictionary(
            ctl.run("assets", "--json").objects.map { ($0["path"] as? String ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
        var compared = 0
        for entry in entries where entry.facts["type"] as? String == "JPEG" {
            guard let asset = assets[folder + "/" + entry.path] else {
                let verdict = byPath[folder + "/" + entry.path]?["verdict"] as? String
                #expect(verdict == "duplicate", "\(entry.path): no asset, \(verdict ?? "no verdict")")
                continue
            }
            compared += 1
            check(asset, entry)
        }
        #expect(compared > 100)
    }

    private func check(_ asset: [String: Any], _ entry: Entry) {
        let state = asset["state"] as? String
        if state == "ok" { #expect(asset["mediaType"] as? String == "image", "\(entry.path)") }
        if state == "ok", let stored = entry.facts["stored"] as? String {
            let size = stored.split(separator: "x").compactMap { Int($0) }
            let turns = (5...8).contains(entry.facts["exif_orient"] as? Int ?? 1)
            let shown = turns ? [size[1], size[0]] : size
            #expect([asset["pixelWidth"] as? Int, asset["pixelHeight"] as? Int] == shown, "\(entry.path)")
        }
        if let date = entry.facts["dto"] as? String, let expected = Self.wallTime(date) {
            #expect(asset["captureTime"] as? String == expected, "\(entry.path): \(date)")
        }
    }

    /// EXIF's `2021:06:12 10:11:12` as ISO 8601; nil where it is no time.
    private static func wallTime(_ exif: String) -> String? {
        let numbers = exif.split(whereSeparator: { " :".contains($0) }).compactMap { Int($0) }
        guard exif.count == 19, numbers.count == 6, numbers[0] > 0, (1...12).contains(numbers[1]),
            (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
        else { return nil }
        return String(exif.prefix(10)).replacingOccurrences(of: ":", with: "-") + "T" + exif.suffix(8)
    }
}
