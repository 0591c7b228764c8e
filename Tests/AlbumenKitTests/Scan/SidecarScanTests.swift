// SPDX-License-Identifier: GPL-3.0-or-later
// Sidecars that come, change and go beside photos in watched folders, and that go with copies.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Sidecars in folders", .timeLimit(.minutes(30)))
struct SidecarScanTests {
    private let home = TemporaryFolder()
    private let photos = TemporaryFolder()

    private func sidecar(rating: Int) -> [UInt8] {
        let description = "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"\(rating)\">"
        return Array(SampleJPEG.packet(description).utf8)
    }

    private func asset(_ library: PhotoLibrary) async throws -> Asset {
        let result = try await library.fetchAssets()
        #expect(result.count == 1)
        return try await result.objects(at: 0..<1)[0]
    }

    @Test("A sidecar counts when it comes, when it changes and when it goes")
    func life() async throws {
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let scan = try await SteppedScan(of: photos, home: home)
        defer { scan.monitor.stop() }
        #expect(try await asset(scan.library).rating == 0)
        photos.write(Array("a.jpg.xmp".utf8), sidecar(rating: 3))
        await scan.look()
        #expect(try await asset(scan.library).rating == 3)
        photos.write(Array("a.jpg.xmp".utf8), sidecar(rating: 4) + Array(" ".utf8))
        await scan.look()
        #expect(try await asset(scan.library).rating == 4)
        // What the person says stays
        let id = try await asset(scan.library).localIdentifier
        try await scan.library.performChanges { try $0.request(for: id).title = "Mine" }
        photos.remove("a.jpg.xmp")
        await scan.look()
        #expect(try await asset(scan.library).rating == 0)
        #expect(try await asset(scan.library).title == "Mine")
    }

    @Test("A sidecar that is none harms nothing")
    func rubbish() async throws {
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        photos.write(Array("a.jpg.xmp".utf8), Array("<x:xmpmeta".utf8))
        photos.write(Array("a.jpg.json".utf8), Array("[[[[".utf8))
        photos.write(Array("a.AAE".utf8), [0, 1, 2])
        let scan = try await SteppedScan(of: photos, home: home)
        defer { scan.monitor.stop() }
        #expect(try await asset(scan.library).state == .ok)
    }

