// SPDX-License-Identifier: GPL-3.0-or-later
// Smart albums: each kept count is what counting gives, after thousands of edits; each view reads an index in
// its order.

import Metadata
import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Smart albums", .timeLimit(.minutes(30)))
struct SmartAlbumTests {
    static let subtypes = AssetCollectionSubtype.allCases.filter { StandardView($0) != nil }

    @Test("Every smart album of PhotoKit's is there")
    func complete() async throws {
        let test = try await TestLibrary()
        let albums = try await test.library.fetchAssetCollections(with: .smartAlbum)
        #expect(albums.map(\.subtype.rawValue) == Array(201...220) + [1_000_000])
        #expect(Set(albums.map(\.localIdentifier)).count == albums.count)
        let single = try await test.library.fetchAssetCollections(
            with: .smartAlbum, subtype: .smartAlbumVideos)
        #expect(single.map(\.subtype) == [.smartAlbumVideos])
        await #expect(throws: LibraryError.self) { try await test.library.fetchSmartAlbum(.albumRegular) }
    }

    @Test("Counts stay exact through random edits")
    func countsAreExact() async throws {
        // Given assets of many kinds, in albums
        let test = try await TestLibrary()
        var random = SeededGenerator(state: 7)
        let bits: [MediaSubtypes] = [
            .panorama, .screenshot, .live, .depthEffect, .animated, .spatial, .highFrameRate, .timelapse,
            .screenRecording, .cinematic,
        ]
        var records: [FileRecord] = []
        for second in 0..<400 {
            let subtypes = Bool.random(using: &random) ? [] : bits.randomElement(using: &random) ?? []
            let isVideo = Int.random(in: 0..<5, using: &random) == 0
            let isRaw = Int.random(in: 0..<10, using: &random) == 0
            records.append(
                .photo(second) { facts in
                    facts.format = isRaw ? .dng : .jpeg
                    facts.mediaType = isVideo ? .video : .image
                    facts.subtypes = subtypes
                })
        }
        try await test.record(records)
        let all = try await test.identifiers(test.library.fetchAssets())
        let albums = try await test.library.performChanges { changes in
            try (0..<3).map { try changes.createAlbum(title: "Album \($0)") }
        }.result
        // When they are hidden, deleted, restored, favoured, filed, changed on disk and lost, in any order
        for round in 0..<150 {
            let some = (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in
                all.randomElement(using: &random)
            }
            let flag = Bool.random(using: &random)
            let album = albums[round % 3]
            let kind = Int.random(in: 0..<7, using: &random)
            if kind == 6 {
                let rows = try await test.catalog.read {
                    try $0.assetRows(identifiers: some).compactMap { $0 }
                }
                flag ? try await test.catalog.markMissing(rows) : try await test.catalog.markPresent(rows)
                try await test.record(
                    records.shuffled(using: &random).prefix(5).map { record in
                        var record = record
                        record.facts?.mediaType = flag ? .video : .image
                        return record
                    })
                continue
            }
            try await test.library.performChanges { changes in
                switch kind {
                case 0: try changes.setFavorite(flag, forAssets: some)
                case 1: try changes.setHidden(flag, forAssets: some)
                case 2: try changes.deleteAssets(some)
                case 3: try changes.restoreAssets(some)
                case 4: try changes.request(forAlbum: album).addAssets(some)
                default: try changes.request(forAlbum: album).removeAssets(some)
                }
            }
        }
        // Then every kept count is what counting gives
        #expect(try await test.library.catalogProblems() == [])
        for subtype in Self.subtypes {
            let album = try await test.library.fetchSmartAlbum(subtype)
            let result = try await test.library.fetchAssets(in: album)
            #expect(album.assetCount == result.count, "\(subtype)")
            #expect(try await test.identifiers(result).count == result.count, "\(subtype)")
        }
        for album in try await test.library.fetchAssetCollections(with: .album) {
            let result = try await test.library.fetchAssets(in: album)
            #expect(try await test.identifiers(result).count == album.assetCount)
        }
        // And a count that does not agree is found and put right
        try await test.catalog.write { try $0.connection.execute("UPDATE tally SET count = count + 1") }
        #expect(try await test.library.catalogProblems().count == 1)
        try await test.library.rebuildCounts()
        #expect(try await test.library.catalogProblems() == [])
    }

    /// What makes a photo one of each smart album's that comes from its file or a detector; `traits` are bits.
    private static let evidence:
        [AssetCollectionSubtype: (subtypes: MediaSubtypes, traits: AssetTraits, type: MediaType)] = [
            .smartAlbumPanoramas: (.panorama, [], .image), .smartAlbumVideos: ([], [], .video),
            .smartAlbumTimelapses: (.timelapse, [], .image),
            .smartAlbumBursts: ([], .burstRepresentative, .image),
            .smartAlbumSlomoVideos: (.highFrameRate, [], .image),
            .smartAlbumSelfPortraits: ([], .selfPortrait, .image),
            .smartAlbumScreenshots: (.screenshot, [], .image),
            .smartAlbumDepthEffect: (.depthEffect, [], .image), .smartAlbumLivePhotos: (.live, [], .image),
            .smartAlbumAnimated: (.animated, [], .image),
            .smartAlbumLongExposures: ([], .longExposure, .image), .smartAlbumRAW: ([], .raw, .image),
            .smartAlbumCinematic: (.cinematic, [], .image), .smartAlbumSpatial: (.spatial, [], .image),
            .smartAlbumScreenRecordings: (.screenRecording, [], .image),
        ]

