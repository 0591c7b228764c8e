// SPDX-License-Identifier: GPL-3.0-or-later
// A library to import into, and a folder to import from.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

/// Both go with the test.
struct ImportTestLibrary {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()
    let library: PhotoLibrary

    init() async throws {
        library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
    }

    /// Writes photos `100.jpg`, `101.jpg`, … that are all different; their paths in order.
    @discardableResult
    func write(_ count: Int, in folder: String = "") -> [FilePath] {
        (0..<count).map { number in
            let name = (folder.isEmpty ? "" : folder + "/") + "\(100 + number).jpg"
            return photos.write(Array(name.utf8), SampleJPEG.bytes(seed: number))
        }
    }

    func start(
        _ paths: [FilePath]? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> ImportSession {
        var options = ImportOptions()
        change(&options)
        return try await library.startImport(paths ?? [photos.path], options: options)
    }

    @discardableResult
    func take(
        _ paths: [FilePath]? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> [ImportResult] {
        try await results(of: start(paths, change))
    }

    func results(of session: ImportSession) async throws -> [ImportResult] {
        var results: [ImportResult] = []
        for try await result in session.results { results.append(result) }
        return results
    }

    func assets(_ result: FetchResult<Asset>? = nil) async throws -> [Asset] {
        let all = if let result { result } else { try await library.fetchAssets() }
        return try await all.objects(at: 0..<all.count)
    }

    func imports() async throws -> [AssetCollection] {
        try await library.fetchAssetCollections(with: .album, subtype: .albumImported)
    }

    func content(of path: FilePath) throws -> ContentHash { try ContentHash(of: OpenFile(path: path)) }
}
