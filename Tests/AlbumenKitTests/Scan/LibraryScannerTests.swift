// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct LibraryScannerTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    /// A library of this test's own; without `decoder` none can be started.
    private func library(decoder: Bool = true) async throws -> PhotoLibrary {
        let missing = DecoderPool.Configuration(executable: FilePath("/nonexistent"))
        let library = try await PhotoLibrary.open(
            at: LibraryLocation(directory: home.path), client: .app,
            decoders: decoder ? DecoderPool() : DecoderPool(configuration: missing))
        try await library.setAuthorization(.authorized, for: .readWrite)
        return library
    }

    private func assets(_ library: PhotoLibrary) async throws -> [String: Asset] {
        let result = try await library.fetchAssets()
        let all = try await result.objects(at: 0..<result.count)
        return Dictionary(
            all.map { ($0.path.lastComponent.displayString, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func addPhotos(_ names: String...) {
        for name in names { photos.write(Array(name.utf8), SampleJPEG.bytes(seed: name.hashValue)) }
    }

    /// The last progress of a scan that is over.
    private func settled(_ scanner: LibraryScanner) async -> ScanProgress {
        for await progress in scanner.progress() where progress.isListingComplete && !progress.isScanning {
            return progress
        }
        return ScanProgress()
    }

    @Test func aFirstScanFindsAllAndASecondReadsNothing() async throws {
        // Given a folder with photos, a broken one, and things that are none
        addPhotos("a.jpg", "b.jpg", "deep/er/c.jpg")
        photos.write("zero.jpg", "")
        photos.write("notes.txt")
        photos.pipe("pipe.jpg")
        let library = try await library()
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        // When it is scanned
        await scanner.start()
        let progress = await settled(scanner)
        await scanner.stop()
        // Then all photos are there, and counted
        #expect(progress.found == 4)
        #expect(progress.done == 4)
        #expect(progress.problems.isEmpty)
        let found = try await assets(library)
        #expect(Set(found.keys) == ["a.jpg", "b.jpg", "c.jpg", "zero.jpg"])
        #expect(found["zero.jpg"]?.state == .broken(reason: "It is empty: zero bytes"))
        #expect(found["a.jpg"]?.pixelSize == PixelSize(width: SampleJPEG.width, height: SampleJPEG.height))
        // And when it starts again where no file can be read, nothing is missed
        let again = try await self.library(decoder: false)
        let second = LibraryScanner(library: again)
        await second.start()
        let unchanged = await settled(second)
        await second.stop()
        #expect(unchanged.done == 4)
        #expect(unchanged.problems.isEmpty)
    }

    @Test func whatHappensWhileRunningIsNoticed() async throws {
        // Given a running scanner on a folder with two photos
        addPhotos("a.jpg", "sub/b.jpg")
        let library = try await library()
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        await scanner.start()
        _ = await settled(scanner)
        let before = try await assets(library)
        let a = try #require(before["a.jpg"]?.localIdentifier)
        let b = try #require(before["b.jpg"]?.localIdentifier)
        // When a photo is added, in a folder that is new too
        addPhotos("new/deep/c.jpg")
        #expect(try await eventually { try await assets(library)["c.jpg"] != nil })
        // When one is renamed, it is the same asset
        photos.move("a.jpg", to: "renamed.jpg")
        #expect(try await eventually { try await assets(library)["renamed.jpg"]?.localIdentifier == a })
        #expect(try await assets(library)["a.jpg"] == nil)
        // When a folder is renamed, what is in it is the same
        photos.move("sub", to: "new/moved")
        let moved = photos.path.appending("new/moved/b.jpg")
        #expect(
            try await eventually {
                let asset = try await assets(library)["b.jpg"]
                return asset?.path == moved && asset?.localIdentifier == b && asset?.state == .ok
            })
        // When a photo is added to the folder in its new place, it is found there
        addPhotos("new/moved/d.jpg")
        #expect(try await eventually { try await assets(library)["d.jpg"] != nil })
        // When one is overwritten with something else, it is read again
        photos.write("renamed.jpg", "no picture")
        #expect(try await eventually { try await assets(library)["renamed.jpg"]?.state != .ok })
        // When a folder is deleted, its photos are offline, not gone
        photos.remove("new")
        #expect(
            try await eventually {
                let found = try await assets(library)
                return ["b.jpg", "c.jpg", "d.jpg"].allSatisfy { found[$0]?.state == .offline }
            })
        await scanner.stop()
    }

    @Test func aWatchedFolderThatIsAwayIsToldAndComesBack() async throws {
        // Given a watched folder that goes away while nothing runs
        addPhotos("root/a.jpg", "root/deep/b.jpg")
        let library = try await library()
        let first = LibraryScanner(library: library)
        try await first.watch(photos.path.appending("root"))
        await first.start()
        _ = await settled(first)
        await first.stop()
        photos.move("root", to: "elsewhere")
        // When the scan starts
        let scanner = LibraryScanner(library: library)
        await scanner.start()
        let progress = await settled(scanner)
        // Then it is named, and its photos are offline
        #expect(
            progress.problems == [
                ScanProblem(path: photos.path.appending("root"), message: "The folder does not exist")
            ])
        #expect(try await assets(library).values.allSatisfy { $0.state == .offline })
        // When it is back, it is noticed without being asked
        photos.move("elsewhere", to: "root")
        #expect(try await eventually { try await assets(library).values.allSatisfy { $0.state == .ok } })
        #expect(try await assets(library).count == 2)
        var last = ScanProgress()
        for await progress in scanner.progress() {
            last = progress
            if progress.problems.isEmpty { break }
        }
        #expect(last.problems.isEmpty)
        await scanner.stop()
    }

    @Test func tilesFollowTheScanAndFindWhatIsBrokenInside() async throws {
        // Given a photo, and a JPEG that says it is one and holds no picture
        addPhotos("a.jpg")
        photos.write(Array("hollow.jpg".utf8), [0xFF, 0xD8, 0xFF, 0xD9])
        let library = try await library()
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        // When they are scanned
        await scanner.start()
        // Then the photo's tile is stored, and the other is broken, with the reason
        #expect(
            try await eventually {
                guard let asset = try await assets(library)["a.jpg"] else { return false }
                let key = ThumbnailKey(identity: asset.localIdentifier, stamp: asset.stamp)
                return await library.thumbnails.thumbnail(for: key, atLeast: .small) != nil
            })
        #expect(
            try await eventually {
                guard case .broken(let reason)? = try await assets(library)["hollow.jpg"]?.state else {
                    return false
                }
                return !reason.isEmpty
            })
        await scanner.stop()
    }

    @Test func whatAKilledScanLeftUnprovenIsProvenAtTheNextStart() async throws {
        // Given a scan that entered two photos, one hollow, and was killed before it decoded either
        addPhotos("a.jpg")
        photos.write(Array("hollow.jpg".utf8), [0xFF, 0xD8, 0xFF, 0xD9])
        let library = try await library()
        try await library.catalog.addWatchedFolder(photos.path)
        let (candidates, feed) = AsyncStream.makeStream(of: Candidate.self)
        let contents = try FolderContents(
            of: photos.path, scope: FolderScope(roots: [photos.path], closed: []))
        for entry in contents.candidates {
            feed.yield(Candidate(folder: photos.path, entry: entry, isKnown: false))
        }
        feed.finish()
        _ = await CandidateReader(library: library, progress: ProgressHub(ScanProgress())).readAll(candidates)
        #expect(try await assets(library).values.allSatisfy { $0.state == .ok })
        #expect(try await library.catalog.unprovenRows().count == 2)
        // When the next start finds nothing changed
        let scanner = LibraryScanner(library: library)
        await scanner.start()
        // Then it still finds out which one is broken, and remembers that all is proven
        #expect(try await eventually { try await library.catalog.unprovenRows().isEmpty })
        let found = try await assets(library)
        #expect(found["a.jpg"]?.state == .ok)
        guard case .broken = found["hollow.jpg"]?.state else {
            Issue.record("\(String(describing: found["hollow.jpg"]?.state))")
            return
        }
        await scanner.stop()
    }

    @Test(.enabled(if: geteuid() != 0, "The superuser may read everything"))
    func unreadableFilesAreAssetsOnlyWhereTheirNamePromisesIt() async throws {
        addPhotos("a.jpg", "unknown")
        for name in ["a.jpg", "unknown"] { chmod("\(photos.path)/\(name)", 0) }
        let library = try await library()
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        await scanner.start()
        _ = await settled(scanner)
        await scanner.stop()
        #expect(
            try await assets(library).mapValues(\.state)
                == ["a.jpg": .broken(reason: "Permission to read it is missing")])
    }

    @Test func aFileThatAPassingErrorKeptBackIsReadByTheNextScan() async throws {
        // Given a photo that could not be read once, for the disk's reasons
        addPhotos("a.jpg")
        let library = try await library()
        try await library.catalog.addWatchedFolder(photos.path)
        var record = FileRecord(
            folder: photos.path, name: Array("a.jpg".utf8),
            stamp: try OpenFile(path: photos.path.appending("a.jpg")).stamp, facts: nil,
            state: .broken(reason: "The disk could not read it"))
        record.isFinal = false
        try await library.catalog.record([record])
        // When it is scanned again, unchanged
        let scanner = LibraryScanner(library: library)
        await scanner.start()
        _ = await settled(scanner)
        await scanner.stop()
        // Then it is well
        #expect(try await assets(library)["a.jpg"]?.state == .ok)
    }

    @Test func aFileThatIsBeingWrittenIsReadWhenItIsQuiet() async throws {
        // Given a scan that is told of a file while it is written
        let steps = try await SteppedScan(of: photos, home: home, quietTime: .seconds(3_600))
        let file = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        // Then it waits
        await steps.look()
        #expect(try await assets(steps.library).isEmpty)
        // And when the file was left alone for long, it is read
        try touch(file, "2001-02-03")
        await steps.look()
        #expect(try await assets(steps.library)["a.jpg"]?.state == .ok)
        steps.monitor.stop()
    }

    @Test func foldersThatCannotBeWatchedAreRefused() async throws {
        let scanner = LibraryScanner(library: try await library())
        let file = photos.write("file")
        for path in [photos.path.appending("none"), file, FilePath("relative")] {
            await #expect(throws: LibraryError.self) { try await scanner.watch(path) }
        }
        #expect(try await scanner.watchedFolders().isEmpty)
        await scanner.stop()
    }

    @Test func withoutADecoderFilesAreNotJudged() async throws {
        // Given photos and no decoder
        addPhotos("a.jpg", "b.jpg")
        let library = try await library(decoder: false)
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        await scanner.start()
        // Then the person is told once, and no photo is called broken
        let progress = await settled(scanner)
        #expect(progress.problems.count == 1)
        #expect(progress.problems.first?.message.hasPrefix("Photos cannot be read") == true)
        #expect(try await assets(library).isEmpty)
        await scanner.stop()
    }
}