    @Test("Each of 201 to 220 holds its own kind and no other")
    func everyKind() async throws {
        let test = try await TestLibrary()
        let kinds = Self.evidence.keys.sorted { $0.rawValue < $1.rawValue }
        let rows = try await test.record(
            kinds.enumerated().map { index, kind in
                .photo(index) {
                    $0.subtypes = Self.evidence[kind]!.subtypes
                    $0.mediaType = Self.evidence[kind]!.type
                }
            })
        try await test.catalog.write { writer in
            for (kind, row) in zip(kinds, rows) {
                try writer.connection.execute(
                    "UPDATE asset SET traits = ? WHERE id = ?", Self.evidence[kind]!.traits.rawValue, row)
            }
        }
        for (kind, row) in zip(kinds, rows) {
            let album = try await test.library.fetchSmartAlbum(kind)
            #expect(album.assetCount == 1, "\(kind)")
            let result = try await test.library.fetchAssets(in: album)
            #expect(try await result.withAllRows { Array($0) } == [row], "\(kind)")
        }
        let others: [AssetCollectionSubtype: Int] = [
            .smartAlbumFavorites: 0, .smartAlbumAllHidden: 0, .smartAlbumUnableToUpload: 0,
            .smartAlbumRecentlyAdded: rows.count, .smartAlbumUserLibrary: rows.count,
        ]
        for (kind, count) in others {
            #expect(try await test.library.fetchSmartAlbum(kind).assetCount == count, "\(kind)")
        }
        #expect(Set((kinds + others.keys).map(\.rawValue)) == Set(201...220))
        // What people make with a query is no album of the library's own
        let error = await thrown(LibraryError.self) {
            try await test.library.fetchSmartAlbum(.smartAlbumGeneric)
        }
        #expect(error?.isNotAllowed == true)
        #expect(
            try await test.library.fetchAssetCollections(withLocalIdentifiers: ["smart/200"]).missing
                == ["smart/200"])
    }

    @Test("Each smart album holds what its name says")
    func contents() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(0, name: "plain"),
            .photo(1, name: "video") { $0.mediaType = .video },
            .photo(2, name: "screenshot") { $0.subtypes = .screenshot },
            .photo(3, name: "raw") { $0.format = .dng },
            .photo(4, name: "favorite"), .photo(5, name: "hidden"), .photo(6, name: "deleted"),
        ])
        let all = try await test.identifiers(test.library.fetchAssets())
        try await test.library.performChanges { changes in
            try changes.setFavorite(true, forAssets: [all[2]])
            try changes.setHidden(true, forAssets: [all[1]])
            try changes.deleteAssets([all[0]])
        }
        let expected: [AssetCollectionSubtype: [String]] = [
            .smartAlbumVideos: ["video"], .smartAlbumScreenshots: ["screenshot"], .smartAlbumRAW: ["raw"],
            .smartAlbumFavorites: ["favorite"], .smartAlbumAllHidden: ["hidden"],
            .smartAlbumRecentlyDeleted: ["deleted"], .smartAlbumUnableToUpload: [],
            .smartAlbumUserLibrary: ["favorite", "raw", "screenshot", "video", "plain"],
            .smartAlbumRecentlyAdded: ["favorite", "raw", "screenshot", "video", "plain"],
        ]
        for (subtype, names) in expected {
            let result = try await test.library.fetchAssets(in: test.library.fetchSmartAlbum(subtype))
            let found = try await result.objects(at: 0..<result.count).map {
                $0.path.lastComponent.displayString
            }
            #expect(found == names, "\(subtype)")
        }
    }

    @Test("Only the last thirty days are recent")
    func recent() async throws {
        let test = try await TestLibrary()
        _ = try await test.addPhotos(3)
        let old = Clock.now() - 40 * Clock.millisecondsPerDay
        try await test.catalog.write {
            try $0.connection.execute("UPDATE asset SET added_at = ? WHERE id = 1", old)
        }
        let album = try await test.library.fetchSmartAlbum(.smartAlbumRecentlyAdded)
        #expect(album.assetCount == 2)
        #expect(try await test.library.fetchAssets(in: album).count == 2)
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("Each view reads its own index, in order, without sorting", arguments: subtypes)
    func plan(subtype: AssetCollectionSubtype) async throws {
        let test = try await TestLibrary()
        let view = try #require(StandardView(subtype))
        let query = FetchQuery(source: .view(view), options: FetchOptions(), viewer: .everything)
        guard let index = view.index else { return #expect(view.isEmpty) }
        let compiled = query.rows(now: 0)
        let plan = try await test.catalog.read { connection in
            try connection.withStatement("EXPLAIN QUERY PLAN " + compiled.sql, compiled.values) { statement in
                var lines: [String] = []
                while try statement.step() { lines.append(statement.row.string(3)) }
                return lines
            }
        }
        #expect(plan.count == 1 && plan[0].contains("USING COVERING INDEX \(index)"), "\(plan)")
    }
}
