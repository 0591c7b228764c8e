// SPDX-License-Identifier: GPL-3.0-or-later
// Searching a library: what is found where, smart albums, limited clients, and an index that stays true.

import Foundation
import Metadata
import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Searching", .timeLimit(.minutes(30)))
struct SearchTests {
    private func found(_ library: PhotoLibrary, _ text: String) async throws -> [String] {
        let result = try await library.fetchAssets(matching: SearchQuery(parsing: text))
        let assets = try await result.objects(at: 0..<result.count)
        #expect(assets.count == result.count)
        return assets.map(\.path.lastComponent.displayString).sorted()
    }

    private func library() async throws -> TestLibrary {
        let test = try await TestLibrary()
        let june = 150 * 86_400 + 86_400 * 5
        try await test.record([
            .photo(1, name: "IMG_1234.JPG") { $0.title = "Été à Köln" },
            .photo(2, name: "DSC00042.NEF") {
                $0.make = "Nikon"
                $0.model = "Z 6"
                $0.lensModel = "NIKKOR Z 50mm"
                $0.iso = 400
                $0.aperture = 1.8
                $0.format = .nef
            },
            .photo(june, name: "c.jpg") {
                $0.caption = "At the beach, 東京都"
                $0.keywords = ["Sea", "Long Island"]
                $0.rating = 4
            },
            .photo(3, name: "d.mov") {
                $0.format = .quickTime
                $0.mediaType = .video
                $0.duration = 90
                $0.people = [PersonInPicture(name: "Zoë Müller")]
                $0.place = PlaceName(city: "Rio", country: "Brazil")
                $0.keywords = ["Island"]
            },
        ])
        return test
    }

