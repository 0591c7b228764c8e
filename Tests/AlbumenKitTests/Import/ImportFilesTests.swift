// SPDX-License-Identifier: GPL-3.0-or-later

import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImportFilesTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    private func library() async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        return library
    }

    private func take(
        _ paths: [FilePath], _ library: PhotoLibrary, _ change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> [ImportResult] {
        var options = ImportOptions()
        options.mode = .reference
        change(&options)
        var results: [ImportResult] = []
        for try await result in library.importFiles(paths, options: options) { results.append(result) }
        return results
    }

    private func hasTile(_ identifier: String, _ library: PhotoLibrary) async throws -> Bool {
        let asset = try #require(try await library.fetchAssets(withLocalIdentifiers: [identifier]).first)
        let key = ThumbnailKey(identity: identifier, stamp: asset.stamp)
        return await library.thumbnails.thumbnail(for: key, atLeast: .small) != nil
    }

    @Test func resultsComeInOrderAndWithTheirTiles() async throws {
        // Given forty photos named in order
        let names = (100..<140).map { "\($0).jpg" }
        for (seed, name) in names.enumerated() {
            photos.write(Array(name.utf8), SampleJPEG.bytes(seed: seed))
        }
        let library = try await library()
        // When they are imported with tiles
        let results = try await take([photos.path], library) { $0.thumbnails = true }
        // Then each has its result, in order, and its tile
        #expect(results.map { $0.path.lastComponent.displayString } == names)
        for result in results { #expect(try await hasTile(#require(result.localIdentifier), library)) }
    }

    @Test func tilesOfPhotosThatWereThereBeforeAreMadeWhenAskedFor() async throws {
        // Given a photo whose tile is lost
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let library = try await library()
        let identifier = try #require(try await take([file], library).first?.localIdentifier)
        await library.thumbnails.remove([identifier])
        #expect(try await !hasTile(identifier, library))
        // When it is imported again, without and with tiles
        let again = try await take([file], library)
        #expect(again.map(\.verdict) == [.duplicate])
        #expect(try await !hasTile(identifier, library))
        _ = try await take([file], library) { $0.thumbnails = true }
        // Then it has one
        #expect(try await hasTile(identifier, library))
    }

    @Test func equalContentIsTakenOnceEvenWithinOneRun() async throws {
        // Given five files of one content and one of another, all of one length
        for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"] {
            photos.write(Array(name.utf8), SampleJPEG.bytes(seed: 1))
        }
        photos.write(Array("other.jpg".utf8), SampleJPEG.bytes(seed: 2))
        let library = try await library()
        // When they are imported
        let results = try await take([photos.path], library)
        // Then the first is taken, the others are its duplicates and name its asset
        #expect(results.filter { $0.verdict == .imported }.count == 2)
        let duplicates = results.filter { $0.verdict == .duplicate }
        #expect(duplicates.count == 4)
        #expect(duplicates.allSatisfy { $0.localIdentifier == results[0].localIdentifier })
        #expect(duplicates.allSatisfy { $0.reason?.contains("a.jpg") == true })
    }

    @Test func whoMayNotAddIsRefused() async throws {
        let library = try await library()
        try await library.setAuthorization(.denied, for: .readWrite)
        await #expect(throws: LibraryError.self) { try await take([photos.path], library) }
    }

    @Test func aFileAwayIsFoundAgainByItsContent() async throws {
        // Given a photo that was compared with another once, so that its content is known, and then went away
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        photos.write(Array("b.jpg".utf8), SampleJPEG.bytes(seed: 2))
        let library = try await library()
        let identifier = try #require(try await take([photos.path], library).first?.localIdentifier)
        photos.remove("a.jpg")
        _ = try await take([photos.path], library)
        // When the same content turns up elsewhere, another file with another name and time
        let elsewhere = TemporaryFolder()
        let copy = elsewhere.write(Array("renamed.jpg".utf8), SampleJPEG.bytes(seed: 1))
        try touch(copy, "2001-02-03")
        let results = try await take([copy], library)
        // Then it is the same asset, in its new place
        #expect(results.map(\.verdict) == [.duplicate])
        #expect(results.first?.localIdentifier == identifier)
        let asset = try #require(try await library.fetchAssets(withLocalIdentifiers: [identifier]).first)
        #expect(asset.path == copy)
        #expect(asset.state == .ok)
        withExtendedLifetime(file) {}
    }

    @Test func aCopyIsMadeOfWhatIsOnlyRemembered() async throws {
        // Given a photo whose content is known, and whose file is gone from the library
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        photos.write(Array("b.jpg".utf8), SampleJPEG.bytes(seed: 2))
        let library = try await library()
        _ = try await take([photos.path], library)
        photos.remove("a.jpg")
        _ = try await take([photos.path], library)
        // When the card that still has it is imported by copy
        let card = TemporaryFolder()
        let original = card.write(Array("card.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let results = try await take([original], library) { $0.mode = .copy }
        // Then it is copied, and the card may be wiped
        #expect(results.map(\.verdict) == [.imported])
        let identifier = try #require(results.first?.localIdentifier)
        let asset = try #require(try await library.fetchAssets(withLocalIdentifiers: [identifier]).first)
        #expect(asset.path != original)
        #expect(asset.state == .ok)
        #expect(FileStamp(at: asset.path) != nil)
    }

    @Test(arguments: [ImportMode.reference, .copy])
    func importingAgainWhatWasDeletedBringsItBack(mode: ImportMode) async throws {
        // Given a photo in an album that was moved to Recently Deleted
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let library = try await library()
        let results = try await take([file], library) {
            $0.mode = mode
            $0.album = "Album"
        }
        let identifier = try #require(results.first?.localIdentifier)
        try await library.performChanges { try $0.deleteAssets([identifier]) }
        #expect(try await library.fetchAssets().count == 0)
        // When its file is imported again
        let again = try await take([file], library) { $0.mode = mode }
        // Then it is back, where it was, and the result says so
        #expect(again.map(\.verdict) == [.imported])
        #expect(again.first?.localIdentifier == identifier)
        #expect(again.first?.reason?.contains("Recently Deleted") == true)
        #expect(try await library.fetchAssets().count == 1)
        #expect(try await library.fetchAlbums(titled: "Album").map(\.assetCount) == [1])
        #expect(try await library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 0)
        // And after that it is a duplicate like any other
        #expect(try await take([file], library) { $0.mode = mode }.map(\.verdict) == [.duplicate])
    }

    @Test func aFileThatChangedSinceItWasDeletedIsBackToo() async throws {
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let library = try await library()
        let identifier = try #require(try await take([file], library).first?.localIdentifier)
        try await library.performChanges { try $0.deleteAssets([identifier]) }
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1_000))
        #expect(try await take([file], library).map(\.verdict) == [.imported])
        #expect(try await library.fetchAssets().count == 1)
    }

    /// Lets the catalog grow by so many pages and no more, as a full file system would.
    private func limit(_ library: PhotoLibrary, morePages: Int64) async throws {
        try await library.catalog.database.writeWithoutTransaction { connection in
            let pages = try connection.int64("PRAGMA page_count") ?? 0
            try connection.execute("PRAGMA max_page_count = \(pages + morePages)")
        }
    }

    private func writeTwins(_ count: Int) {
        for seed in 0..<count {
            photos.write(Array("\(100 + seed)-a.jpg".utf8), SampleJPEG.bytes(seed: seed))
            photos.write(Array("\(100 + seed)-b.jpg".utf8), SampleJPEG.bytes(seed: seed))
        }
    }

    @Test(
        "Where the catalog is full the import waits, and with room again each is taken once",
        arguments: [0, 4, 8])
    func aFullCatalogIsWaitedFor(morePages: Int64) async throws {
        // Given a catalog that can take in little more, and sixty photos, each twice
        let library = try await library()
        _ = try await library.catalog.record((0..<200).map { .photo($0) })
        writeTwins(60)
        var options = ImportOptions()
        options.waitsForRoom = true
        try await limit(library, morePages: morePages)
        // When they are imported
        let session = try await library.startImport([photos.path], options: options)
        // Then it pauses, and says where there is no room
        var pause: ImportPause?
        for await progress in session.progress() {
            if case .paused(let reason) = progress.state { pause = reason }
            if pause != nil { break }
        }
        guard case .noSpace(let folder, _, _) = pause else {
            Issue.record("\(String(describing: pause))")
            return
        }
        #expect(folder == library.location.data)
        // And with room again every file has its verdict once, and every content its asset
        try await limit(library, morePages: 100_000)
        session.resume()
        var results: [ImportResult] = []
        for try await result in session.results { results.append(result) }
        #expect(results.count == 120)
        #expect(Set(results.map(\.path)).count == 120)
        #expect(results.count { $0.verdict == .imported } == 60)
        #expect(results.count { $0.verdict == .duplicate } == 60)
        #expect(results.allSatisfy { $0.localIdentifier != nil })
        #expect(try await library.fetchAssets().count == 260)
        #expect(try await session.end().state == .finished)
    }

    @Test func whatFoundNoRoomIsToldAndCanBeTakenLater() async throws {
        // Given the same, and nobody who waits
        let library = try await library()
        _ = try await library.catalog.record((0..<200).map { .photo($0) })
        writeTwins(60)
        try await limit(library, morePages: 8)
        let results = try await take([photos.path], library) { $0.mode = .copy }
        // Then what found no room is told, and what has another verdict is there
        #expect(results.contains { $0.verdict == .noSpace })
        for result in results where result.verdict != .noSpace {
            let identifier = try #require(result.localIdentifier)
            #expect(try await library.fetchAssets(withLocalIdentifiers: [identifier]).count == 1)
        }
        // And the import can go on when there is room
        try await limit(library, morePages: 100_000)
        let open = try #require(try await library.fetchImports().first)
        #expect(open.state == .interrupted)
        let session = try await library.resumeImport(open.identifier)
        for try await result in session.results { #expect(result.verdict != .noSpace) }
        #expect(try await library.fetchAssets().count == 260)
        #expect(try await library.fetchImports().map(\.state) == [.finished])
    }

    @Test func whatThePersonSelectedCanBeUnselected() async throws {
        // Given a client that may see the photos selected for it
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let library = try await library()
        try await library.setAuthorization(.limited, for: .readWrite)
        let results = try await take([file], library) { $0.isSelection = true }
        let identifier = try #require(results.first?.localIdentifier)
        try await library.setLimitedSelection([identifier])
        #expect(try await library.fetchAssets().count == 1)
        // When they are unselected
        try await library.setLimitedSelection([])
        // Then it sees none
        #expect(try await library.fetchAssets().count == 0)
    }
}
