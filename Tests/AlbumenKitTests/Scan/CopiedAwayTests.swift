// SPDX-License-Identifier: GPL-3.0-or-later
// Files that were copied to another place and deleted in the first: they were moved, whatever a scan saw meanwhile.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Copied away", .timeLimit(.minutes(30)))
struct CopiedAwayTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    private func library() async throws -> (PhotoLibrary, LibraryScan, FolderMonitor) {
        let steps = try await SteppedScan(of: photos, home: home)
        return (steps.library, steps.scan, steps.monitor)
    }

    /// As a file manager copies: another file of the same content and modification time.
    private func copy(_ from: String, to: String, seed: Int) throws {
        let file = photos.write(Array(to.utf8), SampleJPEG.bytes(seed: seed))
        let time = try #require(FileStamp(at: photos.path.appending(from))).modificationTime
        let second = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        #expect(file.withCString { utimensat(AT_FDCWD, $0, [second, second], 0) } == 0)
    }

    private func only(_ library: PhotoLibrary) async throws -> Asset {
        let all = try await library.fetchAssets()
        #expect(all.count == 1)
        return try await all.object(at: 0)
    }

    private func love(_ asset: Asset, _ library: PhotoLibrary) async throws {
        try await library.performChanges { changes in
            try changes.request(forAlbum: changes.createAlbum(title: "Trip")).addAssets([asset])
            try changes.request(for: asset).isFavorite = true
        }
    }

    @Test(
        "Seen as two files for a while: one asset again, with what was done with it",
        arguments: [false, true])
    func seenBetween(wholeFolder: Bool) async throws {
        photos.write(Array("from/a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let (library, scan, monitor) = try await library()
        let before = try await only(library)
        try await love(before, library)
        // When it is copied, a scan finds both, and the first is deleted: with its folder, or out of one that is not empty
        try copy("from/a.jpg", to: "to/a.jpg", seed: 1)
        let others = wholeFolder ? 0 : 1
        if !wholeFolder { try copy("from/a.jpg", to: "from/b.jpg", seed: 9) }
        await scan.rescan([photos.path, photos.path.appending("from")])
        #expect(try await library.fetchAssets().count == 2 + others)
        photos.remove(wholeFolder ? "from" : "from/a.jpg")
        await scan.rescan(wholeFolder ? [photos.path] : [photos.path.appending("from")])
        // Then it is one asset in its new place
        let place = photos.path.appending("to/a.jpg")
        let after = try #require(try await library.fetchAsset(at: place))
        #expect(after.localIdentifier == before.localIdentifier && after.isFavorite && after.state == .ok)
        #expect(try await library.fetchAssets().count == 1 + others)
        #expect(try await library.fetchAlbums(titled: "Trip").map(\.assetCount) == [1])
        #expect(try await library.catalogProblems() == [])
        // And a scan of everything finds it so
        await scan.rescan([photos.path, photos.path.appending("to")])
        #expect(try await library.fetchAsset(at: place)?.state == .ok)
        #expect(try await library.fetchAssets().count == 1 + others)
        monitor.stop()
    }

    @Test("Two of one content that were copied and deleted go on with a copy each")
    func twins() async throws {
        for name in ["from/a.jpg", "from/b.jpg"] {
            photos.write(Array(name.utf8), SampleJPEG.bytes(seed: 1))
        }
        photos.write(Array("stays.jpg".utf8), SampleJPEG.bytes(seed: 2))
        let (library, scan, monitor) = try await library()
        let before = try await library.fetchAssets().objects(at: 0..<3)
        // Given that the content of all is known, so that each copy can be either's
        try copy("from/a.jpg", to: "to/x.jpg", seed: 1)
        try copy("from/b.jpg", to: "to/y.jpg", seed: 1)
        await scan.rescan([photos.path])
        let hash = try ContentHash(of: OpenFile(path: photos.path.appending("to/x.jpg"))).bytes
        let twins = before.filter { $0.path != photos.path.appending("stays.jpg") }
        try await library.catalog.keepContentHashes(
            Dictionary(uniqueKeysWithValues: twins.map { ($0.rowID, hash) }))
        for name in ["x", "y"] {
            let copied = try #require(
                try await library.fetchAsset(at: photos.path.appending("to/\(name).jpg")))
            try await library.catalog.keepContentHashes([copied.rowID: hash])
        }
        photos.remove("from")
        await scan.rescan([photos.path])
        // Then there are as many assets as before, and each has its file
        let all = try await library.fetchAssets()
        let after = try await all.objects(at: 0..<all.count)
        #expect(Set(after) == Set(before) && after.allSatisfy { $0.state == .ok })
        #expect(Set(after.map(\.path.displayString)).count == 3)
        monitor.stop()
    }

    @Test("Seen before and after only: it moved")
    func seenAfter() async throws {
        photos.write(Array("from/a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let (library, scan, monitor) = try await library()
        let before = try await only(library)
        try copy("from/a.jpg", to: "to/a.jpg", seed: 1)
        photos.remove("from/a.jpg")
        await scan.rescan([photos.path, photos.path.appending("from")])
        let after = try await only(library)
        #expect(after.localIdentifier == before.localIdentifier && after.state == .ok)
        #expect(after.path == photos.path.appending("to/a.jpg"))
        monitor.stop()
    }

    @Test("Where the content is known and another, nothing is taken for a copy")
    func otherContent() async throws {
        let first = photos.write(Array("from/a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let (library, scan, monitor) = try await library()
        let before = try await only(library)
        let hash = try ContentHash(of: OpenFile(path: first)).bytes
        try await library.catalog.keepContentHashes([before.rowID: hash])
        // Given files of the same size, name and time, with other content: one found before, one after the deletion
        try copy("from/a.jpg", to: "to/a.jpg", seed: 2)
        await scan.rescan([photos.path])
        try copy("from/a.jpg", to: "late/a.jpg", seed: 3)
        photos.remove("from/a.jpg")
        await scan.rescan([photos.path.appending("from"), photos.path])
        // Then all three are told apart
        let all = try await library.fetchAssets()
        #expect(all.count == 3)
        let gone = try await library.fetchAssets(withLocalIdentifiers: [before.localIdentifier])
        #expect(gone.map(\.state) == [.offline])
        monitor.stop()
    }

    @Test("A volume that is away keeps its assets, whatever copies there are")
    func away() async throws {
        photos.write(Array("from/a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        let (library, scan, monitor) = try await library()
        let before = try await only(library)
        try copy("from/a.jpg", to: "to/a.jpg", seed: 1)
        await scan.rescan([photos.path])
        // Given that the first lay on a file system that is not there
        try await library.catalog.write { writer in
            try writer.connection.execute("UPDATE asset SET device = 0 WHERE id = ?", before.rowID)
            writer.note(.asset, .updated, row: before.rowID)
        }
        photos.remove("from")
        await scan.rescan([photos.path])
        // Then it is offline, and the copy is its own asset
        #expect(try await library.fetchAssets().count == 2)
        let gone = try await library.fetchAssets(withLocalIdentifiers: [before.localIdentifier])
        #expect(gone.map(\.state) == [.offline])
        monitor.stop()
    }
}
