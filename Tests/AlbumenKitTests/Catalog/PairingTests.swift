// SPDX-License-Identifier: GPL-3.0-or-later
// What files make of each other: pairs that are the same in any order of coming, what people did with parts, the switch
// between RAW and JPEG, edited copies, and what people say of an asset against its file.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Files that belong together", .timeLimit(.minutes(30)))
struct PairingTests {
    private func file(
        _ second: Int, _ name: String, _ format: FileFormat = .jpeg, id: String? = nil, folder: String = "/a",
        _ change: (inout FileFacts) -> Void = { _ in }
    ) -> FileRecord {
        // No two are the same file on disk.
        let inode = name.utf8.reduce(UInt64(17)) { $0 &* 31 &+ UInt64($1) }
        return .photo(second, name: name, folder: FilePath(folder), inode: inode) { facts in
            facts.format = format
            facts.mediaType = format.mediaType
            facts.contentIdentifier = id
            change(&facts)
        }
    }

    private func assets(_ test: TestLibrary, _ options: FetchOptions = FetchOptions()) async throws
        -> [String: Asset]
    {
        let result = try await test.library.fetchAssets(options: options)
        let all = try await result.objects(at: 0..<result.count)
        return Dictionary(
            all.map { ($0.path.lastComponent.displayString, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func resources(_ asset: Asset?, _ test: TestLibrary) async throws -> [String] {
        guard let asset else { return [] }
        return try await test.library.assetResources(for: asset).map { "\($0.type) \($0.originalFilename)" }
    }

    @Test("Two pairs of one identifier are the same pairs in whatever order their files come")
    func anyOrder() async throws {
        let files = [
            file(1, "IMG_1.HEIC", .heic, id: "x"), file(1, "IMG_1.MOV", .quickTime, id: "X"),
            file(1, "IMG_E1.HEIC", .heic, id: "x"), file(1, "IMG_E1.MOV", .quickTime, id: "x"),
        ]
        for order in [[0, 1, 2, 3], [3, 0, 2, 1], [1, 3, 2, 0], [2, 1, 0, 3], [0, 3, 1, 2]] {
            let test = try await TestLibrary()
            for index in order { try await test.record([files[index]]) }
            let shown = try await assets(test)
            #expect(shown.keys.sorted() == ["IMG_1.HEIC", "IMG_E1.HEIC"], "\(order)")
            #expect(
                try await resources(shown["IMG_1.HEIC"], test) == [
                    "photo IMG_1.HEIC", "pairedVideo IMG_1.MOV", "fullSizePhoto IMG_E1.HEIC",
                ], "\(order)")
            #expect(
                try await resources(shown["IMG_E1.HEIC"], test) == [
                    "photo IMG_E1.HEIC", "pairedVideo IMG_E1.MOV",
                ], "\(order)")
            #expect(try await test.library.catalogProblems() == [])
        }
    }

    @Test("Where one half has lost its identifier, folder, name, time and length have to agree")
    func circumstances() async throws {
        func isPair(_ film: FileRecord, still: FileRecord? = nil) async throws -> Bool {
            let test = try await TestLibrary()
            try await test.record([still ?? file(10, "IMG_1.JPG", id: "x"), film])
            return try await assets(test).count == 1
        }
        func film(
            _ second: Int, _ name: String = "IMG_1.MOV", seconds: Double = 3, id: String? = nil,
            folder: String = "/a"
        ) -> FileRecord { file(second, name, .quickTime, id: id, folder: folder) { $0.duration = seconds } }
        #expect(try await isPair(film(11)))
        #expect(try await isPair(film(11, id: "y"), still: file(10, "IMG_1.JPG")))
        #expect(try await !isPair(film(11), still: file(10, "IMG_1.JPG")))
        #expect(try await !isPair(film(11, id: "y")))
        #expect(try await !isPair(film(20)))
        #expect(try await !isPair(film(11, seconds: 8)))
        #expect(try await !isPair(film(11, "IMG_2.MOV")))
        #expect(try await !isPair(film(11, folder: "/b")))
    }

    @Test("What was done with a film before its still came counts for both; both are deleted as one")
    func inheritance() async throws {
        let test = try await TestLibrary()
        try await test.record([file(1, "IMG_1.MOV", .quickTime, id: "x")])
        let film = try await test.identifiers(test.library.fetchAssets())[0]
        let album = try await test.library.performChanges { changes in
            try changes.request(for: film).isFavorite = true
            let album = try changes.createAlbum(title: "Trip")
            try changes.request(forAlbum: album).addAssets([film])
            return album
        }.result
        try await test.record([file(1, "IMG_1.JPG", id: "x")])
        let still = try #require(try await assets(test)["IMG_1.JPG"])
        #expect(still.isFavorite && still.mediaSubtypes.contains(.live))
        let found = try #require(try await test.library.fetchAlbums(titled: "Trip").first)
        #expect(found.localIdentifier == album.localIdentifier && found.assetCount == 1)
        #expect(try await test.identifiers(test.library.fetchAssets(in: found)) == [still.localIdentifier])
        try await test.library.performChanges { try $0.deleteAssets([still]) }
        #expect(try await test.library.fetchAssets().count == 0)
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 1)
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("A photo of two files can be shown by either; what people did stays, and the switch is undone")
    func alternate() async throws {
        let test = try await TestLibrary()
        let files = [
            file(1, "P1.DNG", .dng) { $0.displaySize = PixelSize(width: 60, height: 40) }, file(1, "P1.JPG"),
        ]
        try await test.record(files)
        let id = try await test.identifiers(test.library.fetchAssets())[0]
        func names() async throws -> [String] {
            try await resources(try await assets(test).values.first, test)
        }
        #expect(try await names() == ["photo P1.JPG", "alternatePhoto P1.DNG"])
        let change = try await test.library.performChanges { changes in
            try changes.request(for: id).rating = 5
            try changes.request(for: id).showAlternatePhoto()
        }
        #expect(try await names() == ["photo P1.DNG", "alternatePhoto P1.JPG"])
        let shown = try #require(try await assets(test)["P1.DNG"])
        #expect(shown.localIdentifier == id && shown.rating == 5 && shown.format == .dng)
        #expect(shown.pixelSize == PixelSize(width: 60, height: 40))
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRAW).assetCount == 1)
        // Both files read again: it stays so
        try await test.record(files)
        #expect(try await names() == ["photo P1.DNG", "alternatePhoto P1.JPG"])
        #expect(try await assets(test)["P1.DNG"]?.rating == 5)
        #expect(try await test.library.catalogProblems() == [])
        try await test.library.undo(change.undo)
        #expect(try await names() == ["photo P1.JPG", "alternatePhoto P1.DNG"])
        #expect(try await assets(test)["P1.JPG"]?.rating == 0)
        let lone = try await TestLibrary()
        let other = try await lone.addPhotos(1)[0]
        let error = await thrown(LibraryError.self) {
            try await lone.library.performChanges { try $0.request(for: other).showAlternatePhoto() }
        }
        #expect(error?.isNotAllowed == true)
    }

