// SPDX-License-Identifier: GPL-3.0-or-later
// Property tests: random libraries, random edits, random options, every kind of viewer; what fetches give is what the
// plain model gives, in the same order, with the same counts.

import Metadata
import SQLite
import Testing

@testable import AlbumenKit

@Suite("Fetches against a model", .timeLimit(.minutes(30)))
struct FetchModelTests {
    private let guest = ClientIdentifier("org.example.Guest")
    private static let bursts = ["A", "B", "C", "D"]

    @Test("Any fetch gives what the model gives", arguments: [1, 2, 3, 4] as [UInt64])
    func fetches(seed: UInt64) async throws {
        // Given a library of many kinds
        var random = SeededGenerator(state: seed)
        let test = try await TestLibrary()
        var model = try await populate(test, &random)
        let denied = test.library(for: ClientIdentifier("org.example.Denied"))
        let limited = test.library(for: guest)
        try await limited.setAuthorization(.limited, for: .readWrite)
        for _ in 0..<4 {
            // When it is edited
            try await edit(test, &model, &random)
            #expect(try await test.library.catalogProblems() == [])
            // Then every fetch gives what the model gives
            for _ in 0..<60 {
                let (source, options) = (self.source(model, &random), self.options(&random))
                for (library, isLimited) in [(test.library, false), (limited, true)] {
                    let expected = model.rows(source, options, limited: isLimited)
                    // A limited client does not see the albums of others.
                    if isLimited, case .album = source { continue }
                    // A day of which nothing is shown by default is no moment.
                    let days = model.days(limited: isLimited).map(\.day)
                    if case .day(let day) = source, !days.contains(day) { continue }
                    let result = try await fetch(source, options, library, model)
                    let found = try await result.objects(at: 0..<result.count).map(\.rowID)
                    let comment = Comment("\(source) \(options) limited: \(isLimited)")
                    #expect(result.count == expected.count, comment)
                    #expect(found == expected.map(\.row), comment)
                    let videos = try await result.countOfAssets(with: .video)
                    #expect(videos == expected.count(where: { $0.mediaType == .video }), comment)
                }
                // The denied client has neither these albums nor these assets nor this day.
                switch source {
                case .album, .transient, .day: continue
                default: break
                }
                #expect(try await fetch(source, options, denied, model).isEmpty)
            }
            // And so do moments
            for (library, isLimited) in [(test.library, false), (limited, true)] {
                let days = Array(model.days(limited: isLimited).reversed())
                let found = try await library.fetchMoments(by: .day)
                #expect(found.map(\.day?.daysSince1970) == days.map(\.day))
                #expect(found.map(\.assetCount) == days.map(\.assets.count))
                #expect(found.map(\.startDate?.milliseconds) == days.map { $0.assets.first?.sortKey })
                #expect(found.map(\.endDate?.milliseconds) == days.map { $0.assets.last?.sortKey })
                let places = try await library.fetchMoments(by: .dayAndPlace)
                var rows: [[Int64]] = []
                for moment in places.reversed() {
                    let result = try await library.fetchAssets(in: moment)
                    #expect(result.count == moment.assetCount)
                    rows.append(try await result.objects(at: 0..<result.count).map(\.rowID))
                }
                #expect(rows == model.placeMoments(limited: isLimited))
                let identifiers = (found + places).map(\.localIdentifier)
                let again = try await library.fetchAssetCollections(withLocalIdentifiers: identifiers)
                #expect(try again.all().map(\.assetCount) == (found + places).map(\.assetCount))
            }
            #expect(try await denied.fetchMoments(by: .day).isEmpty)
            #expect(try await denied.fetchMoments(by: .dayAndPlace).isEmpty)
            // And so does every smart album's count
            for subtype in SmartAlbumTests.subtypes {
                for (library, isLimited) in [(test.library, false), (limited, true)] {
                    let count = try await library.fetchSmartAlbum(subtype).assetCount
                    let expected = model.rows(.smartAlbum(subtype), FetchOptions(), limited: isLimited).count
                    #expect(count == expected, "\(subtype) limited: \(isLimited)")
                }
                #expect(try await denied.fetchSmartAlbum(subtype).assetCount == 0)
            }
        }
    }

    // MARK: - Making

