// SPDX-License-Identifier: GPL-3.0-or-later
// Real files of other people's cameras and fuzzers, with the facts that exiftool and libvips read in them.
// Set ALBUMEN_CORPUS to the folder that holds manifest.jsonl.

import Foundation
import Metadata
import Testing

@testable import Imaging

/// A line of the corpus's manifest.
private struct CorpusEntry: Decodable {
    struct Facts: Decodable {
        var type: String?
        var stored: String?
        var exifOrientation: Int?
        var original: String?
        var subtypes: [String]?
        var offset: String?

        enum CodingKeys: String, CodingKey {
            case type, stored, offset, subtypes
            case exifOrientation = "exif_orient"
            case original = "dto"
        }
    }

    var path: String
    var facts: Facts

    /// The size as shown, by exiftool's stored size and orientation.
    var displaySize: PixelSize? {
        guard let numbers = facts.stored?.split(separator: "x").compactMap({ Int($0) }), numbers.count == 2,
            !numbers.contains(0)
        else {
            return nil
        }
        let size = PixelSize(width: numbers[0], height: numbers[1])
        return (5...8).contains(facts.exifOrientation ?? 1) ? size.transposed : size
    }
}

private let corpus = ProcessInfo.processInfo.environment["ALBUMEN_CORPUS"].map { FilePath($0) }

@Suite("Corpus of real files", .enabled(if: corpus != nil, "ALBUMEN_CORPUS is not set"))
struct CorpusTests {
    private let folder = corpus ?? FilePath("")

    private func entries() throws -> [CorpusEntry] {
        let text = try String(
            contentsOfFile: folder.appending("manifest.jsonl").displayString, encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(CorpusEntry.self, from: Data($0.utf8))
        }
    }

    @Test("Every file has a verdict, none kills or hangs a decoder", .timeLimit(.minutes(30)))
    func everyFileHasAVerdict() async throws {
        // Given
        let pool = DecoderPool()
        defer { pool.shutdown() }
        var failures: [String: Int] = [:]

        // When
        for entry in try entries() {
            guard let file = try? OpenFile(path: folder.appending(entry.path)) else { continue }
            do {
                let inspection = try await pool.inspect(file, thumbnail: Self.tile)
                // Then
                if let failure = inspection.failure {
                    #expect(inspection.thumbnail == nil)
                    failures["\(entry.path.split(separator: "/")[0]): \(failure)", default: 0] += 1
                } else {
                    let facts = try #require(inspection.facts, "\(entry.path)")
                    // A digital negative's own preview may be smaller than the tile.
                    if let thumbnail = inspection.thumbnail, !facts.format.isRaw {
                        #expect(
                            thumbnail.pixels.size == Self.tile.outputSize(of: facts.displaySize),
                            "\(entry.path)")
                    }
                    // Films have a tile where GStreamer knows their coding.
                    #expect(inspection.thumbnail != nil || facts.mediaType != .image, "\(entry.path)")
                }
            } catch DecodeFailure.workerDied(.signal) where entry.path.hasPrefix("corrupt_hostile") {
                // What the process boundary is for: the next file is served by another process.
                failures["a hostile file ended its decoder", default: 0] += 1
            } catch DecodeFailure.timedOut where entry.path.hasPrefix("corrupt_hostile") {
                failures["a hostile file took too long", default: 0] += 1
            } catch {
                Issue.record("\(entry.path): \(error)")
            }
        }
        for (failure, count) in failures.sorted(by: { $0.key < $1.key }) { print("\(count) × \(failure)") }
    }

    @Test("JPEG files: kind, size as shown and date agree with exiftool", .timeLimit(.minutes(30)))
    func factsOfJPEGFilesAgree() async throws {
        // Given
        let pool = DecoderPool()
        defer { pool.shutdown() }
        var judged = 0

        // When
        for entry in try entries()
        where entry.facts.type == "JPEG" && !entry.path.hasPrefix("corrupt_hostile") {
            let inspection = try await pool.inspect(OpenFile(path: folder.appending(entry.path)))
            let facts = try #require(inspection.facts, "\(entry.path)")

            // Then
            judged += 1
            #expect(facts.format == .jpeg, "\(entry.path)")
            if let size = entry.displaySize { #expect(facts.displaySize == size, "\(entry.path)") }
            if let original = entry.facts.original.flatMap({ TimeParser.time($0, source: .exif) }) {
                #expect(facts.captureTime?.wallString == original.wallString, "\(entry.path)")
                if let offset = entry.facts.offset.flatMap({ TimeParser.offset($0) }) {
                    #expect(facts.captureTime?.utcOffset == offset, "\(entry.path)")
                }
            }
        }
        #expect(judged > 100)
    }

    @Test("Depth and gain maps are those that exiftool's reading of the files shows")
    func auxiliaryImages() async throws {
        // Given
        let pool = DecoderPool()
        defer { pool.shutdown() }
        var found: [AuxiliaryImages.RawValue: Int] = [:]
        for entry in try entries()
        where ["JPEG", "MPO", "HEIC", "AVIF"].contains(entry.facts.type)
            && !entry.path.hasPrefix("corrupt_hostile")
        {
            // When
            let inspection = try await pool.inspect(OpenFile(path: folder.appending(entry.path)))
            guard let images = inspection.facts?.auxiliaryImages else { continue }
            // Then
            let subtypes = entry.facts.subtypes ?? []
            #expect(images.contains(.gainMap) || !subtypes.contains("gainmap"), "\(entry.path)")
            #expect(images.contains(.depth) || !subtypes.contains("depth"), "\(entry.path)")
            // Whoever wrote the list looked for Apple's and Adobe's, and not for ISO 21496-1's.
            #expect(
                images.isEmpty || !subtypes.isEmpty || entry.path.hasPrefix("depth_hdr_gainmap"),
                "\(entry.path)")
            found[images.rawValue, default: 0] += 1
        }
        #expect(found[AuxiliaryImages.gainMap.rawValue] ?? 0 > 10)
        #expect(found[AuxiliaryImages.depth.rawValue] == 1)
    }

    private static let tile = DecodeRequest(target: PixelSize(width: 384, height: 384))
}
