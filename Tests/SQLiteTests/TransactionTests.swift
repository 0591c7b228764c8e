// SPDX-License-Identifier: GPL-3.0-or-later
// All or nothing: transactions, savepoints, cancellation.

import SQLite
import TestSupport
import Testing

private struct Refusal: Error {}

@Suite(.timeLimit(.minutes(30)))
struct TransactionTests {
    let folder = TemporaryFolder()

    @Test func aThrowingWriteLeavesNothing() async throws {
        // Given a database with one item
        let database = try await Database.withItems(1, in: folder)
        // When a write throws after inserting
        await #expect(throws: Refusal.self) {
            try await database.write { connection in
                try connection.execute("INSERT INTO item(name) VALUES ('half')")
                throw Refusal()
            }
        }
        // Then nothing of it is there, and the next write works
        #expect(try await database.itemCount() == 1)
        try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('whole')") }
        #expect(try await database.itemCount() == 2)
    }

    @Test func anInnerFailureRollsBackOnlyItself() async throws {
        let database = try await Database.withItems(0, in: folder)
        try await database.write { connection in
            try connection.execute("INSERT INTO item(name) VALUES ('outer')")
            try? connection.transaction {
                try connection.execute("INSERT INTO item(name) VALUES ('inner')")
                try connection.transaction {
                    try connection.execute("INSERT INTO item(name) VALUES ('innermost')")
                }
                throw Refusal()
            }
            try connection.transaction { try connection.execute("INSERT INTO item(name) VALUES ('second')") }
        }
        let names = try await database.read {
            try $0.all("SELECT name FROM item ORDER BY id") { $0.string(0) }
        }
        #expect(names == ["outer", "second"])
    }

    @Test func readersCannotWrite() async throws {
        let database = try await Database.withItems(1, in: folder)
        let error = await thrown(SQLiteError.self) {
            try await database.read { try $0.execute("DELETE FROM item") }
        }
        #expect(error?.code == .readOnly)
        #expect(try await database.itemCount() == 1)
    }

    @Test func cancellingAReadInterruptsIt() async throws {
        // Given a query that would run for minutes
        let database = try await Database.withItems(1, in: folder)
        let started = Gate()
        let task = Task {
            try await database.read { connection in
                Task { await started.open() }
                return try connection.int64(endlessSQL)
            }
        }
        // When its task is cancelled while it runs
        await started.wait()
        task.cancel()
        // Then it ends with CancellationError, and the connection is fit for use
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 1)
    }

    @Test func cancellingAWriteRollsItBack() async throws {
        let database = try await Database.withItems(1, in: folder)
        let started = Gate()
        let task = Task {
            try await database.write { connection in
                try connection.execute("INSERT INTO item(name) VALUES ('lost')")
                Task { await started.open() }
                _ = try connection.int64(endlessSQL)
            }
        }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 1)
        try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('next')") }
        #expect(try await database.itemCount() == 2)
    }

    @Test func cancellingAJobThatWaitsDoesNotDisturbTheOneThatRuns() async throws {
        // Given a write that runs and one that waits behind it
        let database = try await Database.withItems(0, in: folder)
        let started = Gate()
        let running = Task {
            try await database.write { connection in
                Task { await started.open() }
                try connection.execute(
                    """
                    INSERT INTO item(name) WITH RECURSIVE n(i) AS
                    (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT 'x' || i FROM n
                    """)
            }
        }
        await started.wait()
        let waiting = Task {
            try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('no')") }
        }
        // When the waiting one is cancelled
        waiting.cancel()
        // Then only that one ends so
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await running.value
        #expect(try await database.itemCount() == 300_000)
    }
}
