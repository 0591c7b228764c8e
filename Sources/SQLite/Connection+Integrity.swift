// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a database file is whole.

extension Connection {
    /// Problems that SQLite finds without comparing indexes with tables; empty for a whole file. Reads all of
    /// it.
    public func quickCheck() throws -> [String] { try problems("PRAGMA quick_check") }

    /// Problems that SQLite finds, indexes included; empty for a whole file.
    public func integrityCheck() throws -> [String] { try problems("PRAGMA integrity_check") }

    /// Rows that point at a row which is not there: "table rowid → parent".
    public func foreignKeyProblems() throws -> [String] {
        try all("PRAGMA foreign_key_check") { "\($0.string(0)) \($0.int64(1)) → \($0.string(2))" }
    }

    private func problems(_ sql: String) throws -> [String] {
        try all(sql) { $0.string(0) }.filter { $0 != "ok" }
    }

    /// Changes when another connection, of this process or another, has committed to the file.
    public func dataVersion() throws -> Int64 { try int64("PRAGMA data_version") ?? 0 }
}
