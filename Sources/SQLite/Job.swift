// SPDX-License-Identifier: GPL-3.0-or-later
// The cancellable use of a connection by one task. A cancelled job interrupts its own statement and never
// another's.

import Synchronization

/// One use of a connection, from the task that asked to the queue that runs it.
final class Job: Sendable {
    private enum State {
        case waiting
        case running
        case cancelled
        case finished
    }

    private let state = Mutex(State.waiting)

    var isCancelled: Bool { state.withLock { $0 == .cancelled } }

    /// Marks it cancelled. `interrupt` is called under the lock, so that the job cannot end, and the next one
    /// begin, meanwhile.
    func cancel(interrupt: () -> Void) {
        state.withLock { state in
            switch state {
            case .waiting: state = .cancelled
            case .running:
                state = .cancelled
                interrupt()
            case .cancelled, .finished: break
            }
        }
    }

    /// Runs `body` on the connection's own thread. Throws `CancellationError` for whatever a cancelled body
    /// throws.
    func run<T>(on connection: Connection, _ body: (Connection) throws -> T) throws -> T {
        let mayRun = state.withLock { state in
            guard state == .waiting else { return false }
            state = .running
            return true
        }
        guard mayRun else { throw CancellationError() }
        connection.job = self
        defer {
            connection.job = nil
            state.withLock { if $0 == .running { $0 = .finished } }
        }
        do { return try body(connection) } catch {
            if isCancelled { throw CancellationError() }
            throw error
        }
    }
}
