// SPDX-License-Identifier: GPL-3.0-or-later
// One SQLite connection. One thread at a time: it is not Sendable, and lives on the queue of a
// `ConnectionQueue`.

import CSQLite

/// An open database file.
public final class Connection {
    /// How to open a file.
    public enum Mode: Sendable {
        case readOnly
        /// Nobody writes to it, so no lock is taken and no file is made beside it. The path has to be absolute.
        case immutable
        /// Made where it does not exist.
        case readWriteCreate
    }

    let handle: OpaquePointer
    /// The job being run, which may be cancelled at any moment; nil outside of one.
    var job: Job?

    private var statements: [String: Statement] = [:]
    private var isClosed = false
    /// Savepoints open now, which number their names.
    private var savepointDepth = 0

    /// Statements kept compiled. Above it the idle ones are dropped, all at once: code has a fixed set of SQL
    /// texts, and only generated ones can fill this.
    static let cachedStatementLimit = 256

    /// Opens a file. The path is bytes: SQLite hands it to the system as it is.
    public init(path: [UInt8], mode: Mode = .readWriteCreate) throws {
        var handle: OpaquePointer?
        let access =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        // NOMUTEX: access is serial already (https://sqlite.org/threadsafe.html, "multi-thread").
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let name = mode == .immutable ? Self.immutableURI(path) : path
        let code = (name + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { sqlite3_open_v2($0.baseAddress, &handle, flags, nil) }
        }
        guard code == SQLITE_OK, let handle else {
            let error =
                handle.map { SQLiteError(connection: $0, sql: nil) }
                ?? SQLiteError(code: ResultCode(rawValue: code), message: "out of memory")
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        guard RowSet.register(on: handle) == SQLITE_OK else {
            throw SQLiteError(connection: handle, sql: nil)
        }
    }

    /// `file:` and the path with every byte written that could mean something else (https://sqlite.org/uri.html).
    private static func immutableURI(_ path: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        let escaped = path.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return Array("file:".utf8) + escaped + Array("?immutable=1".utf8)
    }

    /// Adds a function to the SQL of this connection.
    public func add(_ function: ScalarFunction) throws {
        guard function.register(on: handle) == SQLITE_OK else {
            throw SQLiteError(connection: handle, sql: nil)
        }
    }

    /// Opens a file, or a private database in memory for ":memory:".
    public convenience init(path: String, mode: Mode = .readWriteCreate) throws {
        try self.init(path: [UInt8](path.utf8), mode: mode)
    }

    deinit { close() }

    /// Closes it before its time; it must not be used afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements = [:]
        sqlite3_close_v2(handle)
    }

    // MARK: Running SQL

    /// Runs one statement to its end.
    public func execute(_ sql: String, _ values: (any BindableValue)?...) throws {
        try withStatement(sql, values) { while try $0.step() {} }
    }

    /// Runs a script of several statements without parameters.
    public func executeScript(_ sql: String) throws {
        try checkCancellation()
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw SQLiteError(connection: handle, sql: sql)
        }
    }

    /// Calls `body` for each row.
    public func forEach(
        _ sql: String, _ values: (any BindableValue)?..., body: (Row) throws -> Void
    ) throws {
        try withStatement(sql, values) { while try $0.step() { try body($0.row) } }
    }

    /// Every row, made into a value.
    public func all<T>(
        _ sql: String, _ values: (any BindableValue)?..., transform: (Row) throws -> T
    ) throws -> [T] {
        try withStatement(sql, values) { statement in
            var results: [T] = []
            while try statement.step() { results.append(try transform(statement.row)) }
            return results
        }
    }

    /// The first row made into a value; nil where there is none.
    public func first<T>(
        _ sql: String, _ values: (any BindableValue)?..., transform: (Row) throws -> T
    ) throws -> T? {
        try withStatement(sql, values) { try $0.step() ? transform($0.row) : nil }
    }

    /// The first column of the first row as an integer; nil where there is no row, or NULL in it.
    public func int64(_ sql: String, _ values: (any BindableValue)?...) throws -> Int64? {
        try withStatement(sql, values) { try $0.step() ? $0.row.optionalInt64(0) : nil }
    }

    /// A compiled statement with its values, from the cache. It is reset when `body` ends, however it ends.
    public func withStatement<T>(
        _ sql: String, _ values: [(any BindableValue)?] = [], body: (Statement) throws -> T
    ) throws -> T {
        try checkCancellation()
        let statement = try prepare(sql)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        try statement.bind(values)
        return try body(statement)
    }

    private func prepare(_ sql: String) throws -> Statement {
        if let statement = statements[sql] {
            // The same SQL nested in itself: a second statement, not kept.
            return statement.isInUse ? try Statement(connection: self, sql: sql) : statement
        }
        let statement = try Statement(connection: self, sql: sql)
        if statements.count >= Self.cachedStatementLimit { statements = statements.filter { $1.isInUse } }
        statements[sql] = statement
        return statement
    }

    /// The row id of the last INSERT of this connection.
    public var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }
    /// Rows that the last statement inserted, updated or deleted, not counting triggers.
    public var changeCount: Int { Int(sqlite3_changes(handle)) }
    /// Whether no transaction is open.
    public var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    // MARK: Transactions

    public enum TransactionKind: String, Sendable {
        /// Locks when it first reads or writes.
        case deferred = "DEFERRED"
        /// Takes the write lock at once, so that it cannot fail half-way for want of it.
        case immediate = "IMMEDIATE"
    }

    /// Commits what `body` does, or rolls all of it back when it throws or its task was cancelled. Inside a
    /// transaction it is a savepoint: only the inner part rolls back.
    public func transaction<T>(_ kind: TransactionKind = .immediate, _ body: () throws -> T) throws -> T {
        isAutocommit ? try outerTransaction(kind, body) : try savepoint(body)
    }

    private func outerTransaction<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body()
            try checkCancellation()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors (full disk, interrupt). The cause is what is
            // thrown.
            if !isAutocommit { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func savepoint<T>(_ body: () throws -> T) throws -> T {
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        let name = "s\(savepointDepth)"
        try execute("SAVEPOINT \(name)")
        do {
            let result = try body()
            try execute("RELEASE \(name)")
            return result
        } catch {
            if !isAutocommit { sqlite3_exec(handle, "ROLLBACK TO \(name); RELEASE \(name)", nil, nil, nil) }
            throw error
        }
    }

    // MARK: Interruption

    /// Ends the running statement with `interrupt`. The only call allowed from another thread.
    func interrupt() { sqlite3_interrupt(handle) }

    /// Throws where the running job was cancelled; for long loops of one's own.
    public func checkCancellation() throws {
        if let job, job.isCancelled { throw CancellationError() }
    }
}
