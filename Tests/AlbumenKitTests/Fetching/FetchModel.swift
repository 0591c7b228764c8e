// SPDX-License-Identifier: GPL-3.0-or-later
// The library as a plain array: what fetches have to give, said without SQL.

import Foundation
import Metadata

@testable import AlbumenKit

/// An asset of the model.
struct ModelAsset {
    var row: Int64
    var identifier: String
    var name: String
    var wallSeconds: Int64
    var utcOffset: Int?
    var location: Location?
    var addedAt: Int64
    var mediaType: MediaType
    var subtypes: MediaSubtypes
    var isRaw: Bool
    var width: Int
    var size: Int64
    var duration: Double
    var rating: Int
    var burst: String?
    var represents = false
    var selection: BurstSelectionTypes = []
    var isFavorite = false
    var isHidden = false
    var trashedAt: Int64?

    var day: Int { Int((Double(wallSeconds) / 86_400).rounded(.down)) }
    var sortKey: Int64 { (wallSeconds - Int64(utcOffset ?? 0)) * 1_000 }
}

struct FetchModel {
    var assets: [ModelAsset]
    /// The members of albums in the person's order, by row.
    var albums: [[Int64]] = []
    /// What the limited client may see, by row.
    var selection: Set<Int64> = []

    enum Source {
        case library
        case mediaType(MediaType)
        case smartAlbum(AssetCollectionSubtype)
        case album(Int)
        case burst(String)
        /// Rows in an order; some may be there twice.
        case transient([Int64])
        case day(Int)
    }

    /// What of the library is shown by default, as it was taken, by day.
    func days(limited: Bool) -> [(day: Int, assets: [ModelAsset])] {
        let shown = rows(.library, FetchOptions(), limited: limited).reversed()
        return Dictionary(grouping: shown, by: \.day).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Days cut where a capture is more than four hours after the last one, or more than three kilometres from the last
    /// one with a place.
    func placeMoments(limited: Bool) -> [[Int64]] {
        var moments: [[Int64]] = []
        for (_, assets) in days(limited: limited) {
            var moment: [ModelAsset] = []
            for asset in assets {
                let isLate = moment.last.map { asset.sortKey - $0.sortKey > 4 * 3_600_000 } ?? false
                let from = moment.last { $0.location != nil }?.location
                let isFar = from.map { from in asset.location.map { Self.metres(from, $0) > 3_000 } ?? false }
                if isLate || isFar ?? false {
                    moments.append(moment.map(\.row))
                    moment = []
                }
                moment.append(asset)
            }
            moments.append(moment.map(\.row))
        }
        return moments
    }

    /// On a sphere: another formula than the library's.
    private static func metres(_ a: Location, _ b: Location) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let height = pow(sin(radians(b.latitude - a.latitude) / 2), 2)
        let width = pow(sin(radians(b.longitude - a.longitude) / 2), 2)
        let chord = height + width * cos(radians(a.latitude)) * cos(radians(b.latitude))
        return 2 * 6_371_000 * asin(chord.squareRoot())
    }

    func rows(_ source: Source, _ options: FetchOptions, limited: Bool) -> [ModelAsset] {
        var found: [ModelAsset]
        if case .album(let index) = source {
            found = albums[index].compactMap { row in assets.first { $0.row == row } }
        } else if case .transient(let rows) = source {
            var seen: Set<Int64> = []
            found = rows.filter { seen.insert($0).inserted }.compactMap { row in
                assets.first { $0.row == row }
            }
        } else {
            found = assets.sorted { ($0.sortKey, $0.row) > ($1.sortKey, $1.row) }
        }
        switch source {
        case .smartAlbum(.smartAlbumRecentlyAdded):
            found.sort { ($0.addedAt, $0.row) > ($1.addedAt, $1.row) }
        case .smartAlbum(.smartAlbumRecentlyDeleted):
            found.sort { ($0.trashedAt ?? 0, $0.row) > ($1.trashedAt ?? 0, $1.row) }
        case .burst, .day: found.reverse()
        default: break
        }
        found = found.filter { (!limited || selection.contains($0.row)) && isMember($0, source, options) }
        if !options.includeAssetSourceTypes.isEmpty, !options.includeAssetSourceTypes.contains(.userLibrary) {
            found = []
        }
        if let last = options.sortDescriptors.last {
            found.sort { a, b in
                for descriptor in options.sortDescriptors {
                    let order = Self.compare(a, b, descriptor.key)
                    if order != 0 { return descriptor.ascending ? order < 0 : order > 0 }
                }
                return last.ascending ? a.row < b.row : a.row > b.row
            }
        }
        let rest = found.dropFirst(options.fetchOffset)
        return Array(options.fetchLimit > 0 ? rest.prefix(options.fetchLimit) : rest)
    }

