// SPDX-License-Identifier: GPL-3.0-or-later
// A connection on its own serial queue: blocking SQLite calls never sit on Swift's cooperative threads.

import Dispatch
import Synchronization

/// One connection, used by one task at a time, in the order of asking.
///
/// `@unchecked Sendable` holds because `connection` is touched on `queue` only, but for `interrupt`, which
/// SQLite allows from any thread.
final class ConnectionQueue: @unchecked Sendable {
    private let connection: Connection
    private let queue: DispatchQueue
    private let waiting = Atomic(0)

    /// Opens the connection on the calling thread.
    init(label: String, open: () throws -> Connection) rethrows {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        connection = try open()
    }

    /// Jobs that wait or run.
    var load: Int { waiting.load(ordering: .relaxed) }

    /// Runs `body` on the queue. Cancelling the task interrupts the statement.
    func run<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        let job = Job()
        waiting.add(1, ordering: .relaxed)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    let result = Result { try job.run(on: connection, body) }
                    waiting.subtract(1, ordering: .relaxed)
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            job.cancel { self.connection.interrupt() }
        }
    }

    /// Closes the connection and waits until it is.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                connection.close()
                continuation.resume()
            }
        }
    }

    /// Runs `body` on the queue some time later, for cleaning up where nobody waits.
    func runLater(_ body: @escaping @Sendable (Connection) -> Void) {
        queue.async { [self] in body(connection) }
    }
}