    @Test("Words find names, titles, captions, keywords, people, places, cameras and albums")
    func words() async throws {
        let test = try await library()
        let all = try await test.identifiers(test.library.fetchAssets())
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Grand Tour")).addAssets([all[0]])
        }
        let questions: [(String, [String])] = [
            ("", ["DSC00042.NEF", "IMG_1234.JPG", "c.jpg", "d.mov"]),
            ("img", ["IMG_1234.JPG"]), ("1234", ["IMG_1234.JPG"]), ("img_12", ["IMG_1234.JPG"]),
            ("\"img\"", ["IMG_1234.JPG"]), ("\"im\"", []), ("42", ["DSC00042.NEF"]),
            ("ete KOLN", ["IMG_1234.JPG"]), ("\"a koln\"", ["IMG_1234.JPG"]), ("\"ete koln\"", []),
            ("nikon", ["DSC00042.NEF"]), ("50mm", ["DSC00042.NEF"]), ("z", ["DSC00042.NEF", "d.mov"]),
            ("beach", ["c.jpg"]), ("sea", ["c.jpg"]), ("long island", ["c.jpg"]),
            ("\"long island\"", ["c.jpg"]), ("island", ["c.jpg", "d.mov"]), ("京都", ["c.jpg"]),
            ("東京都", ["c.jpg"]), ("東都", []), ("muller", ["d.mov"]), ("brazil rio", ["d.mov"]),
            ("grand", ["c.jpg"]), ("june", ["c.jpg"]), ("june 2021", ["c.jpg"]), ("june 2020", []),
            ("jpg -beach", ["IMG_1234.JPG"]), ("-jpg", ["DSC00042.NEF", "d.mov"]),
            ("nikon OR rio jpg OR mov", ["d.mov"]),
            ("keyword:island", ["c.jpg", "d.mov"]), ("keyword:\"island\"", ["d.mov"]),
            ("keyword:sea,\"island\"", ["c.jpg", "d.mov"]),
            (
                "-keyword:sea,island type:photo",
                ["DSC00042.NEF", "IMG_1234.JPG"]
            ),
            ("camera:z", ["DSC00042.NEF"]), ("lens:nikkor", ["DSC00042.NEF"]), ("person:zoe", ["d.mov"]),
            ("place:rio", ["d.mov"]), ("album:tour", ["c.jpg"]), ("title:koln", ["IMG_1234.JPG"]),
            ("caption:img", []), ("name:img", ["IMG_1234.JPG"]), ("type:video", ["d.mov"]),
            ("rating:>=3", ["c.jpg"]), ("rating:0", ["DSC00042.NEF", "IMG_1234.JPG", "d.mov"]),
            ("iso:100..400", ["DSC00042.NEF"]), ("f:<2", ["DSC00042.NEF"]), ("f:1.8", ["DSC00042.NEF"]),
            ("duration:1:30", ["d.mov"]), ("date:2021-06", ["c.jpg"]), ("date:2021-06-05", ["c.jpg"]),
            ("date:2021 jpg", ["IMG_1234.JPG", "c.jpg"]),
            ("before:2021-02", ["DSC00042.NEF", "IMG_1234.JPG", "d.mov"]), ("after:2021-02", ["c.jpg"]),
            ("added:>=2021 mov", ["d.mov"]), ("is:captioned", ["c.jpg"]), ("is:filed", ["c.jpg"]),
            ("is:keyworded -is:captioned", ["d.mov"]), ("is:keyworded", ["c.jpg", "d.mov"]),
            ("-is:filed type:photo", ["DSC00042.NEF", "IMG_1234.JPG"]), ("nikon iso:>=400", ["DSC00042.NEF"]),
            ("nikon iso:>400", []), ("\"img 1234\"", ["IMG_1234.JPG"]), ("\"rio brazil\"", ["d.mov"]),
            ("\"brazil rio\"", []), ("title:\"été à köln\"", ["IMG_1234.JPG"]), ("title:koeln", []),
        ]
        for (text, names) in questions {
            #expect(try await found(test.library, text) == names, "\(text)")
        }
    }

    @Test("What changes is found as it is now")
    func changes() async throws {
        let test = try await library()
        let all = try await test.identifiers(test.library.fetchAssets())
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "First")
            try changes.request(forAlbum: album).addAssets(all)
            return album.localIdentifier
        }.result
        #expect(try await found(test.library, "first").count == 4)
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: album).title = "Second"
            try changes.setHidden(true, forAssets: [all[0]])
            try changes.deleteAssets([all[1]])
        }
        #expect(try await found(test.library, "first") == [])
        #expect(try await found(test.library, "second").count == 2)
        #expect(try await found(test.library, "second is:hidden").count == 1)
        // A file that has another title now
        try await test.record([.photo(1, name: "IMG_1234.JPG") { $0.title = "Winter" }])
        #expect(try await found(test.library, "ete") == [])
        #expect(try await found(test.library, "winter") == ["IMG_1234.JPG"])
    }

    @Test("Smart albums run their query, with exact counts, for each client its own")
    func smartAlbums() async throws {
        let test = try await library()
        let identifier = try await test.library.performChanges { changes in
            try changes.createSmartAlbum(title: "Not the beach", query: "type:photo -beach").localIdentifier
        }.result
        // And a query that cannot be read makes none
        let error = await thrown(SearchError.self) {
            try await test.library.performChanges { changes in
                try changes.createSmartAlbum(title: "Wrong", query: "rating:many").localIdentifier
            }
        }
        #expect(error?.reason == .badValue("many", field: "rating", expected: NumberUnits(.rating).words))
        let albums = try await test.library.fetchAssetCollections(
            with: .smartAlbum, subtype: .smartAlbumGeneric)
        let album = try #require(albums.first { $0.localIdentifier == identifier })
        #expect(album.type == .smartAlbum && album.title == "Not the beach" && album.assetCount == 2)
        #expect(album.query == "type:photo -beach")
        #expect(try await test.library.fetchAssets(in: album).count == 2)
        let key = try await test.library.fetchKeyAssets(in: album)
        #expect(key.map(\.path.lastComponent.displayString) == ["DSC00042.NEF"])
        // It is no album that things can be put in
        #expect(try await test.library.fetchAssetCollections(with: .album).isEmpty)
        #expect(try await test.library.fetchAlbums(titled: "Not the beach").isEmpty)
        // When something changes, so does the album
        try await test.record([.photo(9, name: "new.jpg")])
        #expect(try await test.library.fetchAssets(in: album).count == 3)
    }

    @Test("A limited client finds its own photos by its own albums")
    func limited() async throws {
        let test = try await library()
        let all = try await test.identifiers(test.library.fetchAssets())
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Secret")).addAssets(all)
        }
        let client = ClientIdentifier("org.example.limited")
        try await test.library.setAuthorization(.limited, for: .readWrite, client: client)
        try await test.library.setLimitedSelection([all[0]], of: client)
        let limited = test.library(for: client)
        #expect(try await found(limited, "beach") == ["c.jpg"])
        #expect(try await found(limited, "") == ["c.jpg"])
        #expect(try await found(limited, "secret") == [])
        #expect(try await found(limited, "nikon") == [])
        try await test.library.setAuthorization(.denied, for: .readWrite, client: client)
        #expect(try await found(limited, "beach") == [])
    }

    @Test("After any changes the index agrees with the assets, and finds what reading them finds")
    func property() async throws {
        let test = try await TestLibrary()
        var random = SeededGenerator(state: 11)
        let words = ["red", "Blue", "Été", "sea", "see", "IMG", "東京都", "x1y2", "007"]
        func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
        var cameras: [String: String] = [:]
        for _ in 0..<40 {
            let files = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                let number = Int.random(in: 0..<60, using: &random)
                let (title, caption, camera) = (word(), word() + " " + word(), word())
                let name = "F_\(number)_\(words[number % words.count]).jpg"
                cameras[name] = number % 4 == 0 ? camera : nil
                return FileRecord.photo(number, name: name) {
                    $0.title = title
                    $0.caption = number % 3 == 0 ? nil : caption
                    $0.model = number % 4 == 0 ? camera : nil
                    $0.rating = number % 6
                }
            }
            try await test.record(files)
            if Bool.random(using: &random) {
                let row = Int64.random(in: 1...30, using: &random)
                try await test.catalog.write { writer in
                    try writer.connection.execute("DELETE FROM asset WHERE id = ?", row)
                    writer.note(.asset, .deleted, row: row)
                }
            }
        }
        #expect(try await test.library.catalogProblems() == [])
        let all = try await test.library.fetchAssets()
        let assets = try await all.objects(at: 0..<all.count)
        for word in words + ["r", "se", "i", "1", "2", "7", "京都", "e"] {
            let finder = TextFinder(FreeText(word))
            let byCamera = assets.filter { asset in
                cameras[asset.path.lastComponent.displayString].map(finder.matches) ?? false
            }
            let byText = assets.filter { asset in
                [asset.path.lastComponent.displayString, asset.title ?? "", asset.caption ?? ""]
                    .contains(where: finder.matches)
            }
            for (query, expected) in [
                (word, Set(byText).union(byCamera)), ("camera:\(word)", Set(byCamera)),
                ("\(word) -camera:\(word)", Set(byText).subtracting(byCamera)),
            ] {
                let found = try await test.identifiers(
                    test.library.fetchAssets(matching: SearchQuery(parsing: query)))
                #expect(found.count == expected.count, "\(query)")
                #expect(Set(found) == Set(expected.map(\.localIdentifier)), "\(query)")
            }
        }
        #expect(cameras.count > 5)
    }

    @Test("No match is later than the bound at which a walk begins, wherever on Earth it was taken")
    func latest() async throws {
        // Given the last second of 2021 twelve hours west of Greenwich, and fourteen east of it, and what is later
        let test = try await TestLibrary()
        let lastSecond = 31_535_999
        let rows = try await test.record([
            .photo(lastSecond, name: "west") { $0.captureTime?.utcOffset = -12 * 3_600 },
            .photo(lastSecond, name: "east") { $0.captureTime?.utcOffset = 14 * 3_600 },
            .photo(2 * lastSecond, name: "later"), .photo(3 * lastSecond, name: "latest"),
            .photo(4, name: "timeless") { $0.captureTime = nil },
        ])
        let (bounds, keys) = try await test.catalog.read { connection in
            let columns = SearchColumns(connection: connection)
            let keys = try connection.all("SELECT sort_key FROM asset ORDER BY id") { $0.int64(0) }
            let bounds = try [rows[0...1], rows[0...2], rows[1...1], rows[0...4]].map {
                try columns.latestSortKey(of: RowSet($0))
            }
            return (bounds, keys)
        }
        // Then the bound is above all that match, and below what came a year later
        #expect(rows == [1, 2, 3, 4, 5])
        let bound = try #require(bounds[0])
        #expect(keys[0] <= bound && keys[1] <= bound && bound < keys[2])
        let next = try #require(bounds[1])
        #expect(keys[2] <= next && next < keys[3] && bounds[2] == bound)
        // And there is none where one of them has no time
        #expect(bounds[3] == nil)
    }

    @Test("The doctor finds an index that does not agree, and repair makes it anew")
    func doctor() async throws {
        let test = try await library()
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM search_posting WHERE term = 'img'")
            try writer.connection.execute("INSERT INTO search_posting VALUES ('wrong', 0, x'0100')")
        }
        #expect(try await test.library.catalogProblems().count == 1)
        let findings = try await test.library.examine(repairing: true)
        #expect(findings.first { $0.check == .catalog }?.isRepaired == true)
        #expect(try await found(test.library, "\"img\"") == ["IMG_1234.JPG"])
    }

    @Test("Names that are not UTF-8 are found by what is readable of them")
    func badNames() async throws {
        let test = try await TestLibrary()
        var record = FileRecord.photo(1)
        record.name = Array("caf".utf8) + [0xE9] + Array(" noir.jpg".utf8)
        try await test.record([record])
        #expect(try await test.library.fetchAssets(matching: SearchQuery(parsing: "noir")).count == 1)
        #expect(try await test.library.fetchAssets(matching: SearchQuery(parsing: "caf")).count == 1)
    }

    @Test("Hostile queries are errors or results, and never SQL")
    func hostile() async throws {
        let test = try await library()
        let pieces = [
            "\"", "*", "NEAR(", ")", "'", ";", "--", "DROP TABLE asset", "\u{0}", "%", "_", "AND", "NOT",
            "OR", "^",
            "{", "}", ":", "keyword:", "name:", "title:", "-", ",", "a", "東", "\u{10FFFF}", "\u{1}",
            "\u{301}",
            "rating:", "999999999999", "date:", "-1", " ", "is:", "x'00'", "?", "1=1", "\u{200D}", "\u{202E}",
        ]
        var random = SeededGenerator(state: 5)
        for _ in 0..<1_500 {
            let text = (0..<Int.random(in: 1...10, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            guard let query = try? SearchQuery(parsing: text) else { continue }
            let result = try await test.library.fetchAssets(matching: query)
            #expect(result.count <= 4)
        }
        for text in [
            "\"", "NEAR(", String(repeating: "\"", count: 4_000), String(repeating: "(", count: 100_000),
        ] {
            if let query = try? SearchQuery(parsing: text) {
                #expect(try await test.library.fetchAssets(matching: query).count <= 4)
            }
        }
        #expect(try await test.library.fetchAssets().count == 4)
    }
}
