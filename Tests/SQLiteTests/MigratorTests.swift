// SPDX-License-Identifier: GPL-3.0-or-later
// Old files are brought up to date, step by step; newer and foreign ones are left as they are.

import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct MigratorTests {
    let folder = TemporaryFolder()

    private static let steps = [
        Migrator.Migration("parent", sql: "CREATE TABLE parent(id INTEGER PRIMARY KEY)"),
        Migrator.Migration(
            "child",
            sql: """
                CREATE TABLE child(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent(id));
                INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1)
                """),
        Migrator.Migration("names", sql: "ALTER TABLE parent ADD COLUMN name TEXT NOT NULL DEFAULT 'none'"),
    ]

    private func open(_ steps: [Migrator.Migration], _ configuration: Configuration = Configuration())
        async throws -> Database
    {
        try await Database.open(
            path: folder.bytes("test.db"), configuration: configuration, migrator: Migrator(steps))
    }

    @Test(arguments: 0...3) func everyOlderVersionReachesTheNewest(version: Int) async throws {
        // Given a file of an older version
        do { _ = try await open(Array(Self.steps.prefix(version))) }
        // When it is opened by the newest
        let database = try await open(Self.steps)
        // Then it has everything once
        let state = try await database.read { connection in
            (
                try connection.int64("PRAGMA user_version"),
                try connection.all("SELECT child.id, name FROM child JOIN parent ON parent.id = parent") {
                    "\($0.int(0)) \($0.string(1))"
                },
                try connection.int64("PRAGMA foreign_keys")
            )
        }
        #expect(state == (3, ["1 none"], 1))
    }

    @Test func aFailingStepLeavesTheOldVersionWhole() async throws {
        do { _ = try await open(Array(Self.steps.prefix(2))) }
        let bad = Migrator.Migration("bad", sql: "CREATE TABLE extra(x); SELECT * FROM nowhere")
        await #expect(throws: SQLiteError.self) { try await open(Self.steps.prefix(2) + [bad]) }
        let database = try await open(Array(Self.steps.prefix(2)))
        let tables = try await database.read {
            try $0.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { $0.string(0) }
        }
        #expect(tables == ["child", "parent"])
    }

    @Test func aStepThatBreaksReferencesIsRefused() async throws {
        do { _ = try await open(Array(Self.steps.prefix(2))) }
        let bad = Migrator.Migration("orphan", sql: "DELETE FROM parent")
        let error = await thrown(MigrationError.self) {
            try await open(Self.steps.prefix(2) + [bad])
        }
        guard case .brokenReferences(version: 3, let problems) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(problems == ["child 1 → parent"])
        let database = try await open(Array(Self.steps.prefix(2)))
        #expect(try await database.read { try $0.int64("SELECT count(*) FROM parent") } == 1)
    }

    @Test func aNewerFileIsRefusedUntouched() async throws {
        // Given a file of version 3, closed
        do { _ = try await open(Self.steps) }
        let url = URL(fileURLWithPath: folder.path("test.db"))
        let before = try Data(contentsOf: url)
        // When an older program opens it
        let error = await thrown(MigrationError.self) { try await open(Array(Self.steps.prefix(2))) }
        // Then it says so, and no byte has changed
        #expect(error == .newer(found: 3, known: 2))
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func aForeignDatabaseIsRefusedUntouched() async throws {
        do { _ = try await open(Self.steps) }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path("test.db")))
        var configuration = Configuration()
        configuration.applicationID = 0x4142_4D4E
        let error = await thrown(MigrationError.self) { try await open(Self.steps, configuration) }
        #expect(error == .foreign(applicationID: 0))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("test.db"))) == before)
    }

    @Test(arguments: 0..<20) func programsOpeningAtOnceMigrateOnce(round: Int) async throws {
        // Given eight openers of a file that does not exist yet
        let path = folder.bytes("test-\(round).db")
        var configuration = Configuration()
        configuration.applicationID = 0x4142_4D4E
        // SQLite gives a lock to whoever asks at the right moment: eight on a busy machine may wait for long.
        configuration.busyTimeoutMilliseconds = 600_000
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for _ in 0..<8 {
                group.addTask { [configuration] in
                    let database = try await Database.open(
                        path: path, configuration: configuration, migrator: Migrator(Self.steps))
                    return try await database.read { try $0.int64("SELECT count(*) FROM child") }
                }
            }
            // Then each finds the steps done once
            for try await count in group { #expect(count == 1) }
        }
    }
}
