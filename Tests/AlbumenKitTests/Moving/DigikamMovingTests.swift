// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Moving in from digiKam", .timeLimit(.minutes(30)))
struct DigikamMovingTests {
    /// The tables of digikam4.db, version 10, as far as they are read.
    private static let schema = """
        CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER NOT NULL, type INTEGER NOT NULL,
            identifier TEXT, specificPath TEXT, UNIQUE(identifier, specificPath));
        CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER NOT NULL, relativePath TEXT NOT NULL, date DATE,
            caption TEXT, collection TEXT, icon INTEGER, UNIQUE(albumRoot, relativePath));
        CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT NOT NULL, status INTEGER NOT NULL,
            category INTEGER NOT NULL, modificationDate DATETIME, fileSize INTEGER, uniqueHash TEXT, manualOrder INTEGER,
            UNIQUE (album, name));
        CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER, creationDate DATETIME,
            digitizationDate DATETIME, orientation INTEGER, width INTEGER, height INTEGER, format TEXT, colorDepth INTEGER,
            colorModel INTEGER);
        CREATE TABLE ImagePositions (imageid INTEGER PRIMARY KEY, latitude TEXT, latitudeNumber REAL, longitude TEXT,
            longitudeNumber REAL, altitude REAL, orientation REAL, tilt REAL, roll REAL, accuracy REAL, description TEXT);
        CREATE TABLE ImageComments (id INTEGER PRIMARY KEY, imageid INTEGER, type INTEGER, language TEXT, author TEXT,
            date DATETIME, comment TEXT, UNIQUE(imageid, type, language, author));
        CREATE TABLE Tags (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT NOT NULL, icon INTEGER, iconkde TEXT,
            UNIQUE (name, pid));
        CREATE TABLE ImageTags (imageid INTEGER NOT NULL, tagid INTEGER NOT NULL, UNIQUE (imageid, tagid));
        CREATE TABLE TagProperties (tagid INTEGER, property TEXT, value TEXT);
        CREATE TABLE ImageTagProperties (imageid INTEGER, tagid INTEGER, property TEXT, value TEXT);
        CREATE TABLE ImageRelations (subject INTEGER, object INTEGER, type INTEGER, UNIQUE(subject, object, type));
        CREATE TABLE Searches (id INTEGER PRIMARY KEY, type INTEGER, name TEXT NOT NULL, query TEXT NOT NULL);
        CREATE TABLE Settings (keyword TEXT NOT NULL UNIQUE, value TEXT);
        INSERT INTO Settings VALUES ('DBVersion', '10'), ('DBVersionRequired', '5'), ('databaseUUID', '{u-u-i-d}');
        """

    private func house() async throws -> MovingHouse {
        let house = try await MovingHouse()
        house.photo("My Photos/2019/Rome/forum.jpg", seed: 1, orientation: 6)
        house.photo("My Photos/2019/Rome/hidden.jpg", seed: 2)
        house.photo("My Photos/top.jpg", seed: 3)
        house.photo("nas/far.jpg", seed: 4)
        let folder = house.old.path
        let escaped = "\(folder)/My Photos".replacing("/", with: "%2F").replacing(" ", with: "%20")
        try await house.database(
            "digikam4.db",
            Self.schema + """
                INSERT INTO AlbumRoots VALUES (1, 'Home', 0, 1, 'volumeid:?path=\(escaped)', '/'),
                    (2, 'Away', 0, 2, 'volumeid:?uuid=0000-dead-beef', '/pictures'),
                    (3, 'NAS', 0, 3, 'networkshareid:?mountpath=%2Fnowhere&mountpath=\(folder)', '/nas');
                INSERT INTO Albums(id, albumRoot, relativePath, icon) VALUES (1, 1, '/', NULL), (2, 1, '/2019/Rome', 11),
                    (3, 2, '/', NULL), (4, 3, '/', NULL), (5, 1, '/empty', NULL);
                INSERT INTO Images(id, album, name, status, category, manualOrder) VALUES (10, 2, 'hidden.jpg', 2, 1, 2),
                    (11, 2, 'forum.jpg', 1, 1, 1), (12, 1, 'top.jpg', 1, 1, NULL), (13, 3, 'away.jpg', 1, 1, NULL),
                    (14, 4, 'far.jpg', 1, 1, NULL), (15, 2, 'gone.jpg', 1, 1, NULL), (16, 2, 'binned.jpg', 3, 1, NULL),
                    (17, 2, 'song.mp3', 1, 3, NULL), (18, NULL, 'lost.jpg', 1, 1, NULL);
                INSERT INTO ImageInformation(imageid, rating) VALUES (11, 4), (12, -1), (14, 9);
                INSERT INTO ImagePositions(imageid, latitudeNumber, longitudeNumber, altitude) VALUES (11, 41.9, 12.5, 20.0),
                    (12, 400.0, 0.0, NULL);
                INSERT INTO ImageComments(imageid, type, language, comment) VALUES (11, 1, 'de-DE', 'Das Forum'),
                    (11, 1, 'x-default', 'The forum'), (11, 3, 'x-default', 'Forum'), (11, 2, 'x-default', 'Headline');
                INSERT INTO Tags(id, pid, name) VALUES (1, 0, '_Digikam_Internal_Tags_'), (2, 1, 'Color Label Red'),
                    (3, 1, 'Pick Label Accepted'), (4, 1, 'Color Label None'), (5, 0, 'Places'), (6, 5, 'Rome'),
                    (7, 0, 'People'), (8, 7, 'Anna'), (9, 7, 'Unknown'), (20, 21, 'Round'), (21, 20, 'And round');
                INSERT INTO TagProperties VALUES (8, 'person', 'Anna Bell'), (9, 'unknownPerson', NULL);
                INSERT INTO ImageTags VALUES (11, 2), (11, 3), (12, 4), (11, 6), (11, 8), (12, 8), (12, 9), (12, 20);
                INSERT INTO ImageTagProperties VALUES (11, 8, 'tagRegion', '<rect x="4" y="6" width="8" height="12"/>'),
                    (12, 8, 'tagRegion', '<rect x="9999999999999999999" y="1" width="1" height="1"/>');
                INSERT INTO ImageRelations VALUES (10, 11, 2), (12, 11, 1);
                """)
        return house
    }