    @Test("Edited copies know their original, by their names and times")
    func edits() async throws {
        let test = try await TestLibrary()
        try await test.record([
            file(1, "IMG_E0001.JPG"), file(1, "IMG_0001.JPG"), file(2, "IMG_E0002.JPG"),
            file(90, "IMG_0002.JPG"),
            file(3, "a-edited.jpg"), file(3, "a.jpg"),
        ])
        let all = try await assets(test)
        #expect(all.count == 6)
        #expect(
            try await resources(all["IMG_0001.JPG"], test) == [
                "photo IMG_0001.JPG", "fullSizePhoto IMG_E0001.JPG",
            ])
        #expect(try await resources(all["IMG_0002.JPG"], test) == ["photo IMG_0002.JPG"])
        #expect(try await resources(all["a.jpg"], test) == ["photo a.jpg", "fullSizePhoto a-edited.jpg"])
    }

    @Test("What a person says of an asset outlives every reading, until it is taken back")
    func overriding() async throws {
        let test = try await TestLibrary()
        let photo = file(1, "a.jpg") { $0.note(.panoramas, .certain, "EXIF CustomRendered 6") }
        try await test.record([photo])
        let id = try await test.identifiers(test.library.fetchAssets())[0]
        func counts() async throws -> [Int] {
            [
                try await test.library.fetchSmartAlbum(.smartAlbumPanoramas).assetCount,
                try await test.library.fetchSmartAlbum(.smartAlbumSelfPortraits).assetCount,
            ]
        }
        #expect(try await counts() == [1, 0])
        let undo = try await test.library.performChanges { changes in
            try changes.request(for: id).setBelongs(false, to: .panoramas)
            try changes.request(for: id).setBelongs(true, to: .selfPortraits)
        }.undo
        #expect(try await counts() == [0, 1])
        try await test.record([photo])
        #expect(try await counts() == [0, 1])
        let redo = try await test.library.undo(undo)
        #expect(try await counts() == [1, 0])
        try await test.library.undo(redo)
        #expect(try await counts() == [0, 1])
        try await test.library.performChanges { try $0.request(for: id).setBelongs(nil, to: .panoramas) }
        #expect(try await counts() == [1, 1])
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("The camera's pick stands for its burst whatever the order, and the person's before it")
    func picks() async throws {
        func shot(_ second: Int, isPick: Bool = false) -> FileRecord {
            file(second, "B\(second).JPG") { facts in
                facts.burstIdentifier = "B"
                if isPick { facts.note(.bursts, .certain, "GCamera BurstPrimary") }
            }
        }
        for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
            let test = try await TestLibrary()
            for second in order { try await test.record([shot(second, isPick: second == 2)]) }
            #expect(try await assets(test).keys.sorted() == ["B2.JPG"], "\(order)")
        }
        let test = try await TestLibrary()
        for second in [3, 2, 1] { try await test.record([shot(second)]) }
        #expect(try await assets(test).keys.sorted() == ["B1.JPG"])
        var everything = FetchOptions()
        everything.includeAllBurstAssets = true
        let third = try #require(try await assets(test, everything)["B3.JPG"])
        try await test.library.performChanges { try $0.request(for: third).representBurst() }
        try await test.record([shot(1), shot(2, isPick: true), shot(4)])
        #expect(try await assets(test).keys.sorted() == ["B3.JPG"])
        #expect(try await test.library.catalogProblems() == [])
    }
}
