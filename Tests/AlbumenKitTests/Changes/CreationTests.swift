// SPDX-License-Identifier: GPL-3.0-or-later
// Creating assets and saving in one call: both asset and album or neither, and no file left where it failed.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

private struct Refusal: Error {}

@Suite("Creating assets", .timeLimit(.minutes(30)))
struct CreationTests {
    private func file(_ name: String, _ bytes: [UInt8], _ test: TestLibrary) throws -> FilePath {
        let url = test.folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return FilePath(url.path)
    }

    /// Names of all files in the folder of copies, hidden ones too.
    private func copies(_ test: TestLibrary) -> [String] {
        let root = test.library.location.originals.displayString
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".jpg") || $0.contains(".albumen") }
            .map { ($0 as NSString).lastPathComponent }.sorted()
    }

    /// What is left of data that was written to be read.
    private func leftovers(_ test: TestLibrary) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: test.library.location.cache.displayString)
            .filter { $0.hasPrefix("creation-") }
    }

    @Test("A photo and its album come in one change, and its placeholder is good at once")
    func created() async throws {
        let test = try await TestLibrary()
        let path = try file("a.jpg", SampleJPEG.bytes(seed: 1), test)
        let request = try await test.library.creationRequest(forFileAt: path)
        #expect(request.mediaType == .image && !request.isDuplicate)
        // Until the change it has no name
        #expect(copies(test).allSatisfy { $0.hasPrefix(".albumen") })
        let asset = try await test.library.performChanges { changes in
            let asset = try changes.create(request)
            try changes.request(for: asset).isFavorite = true
            try changes.request(forAlbum: changes.createAlbum(title: "New")).addAssets([asset])
            return asset
        }
        #expect(copies(test) == ["a.jpg"])
        let album = try #require(try await test.library.fetchAlbums(titled: "New").first)
        #expect(
            try await test.identifiers(test.library.fetchAssets(in: album)) == [asset.result.localIdentifier])
        // Undo deletes the asset, not its file
        try await test.library.undo(asset.undo)
        #expect(try await test.library.fetchAssets().count == 0)
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 1)
        #expect(copies(test) == ["a.jpg"])
        // A request makes one asset
        let error = await thrown(LibraryError.self) {
            try await test.library.performChanges { try $0.create(request) }
        }
        #expect(error?.isNotAllowed == true)
    }

    @Test("A change that fails leaves no file, and a request that is dropped neither")
    func nothingLeft() async throws {
        let test = try await TestLibrary()
        let path = try file("a.jpg", SampleJPEG.bytes(seed: 1), test)
        let request = try await test.library.creationRequest(forFileAt: path)
        await #expect(throws: Refusal.self) {
            try await test.library.performChanges { changes in
                try changes.create(request)
                throw Refusal()
            }
        }
        do {
            let dropped = try await test.library.creationRequest(forFileAt: path)
            #expect(dropped.pixelSize == PixelSize(width: SampleJPEG.width, height: SampleJPEG.height))
        }
        #expect(copies(test).isEmpty)
        #expect(try await test.library.fetchAssets().count == 0)
    }

    @Test("What is no photo is an error before any change, and says which file")
    func badFiles() async throws {
        let test = try await TestLibrary()
        let text = try file("a.jpg", Array("no picture at all".utf8), test)
        let cut = try file("b.jpg", Array(SampleJPEG.bytes(seed: 1).prefix(60)), test)
        for path in [text, cut] {
            let error = await thrown(LibraryError.self) { try await test.library.save(fileAt: path) }
            if case .invalidResource(let named, _) = error {
                #expect(named == path)
            } else {
                Issue.record("\(String(describing: error))")
            }
        }
        let gone = FilePath(test.folder.path).appending("c.jpg")
        let error = await thrown(LibraryError.self) { try await test.library.save(fileAt: gone) }
        if case .file(.notFound(gone)) = error {} else { Issue.record("\(String(describing: error))") }
        #expect(copies(test).isEmpty)
    }

    @Test("Saved twice, a photo is one asset; deleted and saved again, it is back")
    func duplicates() async throws {
        let test = try await TestLibrary()
        let data = Data(SampleJPEG.bytes(seed: 3))
        let first = try await test.library.save(image: data, filename: "x.jpg", toAlbum: "Best")
        let again = try await test.library.save(image: data, filename: "y.jpg", toAlbum: "Best")
        #expect(first == again && copies(test) == ["x.jpg"])
        #expect(try await test.library.fetchAlbums(titled: "Best").map(\.assetCount) == [1])
        let other = try await test.library.save(image: Data(SampleJPEG.bytes(seed: 4)), filename: "x.jpg")
        #expect(other != first && copies(test) == ["x-1.jpg", "x.jpg"])
        // Deleted and saved again
        try await test.library.performChanges { try $0.deleteAssets([first]) }
        #expect(try await test.library.fetchAlbums(titled: "Best").map(\.assetCount) == [0])
        #expect(try await test.library.save(image: data, filename: "z.jpg") == first)
        #expect(try await test.library.fetchAlbums(titled: "Best").map(\.assetCount) == [1])
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 0)
        #expect(copies(test) == ["x-1.jpg", "x.jpg"])
    }

    @Test("A photo that the library has behind a link is not stored again")
    func linked() async throws {
        let test = try await TestLibrary()
        let bytes = SampleJPEG.bytes(seed: 7)
        let target = try file("target.jpg", bytes, test)
        let link = FilePath(test.folder.path).appending("link.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: link.displayString, withDestinationPath: target.displayString)
        var record = FileRecord.photo(0, name: "link.jpg", folder: FilePath(test.folder.path))
        record.stamp = try #require(FileStamp(followingLinksAt: link))
        try await test.record([record])
        let known = try await test.identifiers(test.library.fetchAssets())
        let again = try file("again.jpg", bytes, test)
        #expect(try await [test.library.save(fileAt: again)] == known)
        var options = ImportOptions()
        options.mode = .copy
        for try await result in test.library.importFiles([again], options: options) {
            #expect(result.verdict == .duplicate)
        }
        #expect(copies(test).isEmpty)
    }

    @Test("Bytes that cannot be written or read leave nothing behind")
    func data() async throws {
        let test = try await TestLibrary()
        let data = Data(SampleJPEG.bytes(seed: 8))
        let longName = String(repeating: "x", count: 300) + ".jpg"
        let error = await thrown(LibraryError.self) {
            try await test.library.creationRequest(forData: data, filename: longName)
        }
        if case .file(.io) = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try leftovers(test) == [])
        await #expect(throws: LibraryError.self) {
            try await test.library.creationRequest(forData: Data("no picture".utf8), filename: "a.jpg")
        }
        #expect(try leftovers(test) == [])
        _ = try await test.library.creationRequest(forData: data, filename: "a.jpg")
        #expect(try leftovers(test) == [])
    }

    @Test("An asset is made of one photo or of one video, and of what it is said to be")
    func resources() async throws {
        let test = try await TestLibrary()
        let path = try file("a.jpg", SampleJPEG.bytes(seed: 9), test)
        let request = try await test.library.creationRequest(forResources: [.photo: path])
        #expect(request.mediaType == .image)
        #expect(AssetCreationRequest.supportsAssetResourceTypes([.video]))
        for wrong in [[.video: path, .pairedVideo: path], [:]] as [[AssetResourceType: FilePath]] {
            let error = await thrown(LibraryError.self) {
                try await test.library.creationRequest(forResources: wrong)
            }
            #expect(error?.isNotAllowed == true)
        }
        let error = await thrown(LibraryError.self) {
            try await test.library.creationRequest(forResources: [.video: path])
        }
        if case .invalidResource(path, _) = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("Access is asked for where it is not determined; who may only add gets an identifier and no album")
    func access() async throws {
        let test = try await TestLibrary(status: .notDetermined)
        let data = Data(SampleJPEG.bytes(seed: 5))
        // Without anybody to ask it is an error
        let unasked = await thrown(LibraryError.self) {
            try await test.library.save(image: data, filename: "a.jpg")
        }
        #expect(unasked?.isNotAuthorized == true)
        test.library.authorizationPrompt = { @Sendable level in level == .addOnly ? .authorized : .denied }
        #expect(try await !test.library.save(image: data, filename: "a.jpg").isEmpty)
        #expect(test.library.authorizationStatus(for: .addOnly) == .authorized)
        #expect(try await test.library.fetchAssets().count == 0, "it may not read")
        let filed = await thrown(LibraryError.self) {
            try await test.library.save(image: data, filename: "b.jpg", toAlbum: "Mine")
        }
        #expect(filed?.isNotAuthorized == true)
    }

    @Test("A limited client sees what it saved")
    func limited() async throws {
        let test = try await TestLibrary(status: .limited)
        let saved = try await test.library.save(
            image: Data(SampleJPEG.bytes(seed: 6)), filename: "a.jpg", toAlbum: "Mine")
        #expect(try await test.identifiers(test.library.fetchAssets()) == [saved])
        #expect(try await test.library.fetchAlbums(titled: "Mine").map(\.assetCount) == [1])
    }
}
