// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the index: ranges and flags are what comparing each asset's own value gives.

import Foundation
import Metadata
import SQLite
import Testing

@testable import AlbumenKit

@Suite("Numbers of the index", .timeLimit(.minutes(30)))
struct SearchColumnTests {
    /// Values that floats cannot tell apart, and that they can.
    private static let apertures = [1.8, 1.8.nextUp, 2.0, 2.8, 2.8.nextDown, 5.6, 0.95]
    private static let sizes: [Int64] = [
        0, 999, 16_777_215, 16_777_216, 16_777_217, 5_000_000_001, 5_000_000_003,
    ]
    private static let isos = [50, 100, 101, 3_200, 16_777_217]

    private struct Values {
        var aperture: Double?
        var size: Int64
        var iso: Int?
    }

    private func record(_ number: Int, _ values: Values) -> FileRecord {
        var record = FileRecord.photo(number) {
            $0.aperture = values.aperture
            $0.iso = values.iso
        }
        record.stamp = FileStamp(
            device: 1, inode: UInt64(number + 1), size: values.size,
            modificationTime: record.stamp.modificationTime, changeTime: 0)
        return record
    }

    private func range(around values: [Double], using random: inout SeededGenerator) -> NumberRange {
        func bound() -> Double? {
            Bool.random(using: &random) ? values.randomElement(using: &random) : nil
        }
        return NumberRange(
            lower: bound(), upper: bound(), includesLower: Bool.random(using: &random),
            includesUpper: Bool.random(using: &random))
    }

    @Test("After any changes each range finds what comparing the numbers finds")
    func ranges() async throws {
        let test = try await TestLibrary()
        var random = SeededGenerator(state: 3)
        var kept: [Int: Values] = [:]
        for _ in 0..<8 {
            var files: [FileRecord] = []
            for number in 0..<Int.random(in: 1...80, using: &random) {
                let values = Values(
                    aperture: number % 7 == 0 ? nil : Self.apertures.randomElement(using: &random),
                    size: Self.sizes.randomElement(using: &random) ?? 0,
                    iso: number % 5 == 0 ? nil : Self.isos.randomElement(using: &random))
                kept[number] = values
                files.append(record(number, values))
            }
            try await test.record(files)
        }
        #expect(try await test.library.catalogProblems() == [])
        for _ in 0..<120 {
            let aperture = range(around: Self.apertures, using: &random)
            try await expect(test, .number(.aperture, aperture), kept) { $0.aperture.map(aperture.contains) }
            let size = range(around: Self.sizes.map(Double.init), using: &random)
            try await expect(test, .number(.fileSize, size), kept) { size.contains(Double($0.size)) }
            let iso = range(around: Self.isos.map(Double.init), using: &random)
            try await expect(test, .number(.iso, iso), kept) { $0.iso.map { iso.contains(Double($0)) } }
        }
    }

    private func expect(
        _ test: TestLibrary, _ predicate: AssetPredicate, _ kept: [Int: Values],
        where matches: (Values) -> Bool?
    ) async throws {
        var options = FetchOptions()
        options.predicate = predicate
        let result = try await test.library.fetchAssets(options: options)
        let found = try await result.objects(at: 0..<result.count).map(\.path.lastComponent.displayString)
        let expected = kept.filter { matches($1) == true }.map { "IMG_\($0.key).JPG" }
        #expect(Set(found) == Set(expected), "\(predicate)")
    }

    @Test("Flags and subtypes follow the asset, also when it goes")
    func flags() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(1) { $0.title = "titled" },
            .photo(2) { $0.caption = "captioned" },
            .photo(3) {
                $0.location = Location(latitude: 1, longitude: 2)
                $0.subtypes = [.panorama, .hdr]
            },
            .photo(4) { $0.subtypes = .hdr },
        ])
        func found(_ predicate: AssetPredicate) async throws -> [String] {
            var options = FetchOptions()
            options.predicate = predicate
            options.includeHiddenAssets = true
            let result = try await test.library.fetchAssets(options: options)
            return try await result.objects(at: 0..<result.count)
                .map(\.path.lastComponent.displayString).sorted()
        }
        #expect(try await found(.state(.titled)) == ["IMG_1.JPG"])
        #expect(try await found(.state(.captioned)) == ["IMG_2.JPG"])
        #expect(try await found(.state(.located)) == ["IMG_3.JPG"])
        #expect(try await found(.hasAnySubtype([.panorama, .hdr])) == ["IMG_3.JPG", "IMG_4.JPG"])
        #expect(try await found(.hasAllSubtypes([.panorama, .hdr])) == ["IMG_3.JPG"])
        let all = try await test.identifiers(test.library.fetchAssets())
        try await test.library.performChanges { try $0.setHidden(true, forAssets: [all[3]]) }
        #expect(try await found(.state(.hidden)) == ["IMG_1.JPG"])
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM asset WHERE title = 'titled'")
        }
        #expect(try await found(.state(.titled)) == [])
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("The doctor finds numbers that are not the assets', and repair makes them anew")
    func doctor() async throws {
        let test = try await TestLibrary()
        try await test.record([.photo(1) { $0.iso = 400 }, .photo(2) { $0.iso = 800 }])
        try await test.catalog.write { writer in
            try writer.connection.execute(
                "DELETE FROM search_column WHERE id = ?", SearchColumn.iso.rawValue << 32)
            try writer.connection.execute("INSERT INTO search_column VALUES (77, x'0000803F')")
        }
        #expect(try await test.library.catalogProblems().count == 1)
        _ = try await test.library.examine(repairing: true)
        #expect(try await test.library.catalogProblems() == [])
        #expect(try await test.library.fetchAssets(matching: SearchQuery(parsing: "iso:400")).count == 1)
    }
}
