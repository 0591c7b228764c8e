// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Moving in from exports", .timeLimit(.minutes(30)))
struct ExportMovingTests {
    // MARK: Google Takeout

    private func takeout() async throws -> MovingHouse {
        let house = try await MovingHouse()
        let year = "Takeout/Google Photos/Photos from 2019/"
        let album = "Takeout/Google Photos/Rome & more/"
        let json = { (more: String) in #"{"photoTakenTime": {"timestamp": "1"}, "imageViews": "3"\#(more)}"# }
        house.photo(year + "IMG_1.jpg", seed: 1)
        house.old.write(
            year + "IMG_1.jpg.supplemental-metadata.json",
            json(
                #", "favorited": true, "description": " On the hill ", "people": [{"name": "Anna"}, {"name": " "}, 7]"#
            ))
        house.photo(year + "IMG_1(1).jpg", seed: 2)
        house.old.write(year + "IMG_1.jpg.supplemental-metadata(1).json", json(#", "archived": true"#))
        house.photo(year + "IMG_1-edited.jpg", seed: 3)
        let long = "A very long name of a photo that was cut by Google"
        house.photo(year + long + ".jpg", seed: 4)
        house.old.write(year + long.prefix(46) + ".json", json(#", "trashed": true"#))
        house.old.write(year + "gone.jpg.json", json(""))
        house.old.write(year + "broken.json", "{\"photoTakenTime\": ")
        house.photo(album + "IMG_1.jpg", seed: 1)
        house.old.write(album + "IMG_1.jpg.json", json(""))
        house.photo(album + "market.png.jpg", seed: 5)
        house.old.write(album + "market.png.jpg.suppl.json", json(#", "favorited": "yes", "people": "Anna""#))
        house.old.write(album + "metadata.json", #"{"title": "Rome & more", "access": "protected"}"#)
        house.old.write("Takeout/Google Photos/print-subscriptions.json", #"{"title": "Prints"}"#)
        return house
    }

    @Test func takeoutGivesAlbumsMarksAndPeople() async throws {
        // Given an export with a photo in a year and in an album, and names as Google writes them
        let house = try await takeout()
        let year = house.old.path.appending("Takeout/Google Photos/Photos from 2019")
        // When it is taken over
        let report = try await house.move(.takeout)
        // Then the photo is there once, in the album, with what was known of it
        let hill = try await house.asset(year.appending("IMG_1.jpg"))
        #expect(hill.isFavorite && hill.caption == "On the hill")
        #expect(try await house.people(hill.path) == ["Anna"])
        #expect(
            try await house.collections(.albumSyncedAlbum) == [
                "Rome & more": ["IMG_1.jpg", "market.png.jpg"]
            ])
        #expect(try await house.collections(.albumSyncedFaces)["Anna"]?.contains("IMG_1.jpg") == true)
        // And each has what its own file says
        #expect(try await house.asset(year.appending("IMG_1(1).jpg")).isHidden)
        #expect(
            try await house.asset(year.appending("A very long name of a photo that was cut by Google.jpg"))
                .trashedDate != nil)
        let market = year.parent!.appending("Rome & more/market.png.jpg")
        #expect(try await !house.asset(market).isFavorite)
        // And the rest is told
        #expect(report.count(.photos) == 5 && report.count(.alreadyThere) == 1)
        #expect(report.names(.edits) == ["IMG_1-edited.jpg"])
        #expect(report.names(.sidecars).sorted() == ["broken.json", "gone.jpg.json"])
        // And again it is as before
        let once = try await house.everything()
        #expect(try await house.move(.takeout).undo.isEmpty)
        #expect(try await house.everything() == once)
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg.json"), ("a.jpg", "a.jpg.supplemental-metadata.json"), ("a.jpg", "a.jpg.su.json"),
        ("a(2).jpg", "a.jpg(2).json"), ("a(2).jpg", "a.jpg.supplemental-metadata(2).json"),
        ("a(2).jpg", "a(2).jpg.json"), ("a-edited(2).jpg", "a.jpg(2).json"),
        ("a-bearbeitet.jpg", "a.jpg.json"),
        ("a.MP4", "a.HEIC.supplemental-metadata.json"),
        (
            "0123456789012345678901234567890123456789012345678.jpg",
            "0123456789012345678901234567890123456789012345.json"
        ),
    ])
    func aSidecarIsFoundByItsName(photo: String, sidecar: String) {
        var names = TakeoutNames([Array("other.jpg.json".utf8), Array(sidecar.utf8)])
        #expect(
            names.find(for: Array(photo.utf8)).map { String(decoding: $0.sidecar, as: UTF8.self) } == sidecar)
        #expect(names.unused == [Array("other.jpg.json".utf8)])
    }

    @Test(arguments: [
        ("a(1).jpg", "a.jpg.json"), ("a.jpg", "a.jpg(1).json"), ("a.jpg", "ab.jpg.json"),
        ("ab.jpg", "a.json"),
    ])
    func anotherPhotosSidecarIsNot(photo: String, sidecar: String) {
        var names = TakeoutNames([Array(sidecar.utf8)])
        #expect(names.find(for: Array(photo.utf8)) == nil)
    }

    // MARK: Apple Photos

    @Test func osxphotosGivesAlbumsAndWhatItsSidecarsSay() async throws {
        // Given an export by folders, albums and dates, with sidecars in both forms
        let house = try await MovingHouse()
        house.photo("Trips/Rome/IMG_1.jpg", seed: 1)
        house.old.write(
            "Trips/Rome/IMG_1.jpg.json",
            """
            [{"SourceFile": "IMG_1.jpg", "_CreatedBy": "osxphotos", "XMP:Title": "Forum", "XMP:Description": "At noon",
              "IPTC:Keywords": ["ruins", "Anna"], "XMP:TagsList": ["ruins", 2019], "XMP:PersonInImage": ["Anna", "_UNKNOWN_"],
              "XMP:Rating": 5}]
            """)
        house.photo("Trips/Rome/IMG_1_edited.jpg", seed: 2)
        house.photo("2019/07/01/IMG_2.jpg", seed: 3)
        house.old.write("2019/07/01/IMG_2.json", #"[{"Title": "Plain", "Keywords": "one", "Rating": 0}]"#)
        house.photo("_/IMG_3.jpg", seed: 4)
        house.old.write("_/IMG_3.jpg.json", "[]")
        house.photo("IMG_4.jpg", seed: 5)
        house.photo("Trips/Rome/2019/IMG_5.jpg", seed: 6)
        let path = { (name: String) in house.old.path.appending(name) }
        // When it is taken over
        let report = try await house.move(.apple)
        // Then photos have what the sidecars say
        let forum = try await house.asset(path("Trips/Rome/IMG_1.jpg"))
        #expect(forum.title == "Forum" && forum.caption == "At noon" && forum.isFavorite && forum.rating == 0)
        #expect(try await house.keywords(forum.path) == ["2019", "ruins"])
        #expect(try await house.people(forum.path) == ["Anna"])
        let plain = try await house.asset(path("2019/07/01/IMG_2.jpg"))
        #expect(plain.title == "Plain" && !plain.isFavorite)
        #expect(try await house.keywords(plain.path) == ["one"])
        // And folders that are no dates are albums
        #expect(
            try await house.collections(.albumSyncedAlbum)
                == ["Rome": ["IMG_1.jpg", "IMG_1_edited.jpg", "IMG_5.jpg"]])
        #expect(try await house.library.fetchTopLevelUserCollections().map(\.title).contains("Trips"))
        // And the rest is told
        #expect(report.names(.edits) == ["IMG_1_edited.jpg"] && report.names(.sidecars) == ["IMG_3.jpg.json"])
        // And again it is as before
        let once = try await house.everything()
        #expect(try await house.move(.apple).undo.isEmpty)
        #expect(try await house.everything() == once)
    }

    @Test func aFolderThatCannotBeReadStopsNothing() async throws {
        // Given an export with a folder that is closed to everybody, or to all but root
        let house = try await MovingHouse()
        house.photo("Open/a.jpg", seed: 1)
        let closed = house.photo("Closed/b.jpg", seed: 2).parent!
        #expect(closed.withCString { chmod($0, 0) } == 0)
        defer { _ = closed.withCString { chmod($0, 0o755) } }
        try #require(getuid() == 0 || closed.withCString { opendir($0) } == nil)
        // When it is taken over
        let report = try await house.move(.apple)
        // Then the rest of it came
        #expect(try await house.collections(.albumSyncedAlbum)["Open"] == ["a.jpg"])
        if getuid() != 0 { #expect(report.names(.folders) == ["Closed"]) }
    }

    @Test func anEmptyFolderIsNoExport() async throws {
        let house = try await MovingHouse()
        for program in [PhotoProgram.takeout, .apple] {
            guard
                case .noLibrary = await thrown(
                    MovingError.self, by: { try await house.move(program).lines.count })
            else {
                Issue.record("it was read")
                return
            }
        }
    }
}