    private func isMember(_ asset: ModelAsset, _ source: Source, _ options: FetchOptions) -> Bool {
        switch source {
        case .smartAlbum(.smartAlbumRecentlyDeleted): return asset.trashedAt != nil
        case .smartAlbum(.smartAlbumAllHidden):
            return asset.isHidden && asset.trashedAt == nil
                && (options.includeAllBurstAssets || !isFolded(asset))
        default: break
        }
        guard asset.trashedAt == nil, options.includeHiddenAssets || !asset.isHidden,
            options.includeAllBurstAssets || !isFolded(asset)
        else { return false }
        switch source {
        case .library, .album, .transient: return true
        case .day(let day): return asset.day == day
        case .mediaType(let type): return asset.mediaType == type
        case .burst(let identifier): return asset.burst == identifier
        case .smartAlbum(let subtype): return Self.isMember(asset, of: subtype)
        }
    }

    private static func isMember(_ asset: ModelAsset, of subtype: AssetCollectionSubtype) -> Bool {
        let subtypes: [AssetCollectionSubtype: MediaSubtypes] = [
            .smartAlbumPanoramas: .panorama, .smartAlbumScreenshots: .screenshot,
            .smartAlbumLivePhotos: .live,
            .smartAlbumDepthEffect: .depthEffect, .smartAlbumAnimated: .animated,
            .smartAlbumSpatial: .spatial,
            .smartAlbumSlomoVideos: .highFrameRate, .smartAlbumTimelapses: .timelapse,
            .smartAlbumScreenRecordings: .screenRecording, .smartAlbumCinematic: .cinematic,
        ]
        if let wanted = subtypes[subtype] { return asset.subtypes.contains(wanted) }
        return switch subtype {
        case .smartAlbumUserLibrary: true
        case .smartAlbumRecentlyAdded:
            asset.addedAt / Clock.millisecondsPerDay >= Clock.now() / Clock.millisecondsPerDay - 30
        case .smartAlbumFavorites: asset.isFavorite
        case .smartAlbumVideos: asset.mediaType == .video
        case .smartAlbumBursts: asset.represents
        case .smartAlbumRAW: asset.isRaw
        default: false
        }
    }

    /// Behind the photo that represents its burst, and not picked by the person.
    private func isFolded(_ asset: ModelAsset) -> Bool {
        guard let burst = asset.burst, asset.trashedAt == nil, !asset.represents,
            !asset.selection.contains(.userPick)
        else { return false }
        return assets.contains { $0.burst == burst && $0.represents && $0.trashedAt == nil }
    }

    private static func compare(_ a: ModelAsset, _ b: ModelAsset, _ key: AssetSortKey) -> Int {
        func order<T: Comparable>(_ value: (ModelAsset) -> T) -> Int {
            value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0
        }
        return switch key {
        case .captureTime: order(\.sortKey)
        case .addedDate: order(\.addedAt)
        case .trashedDate: order { $0.trashedAt ?? -1 }
        case .localIdentifier: order(\.identifier)
        case .fileName: order(\.name)
        case .fileSize: order(\.size)
        case .mediaType: order(\.mediaType.rawValue)
        case .mediaSubtypes: order(\.subtypes.rawValue)
        case .duration: order(\.duration)
        case .pixelWidth: order(\.width)
        case .rating: order(\.rating)
        case .isFavorite: order { $0.isFavorite ? 1 : 0 }
        case .isHidden: order { $0.isHidden ? 1 : 0 }
        case .burstIdentifier: order { $0.burst ?? "" }
        case .modificationDate, .pixelHeight: 0
        }
    }
}
