// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Moving in from Shotwell", .timeLimit(.minutes(30)))
struct ShotwellMovingTests {
    /// A library with all that a line can be about. `seaside` is a flagged photo of the first event, `market` of the second,
    /// which has no name.
    private func house() async throws -> MovingHouse {
        let house = try await MovingHouse()
        let seaside = house.photo("seaside.jpg", seed: 1, takenAt: "2019:07:01 10:00:00", orientation: 6)
        let market = house.photo("market.jpg", seed: 2, takenAt: "2019:08:02 11:00:00")
        let blurred = house.photo("blurred.jpg", seed: 3, takenAt: "2019:07:01 09:00:00")
        let secret = house.photo("secret.jpg", seed: 4)
        let film = house.photo("film.mp4", seed: 5)
        try await house.database(
            "photo.db",
            ShotwellSchema.sql + """
                INSERT INTO EventTable VALUES (7, 'Am Meer', NULL, 1500000000, 'thumb0000000000000001', NULL),
                    (8, NULL, NULL, 1500000001, NULL, NULL), (9, 'empty', NULL, 1500000002, NULL, NULL);
                INSERT INTO PhotoTable(id, filename, event_id, flags, rating, title, comment, exposure_time, transformations,
                    editable_id) VALUES
                    (1, '\(seaside)', 7, 16, 5, 'Sea', 'Cold ' || char(10) || 'water', 200, '[crop]', -1),
                    (2, '\(market)', 8, 0, 3, '', NULL, 300, NULL, 4),
                    (3, '\(blurred)', 7, 4, -1, NULL, NULL, 100, NULL, -1),
                    (171, '\(secret)', -1, 1, 0, NULL, NULL, NULL, NULL, -1),
                    (5, '/nowhere/gone.jpg', 7, 0, 2, 'Gone', NULL, 0, NULL, -1),
                    (6, 'relative.jpg', 7, 0, 2, 'Odd', NULL, 0, NULL, -1);
                INSERT INTO VideoTable(id, filename, event_id, flags, rating, title) VALUES (1, '\(film)', 7, 4, 4, 'Film');
                INSERT INTO TagTable VALUES (1, 'Holidays', 'thumb0000000000000001,video-0000000000000001,', 0),
                    (2, '/Places', 'thumb0000000000000002,', 0), (3, '/Places/Rome', 'thumb0000000000000002,', 0),
                    (4, 'Odd', 'thumbxyz,,thumb00000000000000ab,99,3,', 0), (5, 'Nobody', NULL, 0);
                INSERT INTO FaceTable VALUES (1, 'Anna', 0), (2, 'Ben', 0);
                INSERT INTO FaceLocationTable VALUES (1, 1, 1, 'Rectangle;0.25;0.5;0.05;0.1;'), (2, 2, 2, 'nonsense');
                INSERT INTO SavedSearchDBTable VALUES (1, 'Best', 'ALL');
                """)
        return house
    }