    private func populate(_ test: TestLibrary, _ random: inout SeededGenerator) async throws -> FetchModel {
        let bits: [MediaSubtypes] = [
            .panorama, .screenshot, .live, .depthEffect, .animated, .spatial, .highFrameRate, .timelapse,
            .screenRecording, .cinematic, [.panorama, .live],
        ]
        var records: [FileRecord] = []
        var assets: [ModelAsset] = []
        for number in 0..<120 {
            var asset = ModelAsset(
                row: 0, identifier: "",
                name: "IMG_\(Int.random(in: 0..<1_000, using: &random))_\(number).jpg",
                wallSeconds: 1_609_459_200 + Int64.random(in: -400_000...400_000, using: &random) / 1_000
                    * 1_000,
                utcOffset: [nil, 7_200, -3_600].randomElement(using: &random) ?? nil, addedAt: 0,
                mediaType: Int.random(in: 0..<5, using: &random) == 0 ? .video : .image,
                subtypes: Bool.random(using: &random) ? [] : bits.randomElement(using: &random) ?? [],
                isRaw: Int.random(in: 0..<8, using: &random) == 0,
                width: Int.random(in: 1...4, using: &random),
                size: Int64.random(in: 1...5, using: &random),
                duration: Double(Int.random(in: 0...2, using: &random)),
                rating: Int.random(in: 0...5, using: &random),
                burst: Int.random(in: 0..<3, using: &random) == 0
                    ? Self.bursts.randomElement(using: &random) : nil)
            asset.burst = asset.mediaType == .image ? asset.burst : nil
            if Bool.random(using: &random) {
                // Around the 180th meridian, some metres to some kilometres apart.
                let east = Double.random(in: -0.06...0.06, using: &random)
                asset.location = Location(
                    latitude: 52 + Double.random(in: -0.03...0.03, using: &random),
                    longitude: east < 0 ? 180 + east : -180 + east)
            }
            assets.append(asset)
            var record = FileRecord.photo(number, name: asset.name) { facts in
                facts.format = asset.isRaw ? .dng : .jpeg
                facts.mediaType = asset.mediaType
                facts.subtypes = asset.subtypes
                facts.captureTime = CaptureTime(
                    wallSeconds: asset.wallSeconds, utcOffset: asset.utcOffset, source: .exif)
                facts.displaySize = PixelSize(width: asset.width, height: 7)
                facts.duration = asset.duration
                facts.location = asset.location
                facts.rating = asset.rating == 0 ? nil : asset.rating
                facts.burstIdentifier = asset.burst
            }
            record.stamp = FileStamp(
                device: 1, inode: UInt64(number) + 1, size: asset.size, modificationTime: Int64(number),
                changeTime: 0)
            records.append(record)
        }
        let rows = try await test.record(records)
        // Some came in long ago.
        let today = Clock.now() / Clock.millisecondsPerDay
        let added = rows.map { _ in
            (today - Int64.random(in: 0...60, using: &random)) * Clock.millisecondsPerDay
        }
        try await test.catalog.write { writer in
            // The library's own pick of a burst is no part of the model.
            let representative = AssetTraits.burstRepresentative.rawValue
            try writer.connection.execute(
                "UPDATE asset SET traits = traits & ~?, burst_selection = 0", representative)
            for (row, time) in zip(rows, added) {
                try writer.connection.execute("UPDATE asset SET added_at = ? WHERE id = ?", time, row)
            }
        }
        let stored = try await test.catalog.read { try $0.assets(rows: rows) }
        for index in assets.indices {
            assets[index].row = rows[index]
            assets[index].identifier = stored[index]?.localIdentifier ?? ""
            assets[index].addedAt = added[index]
        }
        return FetchModel(assets: assets)
    }

