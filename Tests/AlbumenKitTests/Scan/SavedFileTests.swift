// SPDX-License-Identifier: GPL-3.0-or-later
// Files saved whole or not at all: written beside, then renamed over. Whatever a scan saw in between, one asset stays.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Saved files", .timeLimit(.minutes(30)))
struct SavedFileTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    private func steps() async throws -> SteppedScan { try await SteppedScan(of: photos, home: home) }

    private func names(_ library: PhotoLibrary) async throws -> [String] {
        let result = try await library.fetchAssets()
        return try await result.objects(at: 0..<result.count)
            .map { "\($0.path.lastComponent.displayString) \($0.state)" }.sorted()
    }

    private func add(_ name: String, seed: Int) {
        photos.write(Array(name.utf8), SampleJPEG.bytes(seed: seed))
    }

    private func asset(_ name: String, _ steps: SteppedScan) async throws -> Asset {
        try #require(try await steps.library.fetchAsset(at: photos.path.appending(name)))
    }

    @Test("Seen before and in between: the asset of the path stays, with the new bytes")
    func knownThenReplaced() async throws {
        // Given a photo in an album
        add("a.jpg", seed: 1)
        let steps = try await steps()
        let before = try await asset("a.jpg", steps)
        try await steps.library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets([
                before.localIdentifier
            ])
        }
        // When a scan sees the new file beside it, and then it is renamed over the old one
        add("a.jpg-new", seed: 22)
        await steps.look()
        #expect(try await names(steps.library) == ["a.jpg ok", "a.jpg-new ok"])
        let size = try await asset("a.jpg-new", steps).stamp.size
        photos.move("a.jpg-new", to: "a.jpg")
        await steps.look()
        // Then there is one asset: the older, in its album, with the new bytes
        #expect(try await names(steps.library) == ["a.jpg ok"])
        let after = try await asset("a.jpg", steps)
        #expect(after.localIdentifier == before.localIdentifier && after.stamp.size == size)
        #expect(try await steps.library.fetchAlbums(titled: "Trip").map(\.assetCount) == [1])
        #expect(try await steps.library.catalogProblems() == [])
        steps.monitor.stop()
    }

    @Test("The new file seen first, the old one never: one asset")
    func temporaryFirst() async throws {
        let steps = try await steps()
        // Given a scan that sees only the file under its passing name
        add("a.jpg-new", seed: 1)
        await steps.look()
        photos.move("a.jpg-new", to: "a.jpg")
        await steps.look()
        #expect(try await names(steps.library) == ["a.jpg ok"])
        // And where the passing one is the older asset
        add("b.jpg-new", seed: 2)
        await steps.look()
        let older = try await asset("b.jpg-new", steps).localIdentifier
        add("b.jpg", seed: 3)
        await steps.look()
        photos.move("b.jpg-new", to: "b.jpg")
        await steps.look()
        #expect(try await names(steps.library) == ["a.jpg ok", "b.jpg ok"])
        #expect(try await asset("b.jpg", steps).localIdentifier == older)
        steps.monitor.stop()
    }

    @Test("Found half written, under a name that says nothing: it is dropped once it is whole and renamed")
    func halfWritten() async throws {
        add("a.jpg", seed: 1)
        let steps = try await steps()
        let before = try await asset("a.jpg", steps).localIdentifier
        add("a.jpg-new", seed: 2)
        await steps.look()
        // When the same file is written on and renamed, without a look in between
        add("a.jpg-new", seed: 2_000_000)
        photos.move("a.jpg-new", to: "a.jpg")
        await steps.look()
        // Then nothing is left of the half
        #expect(try await names(steps.library) == ["a.jpg ok"])
        #expect(try await asset("a.jpg", steps).localIdentifier == before)
        steps.monitor.stop()
    }

    @Test("What was done with either is kept in the one that stays")
    func merged() async throws {
        add("a.jpg", seed: 1)
        let steps = try await steps()
        add("a.jpg-new", seed: 2)
        await steps.look()
        let old = try await asset("a.jpg", steps).localIdentifier
        let new = try await asset("a.jpg-new", steps).localIdentifier
        try await steps.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Both")
            try changes.request(forAlbum: album).addAssets([old, new])
            try changes.request(forAlbum: changes.createAlbum(title: "New")).addAssets([new])
            try changes.setFavorite(true, forAssets: [new])
        }
        photos.move("a.jpg-new", to: "a.jpg")
        await steps.look()
        let asset = try await asset("a.jpg", steps)
        #expect(asset.localIdentifier == old && asset.isFavorite)
        #expect(try await steps.library.fetchAlbums(titled: "Both").map(\.assetCount) == [1])
        #expect(try await steps.library.fetchAlbums(titled: "New").map(\.assetCount) == [1])
        #expect(try await steps.library.catalogProblems() == [])
        steps.monitor.stop()
    }

    @Test("A photo deleted outside, whose inode another one got, is offline, not gone")
    func inodeReused() async throws {
        // Given an asset that a person did something with
        add("a.jpg", seed: 1)
        let steps = try await steps()
        add("b.jpg", seed: 2)
        await steps.look()
        let loved = try await asset("b.jpg", steps).localIdentifier
        try await steps.library.performChanges { try $0.setFavorite(true, forAssets: [loved]) }
        // When its inode comes to another's path with other content
        add("b.jpg", seed: 3_000)
        photos.move("b.jpg", to: "a.jpg")
        await steps.look()
        // Then it is kept
        #expect(try await names(steps.library) == ["a.jpg ok", "b.jpg offline"])
        steps.monitor.stop()
    }

    @Test("A backup that an editor keeps is no move: the asset stays with its path")
    func backup() async throws {
        add("a.jpg", seed: 1)
        let steps = try await steps()
        let before = try await asset("a.jpg", steps).localIdentifier
        // When the old file is kept under another name, and a new one has its path
        photos.move("a.jpg", to: "a.jpg-before")
        add("a.jpg", seed: 22)
        await steps.look()
        // Then the asset is where it was, and the backup is another
        #expect(try await asset("a.jpg", steps).localIdentifier == before)
        #expect(try await asset("a.jpg-before", steps).localIdentifier != before)
        #expect(try await names(steps.library) == ["a.jpg ok", "a.jpg-before ok"])
        steps.monitor.stop()
    }

    @Test("Names that programs give to files they are writing are no photos")
    func temporaryNames() {
        let names = [
            "a.jpg_exiftool_tmp", "a.jpg.part", "a.jpg.crdownload", "a.tmp", "a.jpg~", "a.jpg.filepart",
        ]
        for name in names { #expect(MediaName(Array(name.utf8)) == .other, "\(name)") }
        for name in ["a.jpg", "~.jpg", "a~1.jpg"] {
            #expect(MediaName(Array(name.utf8)) == .media, "\(name)")
        }
    }

    @Test("What exiftool does to watched files leaves one asset each", .enabled(if: Self.exiftool != nil))
    func withExiftool() async throws {
        let library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        await scanner.start()
        // When photos appear and are written to at once, as by a camera's own program
        for number in 0..<5 {
            add("IMG_\(number).jpg", seed: number)
            let file = photos.path.appending("IMG_\(number).jpg")
            try await run(["-q", "-overwrite_original", "-Title=Number \(number)", "\(file)"])
        }
        // Then each is one asset, as it was written last
        let expected = (0..<5).map { "IMG_\($0).jpg ok" }
        #expect(
            try await eventually {
                // One fetch: the next may be of more.
                let all = try await library.fetchAssets()
                let titles = try await all.objects(at: 0..<all.count).map { $0.title ?? "" }
                return try await names(library) == expected
                    && titles.sorted() == (0..<5).map { "Number \($0)" }
            })
        // And with the originals kept aside, they are the same assets, and the originals their own
        let before = try await library.fetchAsset(at: photos.path.appending("IMG_0.jpg"))?.localIdentifier
        try await run(["-q", "-Title=Again", "\(photos.path)/IMG_0.jpg"])
        #expect(
            try await eventually {
                try await library.fetchAsset(at: photos.path.appending("IMG_0.jpg"))?.title == "Again"
            })
        let after = try await library.fetchAsset(at: photos.path.appending("IMG_0.jpg"))?.localIdentifier
        #expect(after == before)
        await scanner.stop()
    }

    private static let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func run(_ arguments: [String]) async throws {
        try await runTool(Self.exiftool ?? "exiftool", arguments)
    }
}
