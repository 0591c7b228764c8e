// SPDX-License-Identifier: GPL-3.0-or-later
// Schema versions: an append-only list of steps. A published step is never edited; a file newer than the list
// is refused.

/// Why a file could not be brought up to date. Nothing in the file was changed.
public enum MigrationError: Error, Sendable, Equatable {
    /// Written by a newer program: its version, and the newest known here.
    case newer(found: Int, known: Int)
    /// A database of some other program, by its `application_id`.
    case foreign(applicationID: Int32)
    /// A step left rows that point nowhere.
    case brokenReferences(version: Int, problems: [String])
}

/// Brings a file from any older version to the newest. The version is `PRAGMA user_version`.
public struct Migrator: Sendable {
    /// One step, run in a transaction with foreign keys off (so that tables can be rebuilt) and checked
    /// before commit.
    public struct Migration: Sendable {
        public let name: String
        let body: @Sendable (Connection) throws -> Void

        public init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
            self.name = name
            self.body = body
        }

        public init(_ name: String, sql: String) {
            self.init(name) { try $0.executeScript(sql) }
        }
    }

    /// Step number n leads to version n + 1.
    public let migrations: [Migration]

    public init(_ migrations: [Migration]) { self.migrations = migrations }

    public var newestVersion: Int { migrations.count }

    /// Refuses a newer or foreign file over a read-only connection, before the writer would change its
    /// journal mode.
    func checkBeforeOpening(path: [UInt8], configuration: Configuration) throws {
        guard fileHasContent(path) else { return }
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.execute("PRAGMA busy_timeout = \(configuration.busyTimeoutMilliseconds)")
        try check(connection, applicationID: configuration.applicationID)
    }

    /// In one transaction: another process may be making the file at this moment, and what is read before its commit
    /// does not go with what is read after.
    private func check(_ connection: Connection, applicationID: Int32) throws {
        try connection.transaction(.deferred) { try checkState(connection, applicationID: applicationID) }
    }

    private func checkState(_ connection: Connection, applicationID: Int32) throws {
        let found = Int32(truncatingIfNeeded: try connection.int64("PRAGMA application_id") ?? 0)
        let isEmpty = try connection.int64("SELECT count(*) FROM sqlite_schema") == 0
        if applicationID != 0, found != applicationID, !isEmpty {
            throw MigrationError.foreign(applicationID: found)
        }
        let version = Int(try connection.int64("PRAGMA user_version") ?? 0)
        if version > newestVersion { throw MigrationError.newer(found: version, known: newestVersion) }
    }

    /// Runs the missing steps, each in its own transaction. Two processes may open at once: the version is
    /// read again under the write lock. `upTo` stops early, for tests that make old files.
    public func migrate(_ connection: Connection, applicationID: Int32 = 0, upTo last: Int? = nil) throws {
        try check(connection, applicationID: applicationID)
        let last = last ?? newestVersion
        guard try connection.int64("PRAGMA user_version") ?? 0 < last else { return }
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = ON") }
        for version in 1...last {
            try connection.transaction(.immediate) {
                guard try connection.int64("PRAGMA user_version") ?? 0 == version - 1 else { return }
                try migrations[version - 1].body(connection)
                let problems = try connection.foreignKeyProblems()
                guard problems.isEmpty else {
                    throw MigrationError.brokenReferences(version: version, problems: problems)
                }
                try connection.execute("PRAGMA application_id = \(applicationID)")
                try connection.execute("PRAGMA user_version = \(version)")
            }
        }
    }
}