    /// What people, and detectors of bursts, do: favourites, hidden and deleted photos, picks, albums, a selection.
    private func edit(_ test: TestLibrary, _ model: inout FetchModel, _ random: inout SeededGenerator)
        async throws
    {
        for _ in 0..<40 {
            let index = Int.random(in: model.assets.indices, using: &random)
            let flag = Bool.random(using: &random)
            let row = model.assets[index].row
            let identifier = model.assets[index].identifier
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                model.assets[index].isFavorite = flag
                try await test.favorite([identifier], flag)
            case 1:
                model.assets[index].isHidden = flag
                try await test.library.performChanges { try $0.setHidden(flag, forAssets: [identifier]) }
            case 2:
                let time: Int64? = flag ? Int64.random(in: 1...5, using: &random) : nil
                model.assets[index].trashedAt = time
                try await set("trashed_at = ?", time, row, test)
            case 3:
                model.assets[index].represents = flag && model.assets[index].burst != nil
                let bit = AssetTraits.burstRepresentative.rawValue
                let sql = model.assets[index].represents ? "traits | ?" : "traits & ~?"
                try await set("traits = \(sql)", bit, row, test)
            case 4:
                model.assets[index].selection = flag ? [.userPick, .autoPick] : []
                let bits = Int64(model.assets[index].selection.rawValue)
                try await set("burst_selection = ?", bits, row, test)
            default:
                let burst = flag ? Self.bursts.randomElement(using: &random) : nil
                model.assets[index].burst = burst
                try await set("burst_id = ?", burst, row, test)
            }
        }
        let members = model.assets.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let identifiers = members.map(\.identifier)
        let title = "Album \(model.albums.count)"
        try await test.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: title)).addAssets(identifiers)
        }
        model.albums.append(members.map(\.row))
        let chosen = model.assets.filter { _ in Bool.random(using: &random) }
        try await test.library(for: guest).setLimitedSelection(chosen.map(\.identifier))
        model.selection = Set(chosen.map(\.row))
    }

    private func set(_ assignment: String, _ value: (any BindableValue)?, _ row: Int64, _ test: TestLibrary)
        async throws
    {
        try await test.catalog.write { writer in
            try writer.connection.execute("UPDATE asset SET \(assignment) WHERE id = ?", value, row)
            writer.note(.asset, .updated, row: row)
        }
    }

    // MARK: - Asking

    private func source(_ model: FetchModel, _ random: inout SeededGenerator) -> FetchModel.Source {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .library
        case 1: .mediaType([.image, .video, .audio].randomElement(using: &random) ?? .image)
        case 2: .burst(Self.bursts.randomElement(using: &random) ?? "A")
        case 3: .album(Int.random(in: model.albums.indices, using: &random))
        case 4: .day(18_628 + Int.random(in: -5...5, using: &random))
        case 5:
            .transient((0..<20).compactMap { _ in model.assets.randomElement(using: &random)?.row })
        default: .smartAlbum(SmartAlbumTests.subtypes.randomElement(using: &random) ?? .smartAlbumVideos)
        }
    }

    private func options(_ random: inout SeededGenerator) -> FetchOptions {
        var options = FetchOptions()
        options.includeHiddenAssets = Bool.random(using: &random)
        options.includeAllBurstAssets = Bool.random(using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
            options.fetchLimit = Int.random(in: 1...30, using: &random)
            options.fetchOffset = Int.random(in: 0...20, using: &random)
        }
        if Int.random(in: 0..<10, using: &random) == 0 { options.includeAssetSourceTypes = .cloudShared }
        // The two that the model does not know.
        let keys = AssetSortKey.allCases.filter { $0 != .modificationDate && $0 != .pixelHeight }
        for _ in 0..<[0, 0, 1, 2, 3][Int.random(in: 0..<5, using: &random)] {
            options.sortDescriptors.append(
                SortDescriptor(
                    keys.randomElement(using: &random) ?? .captureTime, ascending: Bool.random(using: &random)
                ))
        }
        return options
    }

    private func fetch(
        _ source: FetchModel.Source, _ options: FetchOptions, _ library: PhotoLibrary, _ model: FetchModel
    ) async throws -> FetchResult<Asset> {
        switch source {
        case .library: return try await library.fetchAssets(options: options)
        case .mediaType(let type): return try await library.fetchAssets(with: type, options: options)
        case .burst(let burst):
            return try await library.fetchAssets(withBurstIdentifier: burst, options: options)
        case .smartAlbum(let subtype):
            return try await library.fetchAssets(in: library.fetchSmartAlbum(subtype), options: options)
        case .transient(let rows):
            let found = try await library.catalog.read { try $0.assets(rows: rows).compactMap { $0 } }
            return try await library.fetchAssets(in: .transient(assets: found), options: options)
        case .day(let day):
            let collections = try await library.fetchAssetCollections(
                withLocalIdentifiers: ["moment/\(day)"])
            return try await library.fetchAssets(in: collections.all()[0], options: options)
        case .album(let index):
            let album = try await library.fetchAlbums(titled: "Album \(index)")[0]
            return try await library.fetchAssets(in: album, options: options)
        }
    }
}
