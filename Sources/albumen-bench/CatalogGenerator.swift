// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogs of any size, the same on every run, with the mixture of kinds of a real library. The files do not
// exist.

import AlbumenKit
import Foundation
import Metadata

/// `generate --assets N DIR`
func runGenerator(arguments: [String]) async throws {
    guard arguments.count == 3, arguments[0] == "--assets", let count = Int(arguments[1]), count >= 0 else {
        throw BenchError(description: "generate --assets N DIR")
    }
    let clock = ContinuousClock()
    let start = clock.now
    _ = try await CatalogGenerator(count: count).library(in: arguments[2])
    print("\(count) assets in \(arguments[2]), made in \(clock.now - start)")
}

struct CatalogGenerator {
    var count: Int

    /// Assets of one transaction.
    private static let batch = 5_000
    /// One photo in these many is so.
    private static let favoriteInterval = 50
    private static let hiddenInterval = 211
    private static let deletedInterval = 223
    /// Photos of one folder.
    private static let folderSize = 500
    /// 2005-01-01T00:00:00 on the wall.
    private static let firstSecond: Int64 = 1_104_537_600
    /// Twenty years, over which the photos are spread.
    private static let span: Int64 = 20 * 365 * 86_400

    /// Opens the library in `folder`, filling it first where it is empty.
    func library(in folder: String) async throws -> PhotoLibrary {
        let location = LibraryLocation(directory: FilePath(folder))
        let library = try await PhotoLibrary.open(at: location, client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        guard try await library.fetchSmartAlbum(.smartAlbumUserLibrary).assetCount == 0 else {
            return library
        }
        for start in stride(from: 0, to: count, by: Self.batch) {
            try await library.catalog.record((start..<min(count, start + Self.batch)).map(record))
        }
        try await decide(in: library)
        try await file(in: library)
        return library
    }

    /// One file. A multiplicative hash spreads everything, so that no index happens to be in the order of the
    /// rows.
    private func record(_ number: Int) -> FileRecord {
        let hash = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let kind = Int(hash >> 40 % 100)
        var facts = FileFacts(format: kind < 10 ? .quickTime : kind < 40 ? .heic : .jpeg)
        facts.displaySize = PixelSize(width: 4_032, height: 3_024)
        if kind < 10 { facts.duration = 12.5 }
        switch kind {
        case 0: facts.subtypes = .highFrameRate
        case 10..<30: facts.subtypes = .live
        case 40..<46:
            facts.format = .png
            facts.subtypes = .screenshot
        case 46: facts.subtypes = .panorama
        case 47: facts.format = .dng
        default: break
        }
        let second = Self.firstSecond + Int64(hash >> 20 % UInt64(Self.span))
        facts.captureTime = CaptureTime(
            wallSeconds: second, milliseconds: Int(hash % 1_000),
            utcOffset: kind.isMultiple(of: 3) ? 7_200 : nil, source: .exif)
        describe(&facts, number, hash)
        if kind > 60 { facts.location = Location(latitude: Double(kind) / 2, longitude: Double(kind) / 3) }
        return FileRecord(
            folder: FilePath("/home/person/Pictures/\(number / Self.folderSize)"),
            name: Array("IMG_\(number).\(facts.format.rawValue.uppercased())".utf8),
            stamp: FileStamp(
                device: 1, inode: UInt64(number) + 1_000, size: 2_000_000 + Int64(hash >> 33),
                modificationTime: second * 1_000_000_000 + Int64(hash % 1_000_000_000), changeTime: 0),
            facts: facts, state: .ok)
    }

    private static let cameras = [
        ("Apple", "iPhone 12"), ("Apple", "iPhone SE"), ("Canon", "Canon EOS R5"), ("Google", "Pixel 7"),
        ("NIKON CORPORATION", "NIKON Z 6"), ("SONY", "ILCE-7M4"), ("FUJIFILM", "X-T4"),
        ("samsung", "SM-G991B"),
    ]
    private static let cities = [
        ("Berlin", "Germany"), ("Köln", "Germany"), ("Rio de Janeiro", "Brazil"), ("東京", "日本"),
        ("Paris", "France"),
        ("Lisboa", "Portugal"), ("New York", "United States"), ("Iași", "România"), ("Oslo", "Norway"),
    ]
    private static let subjects = [
        "beach", "birthday", "family", "garden", "holiday", "island", "mountain", "party", "school", "snow",
        "sunset",
        "wedding",
    ]
    /// One photo in ten has a keyword, one in fifty a title.
    private static let keywordInterval = 10
    private static let titleInterval = 50

    /// What searches find besides names: cameras, places, keywords, titles, people.
    private func describe(_ facts: inout FileFacts, _ number: Int, _ hash: UInt64) {
        func pick<T>(_ list: [T], _ bits: UInt64) -> T { list[Int(hash >> bits % UInt64(list.count))] }
        (facts.make, facts.model) = pick(Self.cameras, 13)
        facts.iso = 100 << Int(hash >> 17 % 8)
        facts.aperture = [1.4, 1.8, 2.8, 4, 5.6, 8][Int(hash >> 21 % 6)]
        let (city, country) = pick(Self.cities, 25)
        if number.isMultiple(of: 2) { facts.place = PlaceName(city: city, country: country) }
        let subject = pick(Self.subjects, 29)
        if number % Self.keywordInterval == 0 { facts.keywords = ["\(subject) \(hash >> 33 % 400)"] }
        if number % Self.titleInterval == 0 { facts.title = "\(subject) in \(city)" }
        if number % Self.titleInterval == 1 {
            facts.people = [PersonInPicture(name: "Person \(hash >> 37 % 500)")]
        }
        facts.rating = number % 7 == 0 ? 1 + Int(hash >> 41 % 5) : nil
    }

    /// What a person does: favourites, hidden and deleted ones.
    private func decide(in library: PhotoLibrary) async throws {
        let all = try await library.fetchAssets()
        var picks: [[String]] = [[], [], []]
        for start in stride(from: 0, to: all.count, by: Self.batch) {
            let assets = try await all.objects(at: start..<min(all.count, start + Self.batch))
            for (offset, asset) in assets.enumerated() {
                let number = start + offset
                for (pick, interval) in [Self.favoriteInterval, Self.hiddenInterval, Self.deletedInterval]
                    .enumerated()
                where number % interval == interval - 1 { picks[pick].append(asset.localIdentifier) }
            }
        }
        let (favorites, hidden, deleted) = (picks[0], picks[1], picks[2])
        try await library.performChanges { changes in
            for asset in favorites { try changes.request(for: asset).isFavorite = true }
            for asset in hidden { try changes.request(for: asset).isHidden = true }
            try changes.deleteAssets(deleted)
        }
    }

    /// Assets of which there is one album.
    private static let albumInterval = 200
    /// Members of each album but the first, which has three photos in ten.
    private static let albumSize = 40
    static let largestAlbum = "Album 0"

    /// Albums, over all of the library.
    private func file(in library: PhotoLibrary) async throws {
        let all = try await library.fetchAssets()
        let largest = try await library.performChanges { changes in
            try changes.createAlbum(title: Self.largestAlbum).localIdentifier
        }.result
        for start in stride(from: 0, to: all.count * 3 / 10, by: Self.batch) {
            let assets = try await all.objects(at: start..<min(all.count, start + Self.batch))
            try await library.performChanges { try $0.request(forAlbum: largest).addAssets(assets) }
        }
        for first in stride(from: 1, to: count / Self.albumInterval, by: Self.albumInterval) {
            let albums = first..<min(count / Self.albumInterval, first + Self.albumInterval)
            var members: [(album: Int, assets: [Asset])] = []
            for album in albums {
                let start = album * Self.albumInterval % max(1, all.count - Self.albumSize)
                members.append(
                    (album, try await all.objects(at: start..<min(all.count, start + Self.albumSize))))
            }
            try await library.performChanges { [members] changes in
                for (album, assets) in members {
                    let request = try changes.request(forAlbum: changes.createAlbum(title: "Album \(album)"))
                    try request.addAssets(assets)
                }
            }
        }
    }
}
