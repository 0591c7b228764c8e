// SPDX-License-Identifier: GPL-3.0-or-later
// Fetch results: order, exactness, paging, and that a snapshot stays what it was.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Fetch results", .timeLimit(.minutes(30)))
struct FetchResultTests {
    @Test("The library comes newest first, by instant where the offset is known and by wall clock where not")
    func order() async throws {
        // Given a photo an hour later on the wall, but two hours east
        let test = try await TestLibrary()
        try await test.record([
            .photo(0, name: "plain.jpg"),
            .photo(3_600, name: "east.jpg") { $0.captureTime?.utcOffset = 7_200 },
            .photo(60, name: "later.jpg"),
            .photo(60, name: "same.jpg", inode: 9),
        ])
        // When everything is fetched
        let result = try await test.library.fetchAssets()
        // Then its instant decides, and of equals the one recorded last comes first
        let names = try await result.objects(at: 0..<4).map { $0.path.lastComponent.displayString }
        #expect(names == ["same.jpg", "later.jpg", "plain.jpg", "east.jpg"])
    }

    @Test("A large result is complete behind its first page, and each place holds its row")
    func largeResult() async throws {
        // Given more assets than come at once
        let test = try await TestLibrary()
        let count = 3_000
        let rows = try await test.record((0..<count).map { .photo($0) })
        // When they are fetched
        let result = try await test.library.fetchAssets()
        // Then the count is exact and the first page is there at once
        #expect(result.count == count)
        #expect(result.cachedObject(at: 0)?.rowID == rows.last)
        #expect(result.rowID(at: FetchPage.firstRows - 1) == rows[count - FetchPage.firstRows])
        // And the rest follows
        #expect(try await result.object(at: count - 1).rowID == rows[0])
        #expect((0..<count).map { result.rowID(at: $0) } == rows.reversed())
        #expect(try await result.index(ofRow: rows[1_000]) == count - 1_001)
        #expect(try await result.index(ofRow: 999_999) == nil)
        #expect(
            try await result.objects(at: 1_500..<1_800).map(\.rowID)
                == rows.reversed()[1_500..<1_800].map { $0 })
        #expect(result.rowID(at: count) == nil && result.rowID(at: -1) == nil)
    }

    @Test("A result stays what it was while the library goes on")
    func snapshotIsStable() async throws {
        let test = try await TestLibrary()
        let identifiers = try await test.addPhotos(2_000)
        // Given a result whose later pages nobody has looked at
        let result = try await test.library.fetchAssets()
        // When assets are deleted and added
        let deleted = Array(identifiers[1_000..<1_500])
        try await test.library.performChanges { try $0.deleteAssets(deleted) }
        try await test.record([.photo(5_000)])
        // Then the old result has its old rows, and a new one the new
        #expect(try await test.identifiers(result) == identifiers)
        #expect(try await test.library.fetchAssets().count == 1_501)
        #expect(try await test.library.fetchAssets().generation > result.generation)
    }

    @Test("Limit, offset and sort order")
    func options() async throws {
        let test = try await TestLibrary()
        let newestFirst = try await test.addPhotos(100)
        var options = FetchOptions()
        options.fetchLimit = 10
        options.fetchOffset = 95
        #expect(
            try await test.identifiers(test.library.fetchAssets(options: options))
                == Array(newestFirst[95...]))
        options.fetchOffset = 200
        #expect(try await test.library.fetchAssets(options: options).count == 0)
        options.fetchOffset = 0
        options.sortDescriptors = [SortDescriptor(.captureTime, ascending: true)]
        let oldest = try await test.identifiers(test.library.fetchAssets(options: options))
        #expect(oldest == Array(newestFirst.reversed().prefix(10)))
        options.sortDescriptors = [SortDescriptor(.fileName, ascending: true)]
        let names = try await test.library.fetchAssets(options: options).objects(at: 0..<3)
            .map { $0.path.lastComponent.displayString }
        #expect(names == ["IMG_0.JPG", "IMG_1.JPG", "IMG_10.JPG"])
    }

    @Test("Identifiers come back in the caller's order, and unknown ones are named")
    func byIdentifier() async throws {
        let test = try await TestLibrary()
        let identifiers = try await test.addPhotos(5)
        let order = [identifiers[3], identifiers[0], identifiers[4]]
        let found = try await test.library.fetchAssets(withLocalIdentifiers: order)
        #expect(found.map(\.localIdentifier) == order && found.missing.isEmpty)
        #expect(identifiers.allSatisfy { $0 == $0.uppercased() && $0.count == 36 })
        let unknown = ["00000000-0000-4000-8000-000000000000", "not an identifier"]
        let mixed = try await test.library.fetchAssets(
            withLocalIdentifiers: [unknown[0], order[0], unknown[1], order[1]])
        #expect(mixed.objects.map(\.localIdentifier) == Array(order[..<2]) && mixed.missing == unknown)
        let error = await thrown(LibraryError.self) {
            try await test.library.fetchAssets(withLocalIdentifiers: unknown + order).all()
        }
        guard case .identifiersNotFound(unknown) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
    }

    @Test("An asset carries what was recorded, and a path that is not text finds it again")
    func roundTrip() async throws {
        let test = try await TestLibrary()
        let name: [UInt8] = [0x63, 0xE9, 0x0A, 0x2E, 0x6A]
        var record = FileRecord.photo(12, folder: FilePath("/é/\u{FF}")) { facts in
            facts.orientation = .right
            facts.captureTime = CaptureTime(
                wallSeconds: 1_000, milliseconds: 250, utcOffset: -3_600, source: .exif, offsetSource: .gps)
            facts.location = Location(latitude: -33.5, longitude: 151.25)
            facts.subtypes = [.panorama, .hdr]
            facts.rating = 4
            facts.title = "Title"
            facts.caption = "Caption"
            facts.keywords = ["sea", "cafe\u{301}", "sea"]
            facts.burstIdentifier = "B"
            facts.duration = 1.5
        }
        record.name = name
        try await test.record([record])
        let path = FilePath("/é/\u{FF}").appending(name)
        let asset = try #require(try await test.library.fetchAsset(at: path))
        #expect(asset.path == path)
        #expect(asset.captureTime == record.facts?.captureTime)
        #expect(asset.location == record.facts?.location)
        #expect(asset.mediaSubtypes == [.panorama, .hdr])
        #expect(asset.rating == 4 && asset.title == "Title" && asset.caption == "Caption")
        #expect(asset.burstIdentifier == "B" && asset.duration == 1.5 && asset.orientation == 6)
        #expect(asset.pixelSize == PixelSize(width: 4000, height: 3000))
        #expect(asset.stamp == record.stamp && asset.format == .jpeg && asset.state == .ok)
        // Keywords are composed and each is there once.
        #expect(try await test.library.fetchKeywords(of: asset) == ["caf\u{E9}", "sea"])
    }

    @Test("Asset memory stays bounded however much was looked at")
    func boundedCache() async throws {
        let test = try await TestLibrary()
        let count = 20_000
        try await test.record((0..<count).map { .photo($0) })
        let result = try await test.library.fetchAssets()
        for start in stride(from: 0, to: count, by: 500) {
            _ = try await result.objects(at: start..<min(count, start + 500))
        }
        // One asset more may make a half full.
        #expect(test.catalog.assets.bytes <= AssetCache.halfCapacityBytes * 2 + 2_048)
        #expect(result.cachedObject(at: count - 1) != nil && result.cachedObject(at: 0) == nil)
        // And goes when memory is short
        test.library.purgeCachedAssets()
        #expect(test.catalog.assets.bytes == 0 && result.cachedObject(at: count - 1) == nil)
        #expect(try await result.object(at: count - 1).rowID == 1)
    }

    @Test("Counts by media type")
    func countsByType() async throws {
        let test = try await TestLibrary()
        try await test.record(
            (0..<30).map { .photo($0) { $0.mediaType = .video } } + (30..<50).map { .photo($0) })
        let result = try await test.library.fetchAssets()
        #expect(try await result.countOfAssets(with: .video) == 30)
        #expect(try await result.countOfAssets(with: .image) == 20)
        #expect(try await result.countOfAssets(with: .audio) == 0)
        var options = FetchOptions()
        options.fetchLimit = 25
        let newest = try await test.library.fetchAssets(options: options)
        #expect(try await newest.countOfAssets(with: .video) == 5)
    }

    @Test("Objects one by one, by index, first and last")
    func objects() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(700)
        let result = try await test.library.fetchAssets()
        #expect(try await result[3].localIdentifier == all[3])
        #expect(try await result.firstObject?.localIdentifier == all[0])
        #expect(try await result.lastObject?.localIdentifier == all[699])
        let some = try await result.objects(at: [690, 2, 300])
        #expect(some.map(\.localIdentifier) == [all[690], all[2], all[300]])
        #expect(try await result.contains(some[0]))
        #expect(try await result.index(of: some[0]) == 690)
        // Enumerating passes over what is gone, however far it has come
        let row = try await result.object(at: 500).rowID
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM asset WHERE id = ?", row)
            writer.note(.asset, .deleted, row: row)
        }
        var identifiers: [String] = []
        for try await asset in result { identifiers.append(asset.localIdentifier) }
        #expect(identifiers == all.filter { $0 != all[500] })
        let none = try await test.library.fetchAssets(with: .audio)
        #expect(try await none.firstObject == nil)
        #expect(try await none.lastObject == nil)
        #expect(try await none.objects(at: []).isEmpty)
    }

    @Test("Dates are instants only where the offset is known; adjustments and bursts are told")
    func dates() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(0, name: "wall") { $0.subtypes = .live },
            .photo(9_000, name: "zone") {
                $0.captureTime?.utcOffset = 7_200
                $0.burstIdentifier = "B"
            },
        ])
        try await test.catalog.write { writer in
            try writer.connection.execute(
                """
                UPDATE asset SET burst_selection = 3, traits = 8, adjustment_format = 'org.example' WHERE id = 2
                """)
            try writer.connection.execute("UPDATE asset SET traits = 16 WHERE id = 1")
        }
        let assets = try await test.library.fetchAssets().objects(at: 0..<2)
        #expect(assets[0].creationDate == Date(timeIntervalSince1970: 1_609_459_200 + 9_000 - 7_200))
        #expect(assets[1].creationDate == nil && assets[1].captureTime != nil)
        #expect(abs(assets[0].addedDate.timeIntervalSinceNow) < 600 && assets[0].trashedDate == nil)
        #expect(assets[0].burstSelectionTypes == [.autoPick, .userPick] && assets[0].representsBurst)
        #expect(assets[0].adjustmentFormatIdentifier == "org.example" && assets[0].hasAdjustments)
        #expect(assets[1].playbackVariation == .autoloop && assets[1].playbackStyle == .videoLooping)
        // Reading the file again does not lose who stands for the burst
        try await test.record([.photo(9_000, name: "zone") { $0.burstIdentifier = "B" }])
        #expect(try await test.library.fetchAsset(at: FilePath("/nowhere/zone"))?.representsBurst == true)
    }
}
