// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct AlbumTests {
    let ctl = Albumenctl()

    /// Ids of three photos in the library, by name.
    private func threePhotos() async throws -> [String] {
        for seed in 0..<3 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let assets = try await ctl.assets()
        return try (0..<3).map { try #require(assets["\($0).jpg"]?["id"] as? String) }
    }

    private func count(of title: String) async throws -> Int? {
        try await ctl.run("albums", "--json").objects.first { $0["title"] as? String == title }?["count"]
            as? Int
    }

    @Test func importedFilesAreFiledDuplicatesToo() async throws {
        // Given one file that is in the library already
        ctl.write("0.jpg", SampleJPEG.bytes(seed: 0))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        ctl.write("1.jpg", SampleJPEG.bytes(seed: 1))
        // When both are imported into an album, twice
        #expect(try await ctl.run("import", "--reference", "--album", "Été", ctl.photos).status == 0)
        #expect(try await ctl.run("import", "--reference", "--album", "Été", ctl.photos).status == 0)
        // Then there is one album of that title, with both
        let albums = try await ctl.run("albums", "--json").objects.filter { $0["title"] as? String == "Été" }
        #expect(albums.count == 1)
        #expect(albums.first?["count"] as? Int == 2)
        #expect(albums.first?["type"] as? String == "album")
        #expect(try await ctl.assets("--album", "Été").count == 2)
        #expect(try await ctl.assets()["0.jpg"]?["albums"] as? [String] == ["Été"])
    }

    @Test func collectionsAreListedFoldersToo() async throws {
        _ = try await threePhotos()
        _ = try await ctl.run("album", "create", "Trip")
        let all = try await ctl.run("albums", "--json").objects
        #expect(all.first?["title"] as? String == "Trip" && all.first?["parent"] is NSNull)
        let smart = all.filter { $0["type"] as? String == "smartAlbum" }
        // PhotoKit's 201 to 220, and Recently Deleted
        #expect(smart.count == 21)
        for name in ["userLibrary", "recentlyAdded"] {
            #expect(smart.first { $0["subtype"] as? String == name }?["count"] as? Int == 3)
            #expect(try await ctl.assets("--smart", name).count == 3)
        }
        #expect(try await ctl.assets("--smart", "videos").isEmpty)
        for none in ["any", "generic"] {
            #expect(try await ctl.run("assets", "--smart", none).status == 2)
        }
    }

    @Test func savePutsAFileIntoAnAlbum() async throws {
        let file = ctl.write("a.jpg", SampleJPEG.bytes(seed: 1))
        #expect(try await ctl.run("save", file, "--album", "Best").status == 0)
        #expect(try await count(of: "Best") == 1)
        #expect(try await ctl.run("save", file).status == 2)
    }

    @Test func albumsAreMadeRenamedFilledEmptiedDeleted() async throws {
        let ids = try await threePhotos()
        #expect(try await ctl.run("album", "create", "Trip").status == 0)
        #expect(try await ctl.run("album", "add", "Trip", ids[0], ids[1]).status == 0)
        #expect(try await count(of: "Trip") == 2)
        #expect(try await ctl.run("album", "rename", "Trip", "Journey").status == 0)
        #expect(try await count(of: "Trip") == nil)
        #expect(try await ctl.run("album", "remove", "Journey", ids[0]).status == 0)
        #expect(try await count(of: "Journey") == 1)
        // An id that names nothing is told, and costs the others nothing
        let answer = try await ctl.run(
            "album", "add", "Journey", "00000000-0000-4000-8000-000000000000", ids[2])
        #expect(answer.status == 1)
        #expect(answer.messages.contains("00000000-0000-4000-8000-000000000000"))
        #expect(try await count(of: "Journey") == 2)
        #expect(try await ctl.run("album", "delete", "Journey").status == 0)
        #expect(try await count(of: "Journey") == nil)
        #expect(try await ctl.assets().count == 3)
    }

    /// The one line of an answer.
    private func object(_ words: String...) async throws -> [String: Any] {
        let answer = try await ctl.run((words + ["--json"]).map { Array($0.utf8) })
        #expect(answer.status == 0, "\(words): \(answer.messages)")
        let objects = try answer.objects
        #expect(objects.count == 1, "\(words)")
        return try #require(objects.first)
    }

    @Test func smartAlbumsOfThePersonsOwnAreFoundByTitleAndId() async throws {
        // Given a smart album, with a title in another spelling than the one it is asked for with
        let ids = try await threePhotos()
        _ = try await ctl.run("rate", "4", ids[0], ids[2])
        let made = try await object("album", "create", "E\u{301}te\u{301}", "--query", "rating:>=4")
        let id = try #require(made["id"] as? String)
        #expect(made["type"] as? String == "smartAlbum")
        #expect(made["count"] as? Int == 2)
        // Then its photos are listed by title and by id
        for name in ["\u{C9}t\u{E9}", id] {
            #expect(Set(try await ctl.assets("--album", name).keys) == ["0.jpg", "2.jpg"], "\(name)")
        }
        // And it is renamed, moved and deleted by either
        _ = try await ctl.run("folder", "create", "2021")
        #expect(try await object("album", "rename", "\u{C9}t\u{E9}", "Best")["id"] as? String == id)
        #expect(try await object("album", "move", "Best", "--in", "2021")["parent"] as? String != nil)
        #expect(try await object("album", "rename", id, "Finest")["title"] as? String == "Finest")
        // But what is in it is for its query to say
        let refused = try await ctl.run("album", "add", "Finest", ids[1])
        #expect(refused.status == 1 && !refused.messages.isEmpty)
        #expect(try await count(of: "Finest") == 2)
        // And two of one title have to be told apart by their ids, of whatever kind they are
        _ = try await ctl.run("album", "create", "Finest")
        let ambiguous = try await ctl.run("album", "delete", "Finest")
        #expect(ambiguous.status == 1 && ambiguous.messages.contains(id))
        #expect(try await object("album", "delete", id)["id"] as? String == id)
        let left = try await ctl.run("albums", "--json").objects.filter { $0["title"] as? String == "Finest" }
        #expect(left.map { $0["type"] as? String } == ["album"])
    }

    @Test func foldersAnswerAsTheyAreListed() async throws {
        // Given two folders, one in the other
        let outer = try await object("folder", "create", "2021")
        let inner = try await object("folder", "create", "Summer", "--in", "2021")
        #expect(inner["parent"] as? String == outer["id"] as? String)
        // When one is changed, then the answer is the line that lists it
        func listed(_ id: Any?) async throws -> NSDictionary? {
            try await ctl.run("albums", "--json").objects.first { $0["id"] as? String == id as? String }
                .map { $0 as NSDictionary }
        }
        let renamed = try await object("folder", "rename", "Summer", "July")
        #expect(renamed["title"] as? String == "July")
        #expect(try await listed(inner["id"]) == renamed as NSDictionary)
        let moved = try await object("folder", "move", "July")
        #expect(moved["parent"] is NSNull)
        #expect(try await listed(inner["id"]) == moved as NSDictionary)
        #expect(moved["type"] as? String == "folder" && moved["subtype"] as? String == "regularFolder")
        // And a deleted one is told as it was
        let deleted = try await object("folder", "delete", try #require(inner["id"] as? String))
        #expect(deleted as NSDictionary == moved as NSDictionary)
        #expect(try await listed(inner["id"]) == nil)
        #expect(try await ctl.run("folder", "delete", "July").status == 1)
    }

    @Test func marksMoveBetweenTheSmartAlbums() async throws {
        let ids = try await threePhotos()
        #expect(try await ctl.run("favorite", ids[0], ids[1]).status == 0)
        #expect(try await ctl.assets("--smart", "favorites").count == 2)
        #expect(try await ctl.run("favorite", "--off", ids[1]).status == 0)
        #expect(try await ctl.assets("--smart", "favorites").count == 1)
        #expect(try await ctl.run("hide", ids[0]).status == 0)
        #expect(try await ctl.assets("--smart", "userLibrary").count == 2)
        #expect(try await ctl.assets("--smart", "allHidden")["0.jpg"]?["hidden"] as? Bool == true)
        #expect(try await ctl.run("trash", ids[2]).status == 0)
        #expect(try await ctl.assets("--smart", "userLibrary").count == 1)
        #expect(try await ctl.run("restore", ids[2]).status == 0)
        #expect(try await ctl.assets("--smart", "userLibrary").count == 2)
        #expect(try await ctl.run("favorite", "nonsense").status == 1)
    }

    @Test func starsKeywordsFoldersAndPlaces() async throws {
        let ids = try await threePhotos()
        #expect(try await ctl.run("rate", "4", ids[0], ids[1]).status == 0)
        #expect(try await ctl.run("rate", "6", ids[0]).status == 2)
        #expect(try await ctl.run("keyword", "add", "sea", ids[0]).status == 0)
        #expect(try await ctl.run("keyword", "add", "sun", ids[0]).status == 0)
        #expect(try await ctl.run("keyword", "remove", "sea", ids[0]).status == 0)
        let assets = try await ctl.assets()
        #expect(assets["0.jpg"]?["rating"] as? Int == 4)
        #expect(assets["0.jpg"]?["keywords"] as? [String] == ["sun"])
        // Photos at a place of an album
        _ = try await ctl.run("album", "create", "Trip")
        _ = try await ctl.run("album", "add", "Trip", ids[0], ids[1])
        #expect(try await ctl.run("album", "add", "Trip", "--at", "1", ids[2], ids[1]).status == 0)
        let order = try await ctl.run("assets", "--json", "--album", "Trip").objects.map {
            $0["id"] as? String
        }
        #expect(order == [ids[2], ids[1], ids[0]])
        #expect(try await ctl.run("album", "add", "Trip", "--at", "9", ids[2]).status == 1)
        // Albums in folders
        #expect(try await ctl.run("folder", "create", "2021").status == 0)
        #expect(try await ctl.run("folder", "create", "Summer", "--in", "2021").status == 0)
        #expect(try await ctl.run("album", "move", "Trip", "--in", "Summer").status == 0)
        #expect(try await ctl.run("folder", "move", "2021", "--in", "Summer").status == 1)
        let trip = try await ctl.run("albums", "--json").objects.first { $0["title"] as? String == "Trip" }
        #expect(trip?["parent"] as? String != nil)
        #expect(try await ctl.run("folder", "rename", "Summer", "July").status == 0)
        #expect(try await ctl.run("folder", "move", "July", "--at", "1").status == 0)
        #expect(try await ctl.run("folder", "delete", "July").status == 0)
        #expect(try await count(of: "Trip") == nil)
        #expect(try await ctl.assets().count == 3)
    }

    @Test func listsArePaged() async throws {
        for seed in 0..<9 {
            ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed, takenAt: "2021:01:0\(seed + 1) 10:11:12"))
        }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let names = try await ctl.run("assets", "--json", "--limit", "3", "--offset", "2").objects.map {
            $0["filename"] as? String
        }
        #expect(names == ["6.jpg", "5.jpg", "4.jpg"])
    }

    @Test func thumbnailsAreUprightAndWithinTheirSize() async throws {
        // Given a photo that is shown on its side
        ctl.write("a.jpg", SampleJPEG.bytes(seed: 1, orientation: 6))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let asset = try #require(try await ctl.assets()["a.jpg"])
        #expect(asset["pixelWidth"] as? Int == SampleJPEG.height)
        #expect(asset["pixelHeight"] as? Int == SampleJPEG.width)
        #expect(asset["orientation"] as? Int == 6)
        // When a thumbnail is asked for
        let id = try #require(asset["id"] as? String)
        let output = ctl.root + "/t.jpg"
        #expect(try await ctl.run("thumbnail", id, "--size", "12", "-o", output).status == 0)
        // Then it is a JPEG, upright, twelve pixels high
        let jpeg = [UInt8](try #require(FileManager.default.contents(atPath: output)))
        #expect(Self.size(ofJPEG: jpeg) == [8, 12])
        #expect(try await ctl.run("thumbnail", id).status == 2)
        #expect(try await ctl.run("thumbnail", "nothing", "-o", output).status == 1)
    }

    /// Width and height in the first start-of-frame segment (ITU T.81, B.2.2).
    private static func size(ofJPEG bytes: [UInt8]) -> [Int]? {
        var at = 2
        while at + 8 < bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                return [
                    Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]),
                    Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]),
                ]
            }
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
        return nil
    }
}
