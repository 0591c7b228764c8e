// SPDX-License-Identifier: GPL-3.0-or-later
// A library in a folder of its own, with assets that were never files: for everything that needs no pixels.

import Foundation
import Metadata
import TestSupport

@testable import AlbumenKit

/// A library that vanishes with its folder.
final class TestLibrary: Sendable {
    let folder: URL
    let library: PhotoLibrary
    var catalog: Catalog { library.catalog }

    /// Opens it for the app, which may do everything unless `status` says otherwise.
    init(status: AuthorizationStatus = .authorized) async throws {
        folder = try Self.makeFolder()
        library = try await PhotoLibrary.open(at: Self.location(folder), client: .app)
        if status != .notDetermined { try await library.setAuthorization(status, for: .readWrite) }
    }

    deinit { removeFolder(folder.path) }

    static func makeFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "albumen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    static func location(_ folder: URL) -> LibraryLocation {
        LibraryLocation(directory: FilePath(folder.path))
    }

    /// The same catalog as another client sees it.
    func library(for client: ClientIdentifier) -> PhotoLibrary {
        PhotoLibrary(
            client: client, location: library.location, recovery: nil, decoders: library.decoders,
            catalog: catalog)
    }

    /// Records files and returns their rows.
    @discardableResult
    func record(_ files: [FileRecord]) async throws -> [Int64] {
        try await catalog.record(files).map(\.rowID)
    }

    /// Records `count` photos, each a second later than the one before, and returns their identifiers, newest
    /// first.
    func addPhotos(_ count: Int) async throws -> [String] {
        try await record((0..<count).map { .photo($0) })
        return try await identifiers(library.fetchAssets())
    }

    func identifiers(_ result: FetchResult<Asset>) async throws -> [String] {
        try await result.objects(at: 0..<result.count).map(\.localIdentifier)
    }

    func favorite(_ identifiers: [String], _ isFavorite: Bool = true) async throws {
        try await library.performChanges { try $0.setFavorite(isFavorite, forAssets: identifiers) }
    }
}

extension FileRecord {
    /// A photo that was taken `second` seconds into 2021, in a folder that does not exist.
    static func photo(
        _ second: Int, name: String? = nil, folder: FilePath = FilePath("/nowhere"), inode: UInt64? = nil,
        state: AssetState = .ok, addedBy: ClientIdentifier? = nil,
        _ change: (inout FileFacts) -> Void = { _ in }
    ) -> FileRecord {
        var facts = FileFacts(format: .jpeg)
        facts.displaySize = PixelSize(width: 4000, height: 3000)
        facts.captureTime = CaptureTime(wallSeconds: 1_609_459_200 + Int64(second), source: .exif)
        change(&facts)
        let isReadable = state == .ok
        return FileRecord(
            folder: folder, name: Array((name ?? "IMG_\(second).JPG").utf8),
            stamp: FileStamp(
                device: 1, inode: inode ?? UInt64(second + 1), size: 1_000 + Int64(second),
                modificationTime: 1_609_459_200_000_000_000 + Int64(second), changeTime: 0),
            facts: isReadable ? facts : nil, state: state, addedBy: addedBy)
    }
}

extension LibraryError {
    var isNotAllowed: Bool { if case .notAllowed = self { true } else { false } }
    var isNotAuthorized: Bool { if case .notAuthorized = self { true } else { false } }
}

extension ChangeRequests {
    func setFavorite(_ isFavorite: Bool, forAssets assets: [any AssetReference]) throws {
        for asset in assets { try request(for: asset).isFavorite = isFavorite }
    }

    func setHidden(_ isHidden: Bool, forAssets assets: [any AssetReference]) throws {
        for asset in assets { try request(for: asset).isHidden = isHidden }
    }
}

/// The same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