    @Test func foldersTagsWordsAndFacesComeOver() async throws {
        // Given digiKam's library with three collections, one of which is away
        let house = try await house()
        let path = { (name: String) in house.old.path.appending(name) }
        let forum = path("My Photos/2019/Rome/forum.jpg")
        // When it is taken over
        let report = try await house.move(.digikam)
        // Then what it knew of the photos is there
        let asset = try await house.asset(forum)
        #expect(asset.title == "Forum" && asset.caption == "The forum" && asset.rating == 4)
        #expect(asset.location == Location(latitude: 41.9, longitude: 12.5, altitude: 20))
        #expect(try await house.keywords(forum) == ["Rome"])
        #expect(try await house.people(forum) == ["Anna Bell"])
        #expect(try await house.keywords(path("My Photos/top.jpg")) == ["Round"])
        #expect(try await house.asset(path("My Photos/top.jpg")).location == nil)
        #expect(try await house.asset(path("nas/far.jpg")).rating == 0)
        #expect(try await house.asset(path("My Photos/2019/Rome/hidden.jpg")).isHidden)
        // And a face is where digiKam shows it: in the turned picture, of 16 by 24 pixels
        let face = UnitRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        #expect(isNear(try await house.region("Anna Bell", forum), face))
        // And folders with photos are albums, in the folders above them
        #expect(
            try await house.collections(.albumSyncedAlbum) == [
                "Rome": ["forum.jpg", "hidden.jpg"], "My Photos": ["top.jpg"], "nas": ["far.jpg"],
            ])
        let folder = try #require(
            try await house.library.fetchCollectionLists(with: .regularFolder).first { $0.title == "2019" })
        #expect(try await house.library.fetchCollections(in: folder).map(\.title) == ["Rome"])
        #expect(
            try await house.collections(.albumSyncedFaces) == ["Anna Bell": ["top.jpg", "forum.jpg"]])
        // And the rest is told
        #expect(report.names(.files) == ["gone.jpg"])
        #expect(report.count(.files, .leftBehind) == 3 && report.count(.roots, .leftBehind) == 1)
        #expect(report.count(.colorLabels, .leftBehind) == 1 && report.count(.pickLabels, .leftBehind) == 1)
        #expect(report.count(.faces, .leftBehind) == 1 && report.count(.groups, .leftBehind) == 1)
        #expect(report.count(.trash, .leftBehind) == 1)
    }

    @Test func aCollectionThatMovedIsFoundWhereThePersonSays() async throws {
        let house = try await house()
        let away = house.photo("elsewhere/away.jpg", seed: 9)
        let report = try await house.move(.digikam) { $0.roots["Away"] = away.parent }
        #expect(report.count(.roots, .leftBehind) == 0)
        #expect(try await house.collections(.albumSyncedAlbum)["elsewhere"] == ["away.jpg"])
    }

    @Test func movingTwiceDoublesNothing() async throws {
        let house = try await house()
        try await house.move(.digikam)
        let once = try await house.everything()
        #expect(try await house.move(.digikam).undo.isEmpty)
        #expect(try await house.everything() == once)
    }

    @Test func aVolumeIsFoundByItsMountPoint() throws {
        // Given a device, and a table of mounts with a blank in a name
        let folder = TemporaryFolder()
        folder.link("by-uuid/ABCD-1234", to: "/dev/null")
        let place = folder.folder("my disk/pictures").parent!
        let mounts = folder.write(
            "mountinfo",
            "29 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 29 1:3 / \(place.displayString.replacing(" ", with: "\\040")) rw - vfat /dev/x rw\n"
        )
        // When a collection on it is looked for, by its identifier in other letters
        let root = DigikamRoot(identifier: "volumeid:?uuid=abcd-1234", specificPath: Array("/pictures".utf8))
        let found = root.find(
            mounts: mounts.displayString, devices: folder.path.appending("by-uuid").displayString)
        // Then it is where the device is mounted: /dev/null is 1:3 everywhere
        #expect(found == place.appending("pictures"))
    }

    @Test func aNewerVersionIsRefused() async throws {
        let house = try await MovingHouse()
        try await house.database(
            "digikam4.db",
            Self.schema + "UPDATE Settings SET value = '99' WHERE keyword = 'DBVersionRequired'")
        let error = await thrown(MovingError.self) { try await house.move(.digikam).lines.count }
        guard case .newer(_, .digikam, version: 99, _) = error else {
            Issue.record("it was read")
            return
        }
    }
}
