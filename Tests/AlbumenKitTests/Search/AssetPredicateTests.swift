// SPDX-License-Identifier: GPL-3.0-or-later
// Predicates against rows, each beside the same question asked of the objects.

import Foundation
import Metadata
import Testing

@testable import AlbumenKit

@Suite("Asset predicates", .timeLimit(.minutes(30)))
struct AssetPredicateTests {
    /// Sixty assets in which everything occurs.
    private func library() async throws -> TestLibrary {
        let test = try await TestLibrary()
        try await test.record(
            (0..<60).map { number in
                .photo(number * 86_400 * 7, name: "IMG_\(number).JPG") { facts in
                    if number.isMultiple(of: 3) { facts.format = .quickTime }
                    facts.mediaType = number.isMultiple(of: 3) ? .video : .image
                    facts.duration = number.isMultiple(of: 3) ? Double(number) : 0
                    if number.isMultiple(of: 4) { facts.subtypes.insert(.live) }
                    if number.isMultiple(of: 5) { facts.subtypes.insert(.hdr) }
                    facts.rating = number % 6 == 0 ? nil : number % 6
                    facts.displaySize = PixelSize(width: 100 + number, height: 200 - number)
                    facts.iso = number.isMultiple(of: 2) ? 100 * (number + 1) : nil
                    facts.aperture = number.isMultiple(of: 2) ? 1.4 + Double(number) / 10 : nil
                    facts.make = number < 30 ? "Canon" : "Apple"
                    facts.model = number < 30 ? "Canon EOS R5" : "iPhone 12"
                    facts.lensModel = number < 30 ? "RF 50mm F1.2" : nil
                    facts.place =
                        number.isMultiple(of: 7)
                        ? PlaceName(city: "Köln", country: "Deutschland") : PlaceName()
                    facts.people = number.isMultiple(of: 8) ? [PersonInPicture(name: "Zoë")] : []
                    facts.keywords = number.isMultiple(of: 9) ? ["Été"] : []
                    facts.title = number == 10 ? "100% \"quoted\" O'Hara" : nil
                    facts.caption = number == 11 ? "Am Meer" : nil
                    facts.location =
                        number < 10
                        ? Location(
                            latitude: Double(number),
                            longitude: Double(175 + number) > 180
                                ? Double(number) - 185 : Double(175 + number)) : nil
                    facts.burstIdentifier = number == 20 || number == 21 ? "B" : nil
                }
            })
        return test
    }

    private func names(
        _ test: TestLibrary, _ predicate: AssetPredicate, hidden: Bool = false
    ) async throws -> [Int] {
        var options = FetchOptions()
        options.predicate = predicate
        options.includeHiddenAssets = hidden
        options.includeAllBurstAssets = true
        let result = try await test.library.fetchAssets(options: options)
        let assets = try await result.objects(at: 0..<result.count)
        #expect(assets.count == result.count)
        return assets.compactMap {
            Int($0.path.lastComponent.displayString.dropFirst(4).dropLast(4))
        }.sorted()
    }

