// SPDX-License-Identifier: GPL-3.0-or-later
// A read transaction across several async steps: whatever is written meanwhile, every step sees the same
// state.

import Synchronization

/// One state of the database, held open. End it soon: while it is open the write-ahead log cannot be cut.
public final class ReadSnapshot: Sendable {
    private let reader: ConnectionQueue
    private let release: @Sendable (ConnectionQueue) -> Void
    private let isEnded = Mutex(false)

    init(reader: ConnectionQueue, release: @escaping @Sendable (ConnectionQueue) -> Void) {
        self.reader = reader
        self.release = release
    }

    deinit { end() }

    /// A deferred transaction has no state until its first read; so it reads.
    func begin() async throws {
        try await reader.run { connection in
            try connection.execute("BEGIN DEFERRED")
            try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        }
    }

    /// Runs `body` at the snapshot's state.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        precondition(!isEnded.withLock { $0 }, "a snapshot was read after its end")
        return try await reader.run(body)
    }

    /// Lets the state go, after the steps that were asked for already. Further calls do nothing.
    public func end() {
        let isFirst = isEnded.withLock { ended in
            defer { ended = true }
            return !ended
        }
        guard isFirst else { return }
        let release = release
        let reader = reader
        reader.runLater { connection in
            // Fails only where `begin` failed or an error has ended it: then there is nothing to end.
            if !connection.isAutocommit { try? connection.execute("COMMIT") }
            if connection.isAutocommit { release(reader) }
        }
    }
}