    @Test func everythingThatHasAPlaceComesOverAndTheRestIsTold() async throws {
        // Given Shotwell's library
        let house = try await house()
        let path = { (name: String) in house.old.path.appending(name) }
        // When it is taken over
        let report = try await house.move(.shotwell)
        // Then photos have what Shotwell knew of them
        let seaside = try await house.asset(path("seaside.jpg"))
        #expect(seaside.title == "Sea" && seaside.caption == "Cold \nwater")
        #expect(seaside.rating == 5 && seaside.isFavorite)
        #expect(try await house.keywords(path("seaside.jpg")) == ["Holidays"])
        #expect(try await house.asset(path("market.jpg")).title == nil)
        #expect(try await house.keywords(path("market.jpg")) == ["Places", "Rome"])
        #expect(try await house.keywords(path("secret.jpg")) == ["Odd"])
        #expect(try await house.asset(path("secret.jpg")).isHidden)
        #expect(try await house.asset(path("blurred.jpg")).trashedDate != nil)
        #expect(try await house.asset(path("blurred.jpg")).rating == 0)
        #expect(try await house.asset(path("film.mp4")).isFavorite)
        // And so the collections: in the order of time, one without a name by its day
        #expect(
            try await house.collections(.albumSyncedEvent)
                == ["Am Meer": ["film.mp4", "seaside.jpg"], "2019-08-02": ["market.jpg"]])
        #expect(
            try await house.collections(.albumSyncedFaces)
                == ["Anna": ["seaside.jpg"], "Ben": ["market.jpg"]])
        #expect(try await house.people(path("seaside.jpg")) == ["Anna"])
        // And a face is where it is seen: the picture is shown turned by a quarter
        let face = UnitRect(x: 0.4, y: 0.2, width: 0.2, height: 0.1)
        #expect(isNear(try await house.region("Anna", path("seaside.jpg")), face))
        #expect(try await house.region("Ben", path("market.jpg")) == nil)
        // And what did not is told
        #expect(report.count(.events) == 2 && report.count(.people) == 2)
        #expect(report.names(.edits).sorted() == ["market.jpg", "seaside.jpg"])
        #expect(report.names(.rejected) == ["blurred.jpg"])
        #expect(report.names(.files) == ["gone.jpg"])
        #expect(report.count(.files, .leftBehind) == 2 && report.count(.searches, .leftBehind) == 1)
    }

    @Test func movingTwiceDoublesNothingAndUndoTakesItBack() async throws {
        // Given a library that came over
        let house = try await house()
        let report = try await house.move(.shotwell)
        let once = try await house.everything()
        // When it comes again
        let again = try await house.move(.shotwell)
        // Then all is as it was
        #expect(try await house.everything() == once)
        #expect(again.count(.events) == report.count(.events))
        #expect(again.undo.isEmpty && again.importIdentifier == nil)
        // When it is taken back
        try await house.library.undo(report.undo)
        // Then the photos are there, and nothing that was known of them
        let seaside = try await house.asset(house.old.path.appending("seaside.jpg"))
        #expect(seaside.title == nil && seaside.rating == 0 && !seaside.isFavorite)
        #expect(try await house.people(seaside.path).isEmpty)
        #expect(try await house.keywords(seaside.path).isEmpty)
        #expect(try await house.collections(.albumSyncedEvent).isEmpty)
        #expect(try await house.collections(.albumSyncedFaces).isEmpty)
    }

    @Test func whatThePersonSaidHereStays() async throws {
        // Given photos that are here already, rated and named
        let house = try await house()
        let path = house.old.path.appending("seaside.jpg")
        var options = ImportOptions()
        options.mode = .reference
        for try await _ in house.library.importFiles([house.old.path], options: options) {}
        let asset = try await house.asset(path)
        try await house.library.performChanges { changes in
            try changes.request(for: asset).rating = 2
            try changes.request(for: asset).title = "Mine"
        }
        // When Shotwell's library comes over
        let report = try await house.move(.shotwell)
        // Then they stay as they are, have the rest, and it is told
        let after = try await house.asset(path)
        #expect(after.rating == 2 && after.title == "Mine" && after.caption != nil && after.isFavorite)
        #expect(report.count(.ratings, .leftBehind) == 1 && report.names(.titles) == ["seaside.jpg"])
        #expect(report.count(.photos) == 0)
    }

    @Test func whatWasCutShortIsDoneBySayingItAgain() async throws {
        // Given what a whole move gives
        let whole = try await house()
        try await whole.move(.shotwell)
        // When another is cancelled at each of its steps, and made again
        for step in 0..<3 {
            let house = try await house()
            let (steps, continuation) = AsyncStream<Int>.makeStream()
            let task = Task { [library = house.library, path = house.old.path] in
                defer { continuation.finish() }
                var options = MovingOptions()
                options.mode = .reference
                _ = try await library.moveIn(from: .shotwell, at: path, options: options) { progress in
                    switch progress {
                    case .reading: continuation.yield(0)
                    case .importing: continuation.yield(1)
                    case .applying: continuation.yield(2)
                    }
                }
            }
            for await reached in steps where reached == step { task.cancel() }
            try? await task.value
            try await house.move(.shotwell)
            // Then all is there, once
            #expect(try await house.everything() == whole.everything())
        }
    }

    @Test func aPersonIsFoundBySearch() async throws {
        let house = try await house()
        try await house.move(.shotwell)
        let query = try SearchQuery(parsing: "person:anna")
        let found = try await house.library.fetchAssets(matching: query)
        #expect(found.count == 1)
    }
}