    @Test("Each condition finds what it says, and its negation all the rest")
    func conditions() async throws {
        let test = try await library()
        let all = Array(0..<60)
        let questions: [(AssetPredicate, (Int) -> Bool)] = [
            (.all([]), { _ in true }),
            (.any([]), { _ in false }),
            (.mediaType(.video), { $0 % 3 == 0 }),
            (.hasAnySubtype([.live, .hdr]), { $0 % 4 == 0 || $0 % 5 == 0 }),
            (.hasAllSubtypes([.live, .hdr]), { $0 % 20 == 0 }),
            (.state(.located), { $0 < 10 && $0 != 185 }),
            (.state(.titled), { $0 == 10 }),
            (.state(.keyworded), { $0 % 9 == 0 }),
            (.state(.broken), { _ in false }),
            (.number(.rating, NumberRange(lower: 3, upper: 5)), { (3...5).contains($0 % 6) }),
            (.number(.duration, .above(30)), { $0 % 3 == 0 && $0 > 30 }),
            (.number(.width, .below(110)), { $0 < 10 }),
            (.number(.height, .atMost(150)), { $0 >= 50 }),
            (.number(.fileSize, .atLeast(1_000)), { _ in true }),
            (.number(.iso, NumberRange()), { $0 % 2 == 0 }),
            (.number(.iso, .exactly(300)), { $0 == 2 }),
            (.number(.aperture, .below(2)), { $0 % 2 == 0 && $0 < 6 }),
            (.text(.fileName, .prefix("img_1")), { $0 == 1 || (10...19).contains($0) }),
            (.text(.fileName, .contains("7.j")), { $0 % 10 == 7 }),
            (.text(.fileName, .exact("IMG_7.jpg")), { $0 == 7 }),
            (.text(.title, .contains("\"QUOTED\" o'h")), { $0 == 10 }),
            (.text(.title, .contains("%")), { $0 == 10 }),
            (.text(.caption, .exact("am meer")), { $0 == 11 }),
            (.text(.camera, .exact("canon eos r5")), { $0 < 30 }),
            (.text(.camera, .contains("iphone")), { $0 >= 30 }),
            (.text(.lens, .contains("50mm")), { $0 < 30 }),
            (.text(.place, .prefix("koln")), { $0 % 7 == 0 }),
            (.text(.place, .contains("deutsch")), { $0 % 7 == 0 }),
            (.text(.person, .exact("zoe")), { $0 % 8 == 0 }),
            (.text(.keyword, .exact("ete")), { $0 % 9 == 0 }),
            (.location(LocationBox(south: 2, west: 178, north: 8, east: -178)), { (3...7).contains($0) }),
            (.burst("B"), { $0 == 20 || $0 == 21 }),
            (.text(.fileName, .words("img 12")), { $0 == 12 }),
            (.text(.title, .words("ohara quot")), { _ in false }),
            (.text(.title, .words("HARA quot")), { $0 == 10 }),
            (.text(.keyword, .words("et")), { $0 % 9 == 0 }),
            (.words(FreeText("canon eos", isPhrase: true)), { $0 < 30 }),
            (.words(FreeText("eos canon", isPhrase: true)), { _ in false }),
            // Few that an index finds, and many, each with a condition that none knows
            (
                .all([.text(.keyword, .exact("ete")), .number(.width, .above(120))]),
                { $0 % 9 == 0 && $0 > 20 }
            ),
            (.all([.text(.camera, .contains("canon")), .state(.located)]), { $0 < 10 }),
            (.all([.not(.mediaType(.video)), .number(.iso, .atLeast(1))]), { $0 % 3 != 0 && $0 % 2 == 0 }),
            (.all([.mediaType(.video), .not(.state(.keyworded))]), { $0 % 3 == 0 && $0 % 9 != 0 }),
            (.any([.burst("B"), .text(.caption, .prefix("am"))]), { $0 == 20 || $0 == 21 || $0 == 11 }),
        ]
        for (predicate, isMatch) in questions {
            #expect(try await names(test, predicate) == all.filter(isMatch), "\(predicate)")
            #expect(
                try await names(test, .not(predicate)) == all.filter { !isMatch($0) }, "not \(predicate)")
        }
    }

    @Test("Days, months and years are those of the wall clock")
    func times() async throws {
        let test = try await TestLibrary()
        // Given three photos about New Year, the middle one a second before midnight, far east of Greenwich
        let newYear = 31_536_000
        try await test.record([
            .photo(0), .photo(newYear - 1) { $0.captureTime?.utcOffset = 50_400 }, .photo(newYear),
        ])
        func count(_ range: WallClockRange?) async throws -> Int {
            var options = FetchOptions()
            options.predicate = .captured(try #require(range))
            return try await test.library.fetchAssets(options: options).count
        }
        #expect(try await count(WallClockRange(year: 2021)) == 2)
        #expect(try await count(WallClockRange(year: 2021, month: 12)) == 1)
        #expect(try await count(WallClockRange(year: 2021, month: 12, day: 31)) == 1)
        #expect(try await count(WallClockRange(year: 2022, month: 1, day: 1)) == 1)
        #expect(try await count(WallClockRange(start: WallClockRange(year: 2022)?.start)) == 1)
        #expect(WallClockRange(year: 2021, month: 2, day: 29) == nil)
        #expect(WallClockRange(year: 99_999) == nil)
        var options = FetchOptions()
        options.predicate = .capturedInMonth(12)
        #expect(try await test.library.fetchAssets(options: options).count == 1)
        options.predicate = .added(DateRange(start: Date(timeIntervalSinceNow: -3_600)))
        #expect(try await test.library.fetchAssets(options: options).count == 3)
        options.predicate = .modified(DateRange(end: Date(timeIntervalSinceNow: -3_600)))
        #expect(try await test.library.fetchAssets(options: options).count == 0)
        // Bounds that no number of milliseconds reaches are later, or earlier, than everything
        for (range, count) in [
            (DateRange(start: .distantPast, end: .distantFuture), 3),
            (DateRange(start: Date(timeIntervalSince1970: 1e300)), 0),
            (DateRange(end: Date(timeIntervalSince1970: -1e300)), 0),
            (DateRange(end: Date(timeIntervalSince1970: .infinity)), 3),
        ] {
            options.predicate = .added(range)
            #expect(try await test.library.fetchAssets(options: options).count == count, "\(range)")
        }
    }

    @Test("What a person marks, and what is in albums, is found; for a limited client by its own albums")
    func marks() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(6)
        let client = ClientIdentifier("org.example.limited")
        try await test.library.setAuthorization(.limited, for: .readWrite, client: client)
        try await test.library.setLimitedSelection(Array(all[0...3]), of: client)
        let limited = test.library(for: client)
        try await test.library.performChanges { changes in
            try changes.setFavorite(true, forAssets: [all[1], all[4]])
            try changes.setHidden(true, forAssets: [all[2]])
            try changes.request(forAlbum: changes.createAlbum(title: "All")).addAssets([all[0], all[5]])
        }
        try await limited.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Own")).addAssets([all[1]])
        }
        func found(_ library: PhotoLibrary, _ flag: AssetFlag, not: Bool = false) async throws -> [Int] {
            var options = FetchOptions()
            options.includeHiddenAssets = true
            options.predicate = not ? .not(.state(flag)) : .state(flag)
            return try await test.identifiers(library.fetchAssets(options: options)).compactMap {
                all.firstIndex(of: $0)
            }
        }
        #expect(try await found(test.library, .favorite) == [1, 4])
        #expect(try await found(test.library, .hidden) == [2])
        #expect(try await found(test.library, .filed) == [0, 1, 5])
        #expect(try await found(test.library, .filed, not: true) == [2, 3, 4])
        #expect(try await found(limited, .favorite) == [1])
        #expect(try await found(limited, .filed) == [1])
        #expect(try await found(limited, .filed, not: true) == [0, 2, 3])
    }

    @Test("Albums, identifiers, order, limit and counts agree with the predicate")
    func albumsAndLimits() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(10)
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Reise")
            try changes.request(forAlbum: album).addAssets([all[4], all[2], all[0]])
            return album.localIdentifier
        }.result
        var options = FetchOptions()
        options.predicate = .inAlbum(album)
        #expect(
            try await test.identifiers(test.library.fetchAssets(options: options)) == [
                all[0], all[2], all[4],
            ])
        options.predicate = .text(.albumTitle, .prefix("REI"))
        options.fetchLimit = 1
        options.fetchOffset = 1
        #expect(try await test.identifiers(test.library.fetchAssets(options: options)) == [all[2]])
        // Within the album, its own order
        options = FetchOptions()
        options.predicate = .identifiers([all[0], all[4], "no identifier", UUID().uuidString])
        let members = try await test.library.fetchAssets(
            in: test.library.fetchAlbums(titled: "Reise")[0], options: options)
        #expect(try await test.identifiers(members) == [all[4], all[0]])
    }

    @Test("A limited client finds its own photos only, and no album of others")
    func limited() async throws {
        let test = try await TestLibrary()
        let all = try await test.addPhotos(10)
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Secret")).addAssets(all)
        }
        let client = ClientIdentifier("org.example.limited")
        try await test.library.setAuthorization(.limited, for: .readWrite, client: client)
        try await test.library.setLimitedSelection([all[1], all[3]], of: client)
        let limited = test.library(for: client)
        var options = FetchOptions()
        options.predicate = .text(.fileName, .prefix("img"))
        #expect(try await test.identifiers(limited.fetchAssets(options: options)) == [all[1], all[3]])
        options.predicate = .text(.albumTitle, .exact("secret"))
        #expect(try await limited.fetchAssets(options: options).count == 0)
        options.predicate = .state(.filed)
        #expect(try await limited.fetchAssets(options: options).count == 0)
    }

    @Test("A thousand conditions are one more than nothing")
    func manyConditions() async throws {
        let test = try await TestLibrary()
        _ = try await test.addPhotos(3)
        var options = FetchOptions()
        options.predicate = .any((0..<3_000).map { .text(.fileName, .exact("IMG_\($0).JPG")) })
        #expect(try await test.library.fetchAssets(options: options).count == 3)
    }
}
