// SPDX-License-Identifier: GPL-3.0-or-later
// A library that nobody holds any more is closed: whatever was done with it, no file of its catalog stays open.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Letting a library go", .timeLimit(.minutes(30)))
struct ReleaseTests {
    /// What is done with a library before it is let go.
    enum Use: String, CaseIterable, CustomTestStringConvertible {
        case nothing, fetches, changes, failedChange, undo, creation, observer, guest, importing, scanning,
            search

        var testDescription: String { rawValue }
    }

    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    /// Paths below the library's folder that this process has open.
    private func openFiles() -> [String] {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.hasPrefix(home.path.displayString + "/") }
    }

    private struct Refusal: Error {}

    private final class Observed {
        weak var library: PhotoLibrary?
        weak var catalog: Catalog?
    }

    private func use(_ library: PhotoLibrary, _ use: Use) async throws {
        try await library.catalog.record((0..<600).map { .photo($0) })
        let all = try await library.fetchAssets()
        let asset = try await all.object(at: 0)
        switch use {
        case .nothing: break
        case .fetches:
            _ = try await all.objects(at: 0..<600)
            _ = try await library.fetchMoments(by: .dayAndPlace)
            _ = try await library.fetchAssetCollections(with: .smartAlbum)
        case .changes:
            try await library.performChanges { changes in
                try changes.request(for: asset).isFavorite = true
                let folder = try changes.createFolder(title: "Folder")
                let album = try changes.createAlbum(title: "Album", in: folder)
                try changes.request(forAlbum: album).addAssets([asset])
                try changes.request(forFolder: folder).title = "Other"
            }
        case .failedChange:
            await #expect(throws: Refusal.self) {
                try await library.performChanges { changes in
                    try changes.request(for: asset).isFavorite = true
                    throw Refusal()
                }
            }
        case .undo:
            let outcome = try await library.performChanges { try $0.deleteAssets([asset]) }
            try await library.undo(library.undo(outcome.undo))
        case .creation:
            try await library.save(
                image: Data(SampleJPEG.bytes(seed: 1)), filename: "a.jpg", toAlbum: "Album")
        case .observer:
            // Somebody waits for a change, and gives up
            let waiting = Task { [changes = library.changes()] in
                for await _ in changes {}
            }
            try await library.performChanges { try $0.request(for: asset).isFavorite = true }
            waiting.cancel()
            await waiting.value
        case .guest:
            let guest = PhotoLibrary(
                client: ClientIdentifier("org.example.Guest"), location: library.location, recovery: nil,
                decoders: library.decoders, catalog: library.catalog)
            try await guest.setAuthorization(.limited, for: .readWrite)
            try await guest.setLimitedSelection([asset.localIdentifier])
            _ = try await guest.fetchAssets().object(at: 0)
        case .importing:
            let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
            for try await _ in library.importFiles([file]) {}
        case .scanning:
            photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
            let scanner = LibraryScanner(library: library)
            try await scanner.watch(photos.path)
            await scanner.start()
            await scanner.stop()
        case .search:
            _ = try await library.fetchAssets(matching: SearchQuery(parsing: "img -3")).object(at: 0)
        }
    }

    @Test("Whatever it was used for, nothing of it stays", arguments: Use.allCases)
    func released(use: Use) async throws {
        let observed = Observed()
        do {
            let library = try await PhotoLibrary.open(
                at: LibraryLocation(directory: home.path), client: .app)
            try await library.setAuthorization(.authorized, for: .readWrite)
            observed.library = library
            observed.catalog = library.catalog
            try await self.use(library, use)
            #expect(!openFiles().isEmpty)
        }
        // Work that was under way may end a little later
        #expect(await eventually { observed.catalog == nil && openFiles().isEmpty }, "\(openFiles())")
        #expect(observed.library == nil)
    }
}
