// SPDX-License-Identifier: GPL-3.0-or-later
// Binding, reading, and what errors say.

import TestSupport
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(30)))
struct StatementTests {
    let connection: Connection

    init() throws { connection = try Connection(path: ":memory:") }

    @Test func everyTypeComesBackAsItWasBound() throws {
        // Given one value of each kind, the empty and the extreme ones among them
        let values: [Value] = [
            .null, .integer(.min), .integer(.max), .real(1.5), .text(""), .text("naïve\0text"), .blob([]),
            .blob([0, 255]),
        ]
        for value in values {
            // When it goes through a statement
            let back = try connection.first("SELECT ?", value) { $0.value(0) }
            // Then it is the same, type included
            #expect(back == value)
        }
    }

    @Test func nilBindsNull() throws {
        let missing: Int64? = nil
        #expect(try connection.first("SELECT ? IS NULL", missing) { $0.bool(0) } == true)
        #expect(try connection.first("SELECT ?", nil) { $0.optionalString(0) } == .some(nil))
        #expect(try connection.first("SELECT ?", true) { $0.int(0) } == 1)
    }

    @Test func anErrorNamesItsSQL() throws {
        // Given SQL about a table that does not exist
        let sql = "SELECT secret FROM nowhere WHERE x = ?"
        // When it is compiled, then the error has code, message and SQL, and not the value
        let error = thrown(SQLiteError.self) { try connection.execute(sql, "private value") }
        #expect(error?.code == .error)
        #expect(error?.message == "no such table: nowhere")
        #expect(error?.sql == sql)
        #expect(error.map { !"\($0)".contains("private value") } == true)
    }

    @Test func extendedCodesMatchTheirPrimary() throws {
        try connection.executeScript("CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES (1)")
        let error = thrown(SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.extendedCode == .unique)
        #expect(error?.code == .constraint)
        #expect(ResultCode.constraint ~= ResultCode.unique)
        #expect(!(ResultCode.unique ~= ResultCode.foreignKey))
    }

    /// Extended codes of SQLITE_BUSY: RECOVERY, SNAPSHOT and TIMEOUT; of SQLITE_LOCKED: SHAREDCACHE.
    @Test(arguments: [5, 261, 517, 773, 6, 262] as [Int32])
    func everyWayOfBeingBusyIsTransient(code: Int32) {
        #expect(SQLiteError(code: ResultCode(rawValue: code), message: "").isTransient)
    }

    /// SQLITE_ERROR, SQLITE_READONLY, SQLITE_READONLY_DBMOVED, SQLITE_FULL, SQLITE_CORRUPT_INDEX.
    @Test(arguments: [1, 8, 1_032, 13, 779] as [Int32])
    func whatLastsIsNotTransient(code: Int32) {
        #expect(!SQLiteError(code: ResultCode(rawValue: code), message: "").isTransient)
    }

    @Test func wrongNumberOfValuesIsAnError() {
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT ?, ?", 1) }
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1", 1) }
    }

    @Test func secondStatementInOneTextIsRefused() {
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1; SELECT 2") }
    }

    @Test func theSameSQLNestsInItself() throws {
        try connection.executeScript("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        var pairs: [[Int]] = []
        try connection.forEach("SELECT x FROM t ORDER BY x") { outer in
            let first = outer.int(0)
            try connection.forEach("SELECT x FROM t ORDER BY x") { pairs.append([first, $0.int(0)]) }
        }
        #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
    }

    @Test func manyTextsDoNotBreakTheCache() throws {
        for number in 0..<1_000 {
            #expect(try connection.int64("SELECT \(number)") == Int64(number))
        }
    }

    @Test func rowIDsAreFilledInOrder() throws {
        // Given more rows than one look at cancellation covers, the first of them already there
        let count = 50_000
        let sql =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"
        var rows = [Int64](repeating: -1, count: count)
        var filled: [Int] = []
        // When the rest is read by the fast path
        let seen = try rows.withUnsafeMutableBufferPointer {
            try connection.fillRowIDs(sql, [count], into: $0, from: 1) { filled.append($0) }
        }
        // Then all are there in order, and the steps on the way were shown
        #expect(seen == count)
        #expect(rows == [-1] + (2...Int64(count)))
        #expect(filled == filled.sorted() && filled.count > 2 && filled.last == count)
    }

    @Test func fillingStopsAtTheEndOfTheBuffer() throws {
        var rows = [Int64](repeating: -1, count: 2)
        let seen = try rows.withUnsafeMutableBufferPointer {
            try connection.fillRowIDs("SELECT value FROM json_each('[7,8,9]')", [], into: $0)
        }
        #expect(seen == 2 && rows == [7, 8])
        let few = try rows.withUnsafeMutableBufferPointer {
            try connection.fillRowIDs("SELECT 5", [], into: $0)
        }
        #expect(few == 1 && rows == [5, 8])
    }
}
