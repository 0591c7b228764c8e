// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a bounded number of loads through, the most urgent first. Without it a prefetch of a thousand pictures
// would hold a thousand open files, and stand before the one that the person waits for.

import Imaging
import Synchronization

/// A door that lets in so many at a time; the urgent find room that the less urgent may not take.
final class PriorityGate: Sendable {
    private struct Waiter {
        let ticket: DecodeTicket
        var priority: ImagePriority
        let resume: @Sendable (Bool) -> Void
    }

    private struct State {
        var inside = 0
        /// In the order they came.
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())
    /// How many may be inside when one of this priority enters; grows with priority.
    private let limit: @Sendable (ImagePriority) -> Int

    init(limit: @escaping @Sendable (ImagePriority) -> Int) { self.limit = limit }

    var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Runs `body` inside. Throws `CancellationError` where the task is cancelled before it is let in.
    func pass<T>(_ load: ImageLoad, _ body: () async throws -> T) async throws -> T {
        try await enter(load)
        defer { leave() }
        return try await body()
    }

    func reprioritize(_ ticket: DecodeTicket, to priority: ImagePriority) {
        let admitted = state.withLock { state -> [Waiter] in
            guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return [] }
            state.waiters[index].priority = priority
            return admit(&state)
        }
        for waiter in admitted { waiter.resume(true) }
    }

    private func enter(_ load: ImageLoad) async throws {
        let ticket = load.ticket
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let admitted = state.withLock { state -> [Waiter] in
                    // Read under the lock: whoever changes it later finds the waiter here.
                    let waiter = Waiter(ticket: ticket, priority: load.priority) {
                        continuation.resume(returning: $0)
                    }
                    state.waiters.append(waiter)
                    return admit(&state)
                }
                for waiter in admitted { waiter.resume(true) }
                // The handler below may have run before there was anybody to turn away.
                if Task.isCancelled { turnAway(ticket) }
            }
        } onCancel: {
            turnAway(ticket)
        }
        if !isAdmitted { throw CancellationError() }
    }

    private func leave() {
        let admitted = state.withLock { state in
            state.inside -= 1
            return admit(&state)
        }
        for waiter in admitted { waiter.resume(true) }
    }

    private func turnAway(_ ticket: DecodeTicket) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
        }
        waiter?.resume(false)
    }

    /// Takes those who may enter now off the waiting ones.
    private func admit(_ state: inout State) -> [Waiter] {
        var admitted: [Waiter] = []
        while let priority = state.waiters.lazy.map(\.priority).max(), state.inside < limit(priority),
            let index = state.waiters.firstIndex(where: { $0.priority == priority })
        {
            state.inside += 1
            admitted.append(state.waiters.remove(at: index))
        }
        return admitted
    }
}