    @Test("A copy has its sidecars beside it, under its own name")
    func copies() async throws {
        let test = try await ImportTestLibrary()
        let photos = test.photos
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1, takenAt: "2020:01:02 03:04:05"))
        photos.write(Array("a.xmp".utf8), sidecar(rating: 2))
        photos.write(Array("sub/a.jpg".utf8), SampleJPEG.bytes(seed: 2, takenAt: "2020:01:02 03:04:05"))
        photos.write(Array("sub/a.jpg.xmp".utf8), sidecar(rating: 5))
        try await test.take()
        let all = try await test.assets()
        #expect(all.map(\.rating).sorted() == [2, 5])
        for asset in all {
            let name = asset.path.displayString
            let sidecar =
                asset.rating == 2 ? String(name.dropLast(4)) + ".xmp" : name + ".xmp"
            #expect(FileManager.default.fileExists(atPath: sidecar), "\(sidecar)")
        }
    }

    @Test("A film whose still is deleted is a video again, and one with it when it is back")
    func split() async throws {
        let still = SampleJPEG.bytes(exif: [.appleNote([.text(0x0011, "L-1")])], tail: [1])
        let film = SampleMovie.bytes(keys: [("com.apple.quicktime.content.identifier", .text("L-1"))])
        photos.write(Array("other.jpg".utf8), SampleJPEG.bytes(seed: 1))
        photos.write(Array("a.jpg".utf8), still)
        photos.write(Array("b.mov".utf8), film)
        let scan = try await SteppedScan(of: photos, home: home)
        defer { scan.monitor.stop() }
        func shown() async throws -> [String] {
            let result = try await scan.library.fetchAssets()
            return try await result.objects(at: 0..<result.count).map {
                $0.path.lastComponent.displayString + ($0.mediaSubtypes.contains(.live) ? " live" : "")
                    + ($0.state == .offline ? " offline" : "")
            }.sorted()
        }
        #expect(try await shown() == ["a.jpg live", "other.jpg"])
        photos.remove("a.jpg")
        await scan.look()
        #expect(try await shown() == ["a.jpg offline", "b.mov", "other.jpg"])
        photos.write(Array("a.jpg".utf8), still)
        await scan.look()
        #expect(try await shown() == ["a.jpg live", "other.jpg"])
        photos.remove("b.mov")
        await scan.look()
        #expect(try await shown() == ["a.jpg", "b.mov offline", "other.jpg"])
        #expect(try await scan.library.catalogProblems() == [])
    }

    @Test("The film inside a photo is a resource, whose bytes and copy are the film's")
    func insideFilm() async throws {
        let film = SampleMovie.bytes()
        let xmp = """
            xmlns:c="http://ns.google.com/photos/1.0/camera/" c:MicroVideo="1" c:MicroVideoOffset="\(film.count)">
            """
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(xmp: xmp, tail: film))
        let scan = try await SteppedScan(of: photos, home: home)
        defer { scan.monitor.stop() }
        let resources = try await scan.library.assetResources(for: asset(scan.library))
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        let inside = try #require(resources.last)
        #expect(inside.isEmbedded && inside.originalFilename == "a.mp4" && inside.contentType == "video/mp4")
        var bytes: [UInt8] = []
        for try await piece in scan.library.data(for: inside) { bytes += piece }
        #expect(bytes == film)
        let copy = try await scan.library.writeData(for: inside, inFolder: home.path)
        #expect(copy.lastComponent.displayString == "a.mp4")
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy.displayString)) == Data(film))
    }

    @Test("A Live Photo and a RAW with its JPEG are created of two files")
    func creation() async throws {
        let test = try await TestLibrary()
        let still = photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let film = photos.write(Array("b.mov".utf8), SampleMovie.bytes())
        let request = try await test.library.creationRequest(forResources: [
            .photo: still, .pairedVideo: film,
        ])
        let id = try await test.library.performChanges { try $0.create(request).localIdentifier }.result
        let created = try await asset(test.library)
        #expect(created.localIdentifier == id && created.mediaSubtypes.contains(.live))
        #expect(
            try await test.library.assetResources(for: created).map(\.originalFilename) == ["a.jpg", "b.mov"])
        // What was said stays when the files are read again and say nothing
        try await test.library.catalog.write { writer in
            for row in try writer.connection.all("SELECT id FROM asset", transform: { $0.int64(0) }) {
                try AssetParts(writer: writer).settle(row)
            }
        }
        #expect(try await asset(test.library).mediaSubtypes.contains(.live))
        #expect(try await test.library.catalogProblems() == [])
        for wrong in [
            [.photo: film, .pairedVideo: still], [.photo: still, .alternatePhoto: still],
            [.pairedVideo: film],
        ] as [[AssetResourceType: FilePath]] {
            let error = await thrown(LibraryError.self) {
                try await test.library.creationRequest(forResources: wrong)
            }
            #expect(error != nil)
        }
    }

    @Test("What an older detector judged is read again, also where no watched folder holds it")
    func outdated() async throws {
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let elsewhere = TemporaryFolder()
        let path = elsewhere.write(Array("Screenshot_1.jpg".utf8), SampleJPEG.bytes(seed: 2))
        let scan = try await SteppedScan(of: photos, home: home)
        defer { scan.monitor.stop() }
        for try await _ in scan.library.importFiles([path], options: inPlace) {}
        try await scan.library.catalog.write { writer in
            try writer.connection.execute("UPDATE asset SET facts_version = 1, media_subtypes = 0")
        }
        #expect(try await scan.library.fetchSmartAlbum(.smartAlbumScreenshots).assetCount == 0)
        await scan.scan.scanEverything()
        #expect(try await scan.library.fetchSmartAlbum(.smartAlbumScreenshots).assetCount == 1)
        let outdated = try await scan.library.catalog.outdatedFiles()
        #expect(outdated.isEmpty)
    }

    private var inPlace: ImportOptions {
        var options = ImportOptions()
        options.mode = .reference
        return options
    }
}
