// SPDX-License-Identifier: GPL-3.0-or-later
// A queue for calls that wait for a disk, so that no thread of the cooperative pool ever does.

@preconcurrency import Dispatch

/// Runs blocking work off the cooperative pool, in order where `width` is 1.
final class BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// - Parameter concurrent: whether several calls may wait at once.
    init(label: String, concurrent: Bool = false) {
        queue = DispatchQueue(label: label, qos: .utility, attributes: concurrent ? .concurrent : [])
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
