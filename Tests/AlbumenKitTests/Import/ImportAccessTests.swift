// SPDX-License-Identifier: GPL-3.0-or-later
// Imports by clients that may not see everything: no result speaks of what they cannot see, and what they have
// themselves they get to see.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImportAccessTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()
    private let guest = ClientIdentifier("org.example.Guest")

    /// The app's library, and the same catalog as a guest sees it.
    private func libraries(
        _ status: AuthorizationStatus, _ level: AccessLevel = .readWrite
    ) async throws -> (app: PhotoLibrary, guest: PhotoLibrary) {
        let app = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await app.setAuthorization(.authorized, for: .readWrite)
        let library = PhotoLibrary(
            client: guest, location: app.location, recovery: nil, decoders: app.decoders, catalog: app.catalog
        )
        try await library.setAuthorization(status, for: level)
        return (app, library)
    }

    private func take(
        _ path: FilePath, _ library: PhotoLibrary, _ mode: ImportMode, album: String? = nil
    ) async throws -> [ImportResult] {
        var options = ImportOptions()
        options.mode = mode
        options.album = album
        var results: [ImportResult] = []
        for try await result in library.importFiles([path], options: options) { results.append(result) }
        return results
    }

    private func write(_ name: String, seed: Int) -> FilePath {
        photos.write(Array(name.utf8), SampleJPEG.bytes(seed: seed))
    }

    @Test(arguments: [ImportMode.copy, .reference])
    func aTwinThatTheClientCannotSeeBecomesItsOwnAndIsNotNamed(mode: ImportMode) async throws {
        // Given a photo of the app's, and the same content in a file of a limited client's
        let (app, library) = try await libraries(.limited)
        let secret = write("secret/private name.jpg", seed: 1)
        let identifier = try #require(try await take(secret, app, .reference).first?.localIdentifier)
        let own = write("guest/own.jpg", seed: 1)
        // When the client saves it to an album
        let results = try await take(own, library, mode, album: "Guest's")
        // Then it is told that its file was imported, and nothing of the other
        #expect(results.map(\.verdict) == [.imported])
        #expect(results.allSatisfy { $0.reason == nil })
        // And it sees the photo, in its album; the library has it once
        #expect(try await library.fetchAssets().count == 1)
        #expect(results.first?.localIdentifier == identifier)
        #expect(try await library.fetchAlbums(titled: "Guest's").map(\.assetCount) == [1])
        #expect(try await app.fetchAssets().count == 1)
        // And a second time it is a duplicate of what it sees
        #expect(try await take(own, library, mode).map(\.verdict) == [.duplicate])
    }

    @Test func twoFilesOfOneHiddenContentAreOneImportAndOneDuplicate() async throws {
        let (app, library) = try await libraries(.limited)
        _ = try await take(write("secret/x.jpg", seed: 1), app, .reference)
        _ = write("guest/a.jpg", seed: 1)
        _ = write("guest/b.jpg", seed: 1)
        let results = try await take(photos.path.appending("guest"), library, .copy)
        #expect(results.map(\.verdict) == [.imported, .duplicate])
        #expect(results.allSatisfy { $0.reason?.contains("secret") != true })
    }

    @Test func aFileThatTheLibraryKnowsByItsPathComesIntoView() async throws {
        let (app, library) = try await libraries(.limited)
        let file = write("a.jpg", seed: 1)
        _ = try await take(file, app, .reference)
        #expect(try await library.fetchAssets().count == 0)
        let results = try await take(file, library, .reference, album: "Guest's")
        #expect(results.map(\.verdict) == [.imported])
        #expect(try await library.fetchAssets().count == 1)
        #expect(try await app.fetchAssets().count == 1)
    }

    @Test func anAssetThatTheClientCannotSeeIsNotMovedByIt() async throws {
        // Given an asset whose file was moved, which nobody noticed yet
        let (app, library) = try await libraries(.limited)
        let before = write("before.jpg", seed: 1)
        let identifier = try #require(try await take(before, app, .reference).first?.localIdentifier)
        photos.move("before.jpg", to: "guest/after.jpg")
        // When a client that cannot see it imports the file in its new place
        let results = try await take(photos.path.appending("guest/after.jpg"), library, .reference)
        // Then it has an asset of its own, and the other is where it was
        #expect(results.map(\.verdict) == [.imported])
        #expect(results.allSatisfy { $0.reason == nil && $0.localIdentifier != identifier })
        let asset = try #require(try await app.fetchAssets(withLocalIdentifiers: [identifier]).first)
        #expect(asset.path == before)
    }

    @Test func aClientThatMayOnlyAddIsToldNothing() async throws {
        let (app, library) = try await libraries(.authorized, .addOnly)
        _ = try await take(write("secret/private name.jpg", seed: 1), app, .reference)
        let results = try await take(write("own.jpg", seed: 1), library, .copy)
        #expect(results.map(\.verdict) == [.imported])
        #expect(results.allSatisfy { $0.reason == nil })
        #expect(try await library.fetchAssets().count == 0)
    }

    @Test func anAlbumThatMayNotBeChangedIsRefusedBeforeTheFirstFile() async throws {
        // Given a client that may add and nothing else
        let (app, library) = try await libraries(.authorized, .addOnly)
        let file = write("a.jpg", seed: 1)
        // When it saves to an album
        var results: [ImportResult] = []
        let error = await thrown(LibraryError.self) {
            results = try await take(file, library, .copy, album: "Album")
        }
        // Then it is refused, and nothing was taken in
        guard case .notAuthorized(.notDetermined) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(results.isEmpty)
        #expect(try await app.fetchAssets().count == 0)
        // And a title that is none is refused as early
        let untitled = await thrown(LibraryError.self) { _ = try await take(file, app, .copy, album: " ") }
        guard case .notAllowed = untitled else {
            Issue.record("unexpected: \(String(describing: untitled))")
            return
        }
        #expect(try await app.fetchAssets().count == 0)
    }
}
