// SPDX-License-Identifier: GPL-3.0-or-later
// Files that belong together are one asset, whichever comes first, and two again where they do not any more.

import Metadata
import Testing

@testable import AlbumenKit

@Suite("Parts of assets", .timeLimit(.minutes(30)))
struct PartsTests {
    private func still(_ second: Int, _ name: String, id: String?, folder: String = "/a") -> FileRecord {
        .photo(second, name: name, folder: FilePath(folder)) { $0.contentIdentifier = id }
    }

    private func film(_ second: Int, _ name: String, id: String?, folder: String = "/a") -> FileRecord {
        .photo(second, name: name, folder: FilePath(folder)) { facts in
            facts.format = .quickTime
            facts.mediaType = .video
            facts.contentIdentifier = id
        }
    }

    private func shown(_ test: TestLibrary) async throws -> [String] {
        let all = try await test.library.fetchAssets()
        return try await all.objects(at: 0..<all.count).map {
            $0.path.lastComponent.displayString + ($0.mediaSubtypes.contains(.live) ? " live" : "")
        }
    }

    @Test(
        "A Live Photo's halves find each other in either order, across folders, whatever the case",
        arguments: [false, true])
    func pairs(isFilmFirst: Bool) async throws {
        let test = try await TestLibrary()
        let records = [still(1, "IMG_1.JPG", id: "ABC"), film(2, "clip.mov", id: "abc", folder: "/b")]
        for record in isFilmFirst ? records.reversed() : records { try await test.record([record]) }
        #expect(try await shown(test) == ["IMG_1.JPG live"])
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumVideos).assetCount == 0)
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumLivePhotos).assetCount == 1)
        #expect(try await test.library.catalogProblems() == [])
        // Read again, it stays one
        try await test.record(records)
        #expect(try await shown(test) == ["IMG_1.JPG live"])
        // When the film says that it belongs to another, then they are two
        try await test.record([film(2, "clip.mov", id: "other", folder: "/b")])
        #expect(try await shown(test) == ["clip.mov", "IMG_1.JPG"])
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("Of several films the one in the folder is taken, and names alone pair nothing")
    func choice() async throws {
        let test = try await TestLibrary()
        try await test.record([
            film(1, "IMG_1.MOV", id: "x", folder: "/far"), film(2, "near.mov", id: "x"),
            film(3, "IMG_2.MOV", id: nil), still(4, "IMG_2.JPG", id: nil), still(5, "IMG_1.JPG", id: "x"),
        ])
        #expect(try await shown(test) == ["IMG_1.JPG live", "IMG_2.JPG", "IMG_2.MOV", "IMG_1.MOV"])
    }

    @Test("RAW and JPEG of one shot are one, of two shots two")
    func raw() async throws {
        let test = try await TestLibrary()
        func raw(_ second: Int, _ name: String) -> FileRecord {
            .photo(second, name: name, folder: FilePath("/a")) { $0.format = .dng }
        }
        try await test.record([
            raw(1, "P1.DNG"), still(1, "P1.JPG", id: nil), raw(2, "P2.DNG"), still(50, "P2.JPG", id: nil),
        ])
        #expect(try await shown(test) == ["P2.JPG", "P2.DNG", "P1.JPG"])
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRAW).assetCount == 2)
        #expect(try await test.library.catalogProblems() == [])
    }
}
