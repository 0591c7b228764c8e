// SPDX-License-Identifier: GPL-3.0-or-later
// Another program's database is untrusted, and is never changed.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Other programs' databases", .timeLimit(.minutes(30)))
struct ForeignDatabaseTests {
    private func failure(_ house: MovingHouse, _ program: PhotoProgram = .shotwell) async -> MovingError? {
        await thrown(MovingError.self) { try await house.move(program).lines.count }
    }

    @Test func whatIsNoLibraryIsToldByFileAndCheck() async throws {
        let house = try await MovingHouse()
        // Nothing there
        guard case .noLibrary(_, .shotwell, missing: "photo.db") = await failure(house) else {
            Issue.record("an empty folder was read")
            return
        }
        // No database
        house.old.write("photo.db", "no database, but long enough to be one")
        guard case .noLibrary = await failure(house) else {
            Issue.record("a text was read")
            return
        }
    }

    @Test(arguments: [
        ("CREATE TABLE VersionTable(schema_version)", "table PhotoTable"),
        ("CREATE TABLE VersionTable(x)", "column VersionTable.schema_version"),
        (
            """
            CREATE TABLE VersionTable(schema_version);
            CREATE TABLE PhotoTable(id, filename, flags, event_id)
            """, "column PhotoTable.rating"
        ),
        (
            // What calls itself a table may never end.
            """
            CREATE TABLE VersionTable(schema_version);
            CREATE VIEW PhotoTable AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
                SELECT id, id AS filename, 0 AS flags, 0 AS event_id, 0 AS rating FROM n
            """, "table PhotoTable"
        ),
    ])
    func aForeignSchemaIsTold(sql: String, missing: String) async throws {
        let house = try await MovingHouse()
        try await house.database("photo.db", sql)
        guard case .schema(let path, .shotwell, let said) = await failure(house) else {
            Issue.record("it was read")
            return
        }
        #expect(said == missing && path.lastComponent == FilePath("photo.db"))
    }

    @Test func aNewerVersionIsRefused() async throws {
        let house = try await MovingHouse()
        try await house.database(
            "photo.db", ShotwellSchema.sql + "UPDATE VersionTable SET schema_version = 900")
        guard case .newer(_, .shotwell, version: 900, known: 24) = await failure(house) else {
            Issue.record("it was read")
            return
        }
    }

    @Test func aDamagedDatabaseIsToldAndChangesNothing() async throws {
        // Given one whose pages are overwritten behind its schema
        let house = try await MovingHouse()
        let path = try await house.database(
            "photo.db",
            ShotwellSchema.sql + """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO PhotoTable(id, filename) SELECT i, '/nowhere/' || hex(randomblob(100)) FROM n
                """)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path.displayString))
        try file.seek(toOffset: 80_000)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 100_000))
        try file.close()
        // When it is taken over, then it is told, and nothing came
        guard case .database(_, let error) = await failure(house) else {
            Issue.record("it was read")
            return
        }
        #expect(error.isCorruption)
        #expect(try await house.everything() == [""])
    }

    @Test func absurdValuesAreNoHarm() async throws {
        // Given rows of the wrong types, sizes and encodings
        let house = try await MovingHouse()
        house.photo("a.jpg", seed: 1)
        house.old.write(Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), SampleJPEG.bytes(seed: 2))
        let folder = house.old.path
        try await house.database(
            "photo.db",
            ShotwellSchema.sql + """
                INSERT INTO PhotoTable(id, filename, event_id, flags, rating, title, comment, exposure_time) VALUES
                    (1, '\(folder)//./a.jpg', 9e99, -1, 9223372036854775807, x'FFFE41', zeroblob(100000), 'never'),
                    (-5, '\(folder)/caf' || CAST(x'E9' AS TEXT) || '.jpg', 'x', 'y', -99, 3.5, '   ', NULL),
                    (3, x'00', 1, 0, 0, NULL, NULL, 0), (4, '', 1, 0, 0, NULL, NULL, 0), (5, '/', 1, 0, 0, NULL, NULL, 0);
                INSERT INTO TagTable VALUES (1, '', 'thumb0000000000000001', 0), (2, '///', 'thumb1', 0),
                    (3, x'FF', x'FF2C00', 0), (4, 'ok', 'thumbfffffffffffffffb', 0);
                INSERT INTO FaceTable VALUES (1, ' ', 0), (2, 'N', 0);
                INSERT INTO FaceLocationTable VALUES (1, 1, 1, NULL), (2, 2, -5, 'Rectangle;nan;inf;-inf;1e999'),
                    (3, 2, 1, 'Rectangle;');
                """)
        // When it is taken over
        let report = try await house.move(.shotwell)
        // Then both files are there, with what makes sense
        #expect(report.count(.photos) == 2)
        let named = try #require(
            try await house.library.fetchAsset(
                at: folder.appending(Array("caf".utf8) + [0xE9] + Array(".jpg".utf8))))
        #expect(named.title == "3.5" && named.caption == nil && named.rating == 0)
        #expect(try await house.keywords(named.path) == ["ok"])
        #expect(try await house.people(named.path) == ["N"])
    }

    @Test func theDatabaseAndItsFolderStayAsTheyAre() async throws {
        // Given a database with changes in its write-ahead log, as a program that was killed leaves it
        let house = try await MovingHouse()
        let photo = house.photo("a.jpg", seed: 1)
        let path = try await house.database("photo.db", "PRAGMA journal_mode = WAL;" + ShotwellSchema.sql)
        let sql = "INSERT INTO PhotoTable(id, filename, title) VALUES (1, '\(photo)', 'From the log')"
        try await runTool(
            "sqlite3",
            [path.displayString, ".dbconfig no_ckpt_on_close on", "PRAGMA wal_autocheckpoint = 0", sql])
        let state = { try Self.state(of: house.old.path) }
        let before = try state()
        #expect(before.keys.contains("photo.db-wal"))
        // When it is taken over
        try await house.move(.shotwell)
        // Then what is in the log came over, and no byte and no name in the folder changed
        #expect(try await house.asset(photo).title == "From the log")
        #expect(try state() == before)
    }

    @Test func aDatabaseInWALModeGetsNoFilesBesideIt() async throws {
        let house = try await MovingHouse()
        try await house.database("photo.db", "PRAGMA journal_mode = WAL;" + ShotwellSchema.sql)
        let before = try Self.state(of: house.old.path)
        try await house.move(.shotwell)
        #expect(try Self.state(of: house.old.path) == before)
    }

    @Test func theCatalogItselfIsNotOpened() async throws {
        let house = try await MovingHouse()
        let catalog = house.library.location.data
        guard
            case .noLibrary = await thrown(
                MovingError.self, by: { try await house.move(.shotwell, catalog).lines.count })
        else {
            Issue.record("it was read")
            return
        }
    }

    /// The content of each file of a folder.
    private static func state(of folder: FilePath) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.displayString)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(fileURLWithPath: folder.appending(name).displayString)))
            })
    }
}
