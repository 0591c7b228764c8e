// SPDX-License-Identifier: GPL-3.0-or-later
// Duplicates on real files: found by content and by looks, and merged without losing what the person said of any.

import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Duplicates", .timeLimit(.minutes(30)))
struct DuplicatesTests {
    let photos = TemporaryFolder()

    /// A file that ImageMagick makes.
    private func make(_ name: String, _ arguments: [String]) async throws -> FilePath {
        let path = photos.path.appending(name)
        try await runTool("convert", arguments + [path.displayString])
        return path
    }

    /// Puts files into the library as a scan does, which takes what is there twice too.
    private func enter(_ paths: [FilePath], _ test: TestLibrary) async throws -> [String] {
        let reader = MediaReader(decoders: test.library.decoders, queue: BlockingQueue(label: "test"))
        var identifiers: [String] = []
        for path in paths {
            guard case .media(let file, let facts, _) = try await reader.read(path, thumbnail: nil) else {
                Issue.record("\(path) was not read")
                continue
            }
            let record = FileRecord(
                folder: photos.path, name: path.lastComponent.bytes, stamp: file.stamp, facts: facts,
                state: .ok)
            let row = try await test.record([record])[0]
            let asset = try await test.catalog.read { try $0.assets(rows: [row])[0] }
            identifiers.append(try #require(asset).localIdentifier)
        }
        return identifiers
    }

    private func names(_ groups: [DuplicateGroup], _ likeness: DuplicateGroup.Likeness) -> Set<[String]> {
        Set(
            groups.filter { $0.likeness == likeness }
                .map { $0.assets.map { $0.path.lastComponent.displayString } })
    }

    @Test(
        "Equal files are identical, other sizes and qualities similar, the best first; others are left alone")
    func found() async throws {
        let test = try await TestLibrary()
        let scene = ["-size", "640x480", "-seed", "5", "plasma:fractal"]
        let original = try await make("original.png", scene)
        let copy = photos.path.appending("copy.png")
        try await runTool("cp", [original.displayString, copy.displayString])
        let small = try await make("small.jpg", [original.displayString, "-resize", "50%", "-quality", "60"])
        let other = try await make("other.png", ["-size", "640x480", "-seed", "77", "plasma:fractal"])
        let blank = try await make("blank.png", ["-size", "640x480", "xc:white"])
        let page = try await make("page.png", ["-size", "641x480", "xc:ivory"])
        _ = try await enter([small, other, original, copy, blank, page], test)

        let groups = try await test.library.duplicates()
        #expect(names(groups, .identical) == [["original.png", "copy.png"]])
        #expect(names(groups, .similar) == [["original.png", "small.jpg"]])
        // What is known is not found out again, and a file that changed is.
        #expect(try await test.catalog.rowsWithoutFingerprint().isEmpty)
        _ = try await make("small.jpg", ["-size", "640x480", "-seed", "9", "plasma:fractal"])
        _ = try await enter([small], test)
        #expect(names(try await test.library.duplicates(), .similar).isEmpty)
    }

    @Test("A merge keeps albums, keywords, favourite, rating and words of all; undo takes it back")
    func merged() async throws {
        let test = try await TestLibrary()
        let library = test.library
        let ids = try await test.addPhotos(4)
        let (kept, first, second, neighbour) = (ids[0], ids[1], ids[2], ids[3])
        try await library.performChanges { changes in
            let summer = try changes.findOrCreateAlbum(title: "Summer")
            try changes.request(forAlbum: summer).addAssets([first, neighbour])
            let winter = try changes.findOrCreateAlbum(title: "Winter")
            try changes.request(forAlbum: winter).addAssets([second, kept])
            let one = try changes.request(for: first)
            one.isFavorite = true
            one.caption = "By the sea"
            try one.addKeyword("sea")
            let two = try changes.request(for: second)
            two.rating = 4
            two.caption = "Not this one"
            try two.addKeyword("snow")
            try changes.request(for: kept).title = "Mine"
        }
        let before = try await state(library)
        let done = try await library.performChanges { try $0.mergeAssets([first, second], into: kept) }

        let asset = try #require(try await library.fetchAssets(withLocalIdentifiers: [kept]).first)
        #expect(asset.isFavorite)
        #expect(asset.rating == 4)
        #expect(asset.title == "Mine")
        #expect(asset.caption == "By the sea")
        #expect(try await library.fetchKeywords(of: asset) == ["sea", "snow"])
        #expect(try await library.fetchAssets().count == 2)
        let after = try await state(library)
        #expect(after["Summer"] == [kept, neighbour])
        #expect(after["Winter"] == [kept])
        try await library.undo(done.undo)
        #expect(try await state(library) == before)
    }

    private func state(_ library: PhotoLibrary) async throws -> [String: [String]] {
        var state: [String: [String]] = [:]
        for album in try await library.fetchAssetCollections(with: .album) {
            let members = try await library.fetchAssets(in: album)
            state[album.title ?? ""] = try await members.objects(at: 0..<members.count)
                .map(\.localIdentifier)
        }
        return state
    }

    @Test("A limited client finds duplicates only among what it sees")
    func limited() async throws {
        let test = try await TestLibrary()
        let original = try await make("a.png", ["-size", "300x200", "-seed", "3", "plasma:fractal"])
        let copies = ["b.png", "c.png"].map { photos.path.appending($0) }
        for copy in copies { try await runTool("cp", [original.displayString, copy.displayString]) }
        let ids = try await enter([original] + copies, test)
        let client = ClientIdentifier("org.example.Limited")
        try await test.library(for: client).setAuthorization(.limited, for: .readWrite)
        try await test.library.setLimitedSelection([ids[0]], of: client)
        #expect(try await test.library(for: client).duplicates().isEmpty)
        try await test.library.setLimitedSelection([ids[0], ids[2]], of: client)
        let groups = try await test.library(for: client).duplicates()
        #expect(groups.map { Set($0.assets.map(\.localIdentifier)) } == [[ids[0], ids[2]]])
    }
}
