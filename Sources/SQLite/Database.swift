// SPDX-License-Identifier: GPL-3.0-or-later
// A database file: one writer, and readers that neither wait for it nor for each other (WAL).

import Dispatch
import Glibc
import Synchronization

/// The door to one database file. Open a file once in a process.
public final class Database: Sendable {
    public let path: [UInt8]
    public let configuration: Configuration

    private let writer: ConnectionQueue
    /// Serve `read`; opened when first needed.
    private let readers = Mutex<[ConnectionQueue]>([])
    /// Idle connections of ended snapshots.
    private let snapshotReaders = Mutex<[ConnectionQueue]>([])

    /// Idle snapshot connections that are kept open.
    private static let idleSnapshotReaderLimit = 2

    private init(path: [UInt8], configuration: Configuration, writer: ConnectionQueue) {
        self.path = path
        self.configuration = configuration
        self.writer = writer
    }

    /// Opens or makes the file and brings it up to date.
    ///
    /// Throws `MigrationError` for a file that is newer, or not of this program, before anything in it is
    /// touched, and `SQLiteError` (see `isCorruption`) where SQLite cannot read it.
    public static func open(
        path: [UInt8], configuration: Configuration = Configuration(), migrator: Migrator
    ) async throws -> Database {
        let opening = DispatchQueue(label: "SQLite.open", qos: .userInitiated)
        return try await withCheckedThrowingContinuation { continuation in
            opening.async {
                continuation.resume(
                    with: Result {
                        let writer = try ConnectionQueue(label: "SQLite.writer") {
                            try openWriter(path: path, configuration: configuration, migrator: migrator)
                        }
                        return Database(path: path, configuration: configuration, writer: writer)
                    })
            }
        }
    }

    private static func openWriter(
        path: [UInt8], configuration: Configuration, migrator: Migrator
    ) throws -> Connection {
        try retrying(forMilliseconds: configuration.busyTimeoutMilliseconds) {
            try migrator.checkBeforeOpening(path: path, configuration: configuration)
            let connection = try Connection(path: path)
            try connection.execute("PRAGMA busy_timeout = \(configuration.busyTimeoutMilliseconds)")
            for pragma in configuration.writer { try connection.execute(pragma) }
            for function in configuration.functions { try connection.add(function) }
            try migrator.migrate(connection, applicationID: configuration.applicationID)
            return connection
        }
    }

    /// How long to wait before asking again.
    private static let retryInterval: useconds_t = 2_000

    /// Tries again while another process is making or recovering the file: to change the journal mode SQLite does not
    /// wait as `busy_timeout` says, since two that wait for each other would never end. Blocking.
    private static func retrying<T>(forMilliseconds limit: Int, _ body: () throws -> T) throws -> T {
        let end = ContinuousClock.now + .milliseconds(limit)
        while true {
            do {
                return try body()
            } catch let error as SQLiteError where error.isTransient && ContinuousClock.now < end {
                usleep(retryInterval)
            }
        }
    }

    private func openReader(label: String) throws -> ConnectionQueue {
        try ConnectionQueue(label: label) {
            let connection = try Connection(path: path)
            try connection.execute("PRAGMA busy_timeout = \(configuration.busyTimeoutMilliseconds)")
            for pragma in configuration.reader { try connection.execute(pragma) }
            for function in configuration.functions { try connection.add(function) }
            return connection
        }
    }

    // MARK: Reading

    /// Runs `body` on a reader's thread, inside one read transaction: all of its statements see the same
    /// state.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await leastBusyReader().run { connection in
            try connection.transaction(.deferred) { try body(connection) }
        }
    }

    /// Opening a reader takes well under a millisecond and happens at most `readerCount` times.
    private func leastBusyReader() throws -> ConnectionQueue {
        try readers.withLock { readers in
            if let reader = readers.min(by: { $0.load < $1.load }),
                reader.load == 0 || readers.count >= configuration.readerCount
            {
                return reader
            }
            let reader = try openReader(label: "SQLite.reader.\(readers.count)")
            readers.append(reader)
            return reader
        }
    }

    /// A read transaction that stays open until `end()`, on a connection of its own.
    public func snapshot() async throws -> ReadSnapshot {
        let reader =
            try snapshotReaders.withLock { $0.popLast() } ?? openReader(label: "SQLite.snapshot")
        let snapshot = ReadSnapshot(reader: reader) { [weak self] in self?.keep($0) }
        try await snapshot.begin()
        return snapshot
    }

    private func keep(_ reader: ConnectionQueue) {
        snapshotReaders.withLock { if $0.count < Self.idleSnapshotReaderLimit { $0.append(reader) } }
    }

    // MARK: Writing

    /// Runs `body` on the writer's thread inside one transaction: all of it is committed when this returns,
    /// or nothing when it throws. Cancelling the task rolls back and throws `CancellationError`.
    ///
    /// - Parameters:
    ///   - isDurable: whether the commit has to outlive a power cut, and with it all before it: it is on disk when this
    ///     returns.
    ///   - didCommit: called on the writer's thread after the commit and before the next write, so that calls come in the
    ///     order of the commits.
    public func write<T: Sendable>(
        isDurable: Bool = false, _ body: @escaping @Sendable (Connection) throws -> T,
        didCommit: @escaping @Sendable (T) -> Void = { _ in }
    ) async throws -> T {
        try await writer.run { connection in
            // Inside a transaction it cannot be set.
            if isDurable { try connection.execute("PRAGMA synchronous = FULL") }
            defer { if isDurable { try? connection.execute("PRAGMA synchronous = NORMAL") } }
            let result = try connection.transaction(.immediate) { try body(connection) }
            didCommit(result)
            return result
        }
    }

    /// Runs `body` on the writer's thread without a transaction, for statements that refuse one (VACUUM,
    /// checkpoints).
    public func writeWithoutTransaction<T: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await writer.run(body)
    }

    // MARK: Closing

    /// Closes every connection, after what was asked of them already. Nothing may be asked of it afterwards.
    public func close() async {
        let others = readers.withLock { $0 } + snapshotReaders.withLock { $0 }
        for connection in others + [writer] { await connection.close() }
    }
}
