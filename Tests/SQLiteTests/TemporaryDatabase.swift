// SPDX-License-Identifier: GPL-3.0-or-later
// A database in a folder of its own that vanishes with it.

import SQLite
import TestSupport

extension TemporaryFolder {
    func bytes(_ name: String) -> [UInt8] { [UInt8](path(name).utf8) }
}

/// One table, `item(id, name)`.
let itemMigrator = Migrator([
    Migrator.Migration("items", sql: "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
])

extension Database {
    static func withItems(_ count: Int, in folder: TemporaryFolder) async throws -> Database {
        let database = try await Database.open(path: folder.bytes("test.db"), migrator: itemMigrator)
        try await database.write { connection in
            for number in 0..<count {
                try connection.execute("INSERT INTO item(name) VALUES (?)", "item \(number)")
            }
        }
        return database
    }

    func itemCount() async throws -> Int64? {
        try await read { try $0.int64("SELECT count(*) FROM item") }
    }
}

/// A query that runs for minutes unless it is interrupted.
let endlessSQL = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000000) SELECT max(i) FROM n
    """

/// Something that a test waits for, opened from another task or thread.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
