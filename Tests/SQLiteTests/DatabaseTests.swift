// SPDX-License-Identifier: GPL-3.0-or-later
// One writer and many readers on one file; damage; another program as the oracle.

import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct DatabaseTests {
    let folder = TemporaryFolder()

    @Test func aReaderDoesNotWaitForTheWriter() async throws {
        // Given a write transaction that is held open
        let database = try await Database.withItems(3, in: folder)
        let release = DispatchSemaphore(value: 0)
        let started = Gate()
        let write = Task {
            try await database.write { connection in
                try connection.execute("DELETE FROM item")
                Task { await started.open() }
                release.wait()
            }
        }
        await started.wait()
        // When somebody reads, then the answer is the state before, at once
        #expect(try await database.itemCount() == 3)
        release.signal()
        try await write.value
        #expect(try await database.itemCount() == 0)
    }

    @Test func aSnapshotKeepsItsState() async throws {
        let database = try await Database.withItems(3, in: folder)
        // Given a snapshot
        let snapshot = try await database.snapshot()
        let count = { @Sendable (connection: Connection) in try connection.int64("SELECT count(*) FROM item")
        }
        // When writes follow it
        try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('later')") }
        // Then each of its steps sees the state it began with, and others the new one
        #expect(try await snapshot.read(count) == 3)
        try await database.write { try $0.execute("DELETE FROM item") }
        #expect(try await snapshot.read(count) == 3)
        #expect(try await database.itemCount() == 0)
        snapshot.end()
        let next = try await database.snapshot()
        #expect(try await next.read(count) == 0)
    }

    @Test func manyReadersWhileWriting() async throws {
        // Given a table whose rows always come in pairs
        let database = try await Database.withItems(0, in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<200 {
                    try await database.write { connection in
                        try connection.execute("INSERT INTO item(name) VALUES ('a')")
                        try connection.execute("INSERT INTO item(name) VALUES ('b')")
                    }
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    // Then no reader ever sees half a transaction, even across two statements
                    for _ in 0..<100 {
                        let (count, again) = try await database.read {
                            (
                                try $0.int64("SELECT count(*) FROM item"),
                                try $0.int64("SELECT count(name) FROM item")
                            )
                        }
                        #expect(count == again && (count ?? 1) % 2 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.itemCount() == 400)
    }

    @Test func anotherConnectionsCommitShowsInDataVersion() async throws {
        let database = try await Database.withItems(1, in: folder)
        let other = try Connection(path: folder.bytes("test.db"))
        let before = try other.dataVersion()
        try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('x')") }
        #expect(try other.dataVersion() != before)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "needs sqlite3"))
    func theSQLiteShellReadsTheFile() async throws {
        // Given a file written here and still open
        let database = try await Database.withItems(5, in: folder)
        // When the sqlite3 program reads it
        let output = try await runTool(
            "sqlite3",
            [
                "-readonly", folder.path("test.db"),
                "SELECT group_concat(name) FROM item; PRAGMA journal_mode",
            ]
        ).text
        // Then it sees what was committed
        #expect(output == "item 0,item 1,item 2,item 3,item 4\nwal\n")
        // And what it writes is seen here
        try await runTool("sqlite3", [folder.path("test.db"), "DELETE FROM item WHERE id > 2"])
        #expect(try await database.itemCount() == 2)
        #expect(try await database.read { try $0.integrityCheck() + $0.foreignKeyProblems() } == [])
    }

    @Test func aFileThatIsNoDatabaseIsCorruption() async throws {
        try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: folder.path("test.db")))
        let error = await thrown(SQLiteError.self) {
            try await Database.open(path: folder.bytes("test.db"), migrator: itemMigrator)
        }
        #expect(error?.isCorruption == true)
    }

    @Test func aDamagedPageIsFound() async throws {
        // Given a closed file with a page overwritten
        do { _ = try await Database.withItems(5_000, in: folder) }
        let url = URL(fileURLWithPath: folder.path("test.db"))
        var data = try Data(contentsOf: url)
        try #require(data.count > 5 * 4_096)
        data.replaceSubrange(3 * 4_096..<4 * 4_096, with: Data(repeating: 0xEE, count: 4_096))
        try data.write(to: url)
        // When it is opened and checked, then the check says so, by a problem or by a typed error
        let database = try await Database.open(path: folder.bytes("test.db"), migrator: itemMigrator)
        do {
            #expect(try await database.read { try $0.quickCheck() } != [])
        } catch let error as SQLiteError {
            #expect(error.isCorruption)
        }
    }

    @Test func aPathIsBytes() async throws {
        // Given a name that is not UTF-8
        let path = folder.bytes("") + Array("/caf".utf8) + [0xE9, 0x2E, 0x64, 0x62]
        // When a database is made there, then it is found there again
        do {
            let database = try await Database.open(path: path, migrator: itemMigrator)
            try await database.write { try $0.execute("INSERT INTO item(name) VALUES ('x')") }
        }
        #expect(try await Database.open(path: path, migrator: itemMigrator).itemCount() == 1)
    }
}
