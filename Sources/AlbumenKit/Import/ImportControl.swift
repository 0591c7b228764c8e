// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of an import from outside: to rest, to go on, to stop.

import Synchronization

/// Any isolation.
final class ImportControl: Sendable {
    private struct State {
        var isPaused = false
        var isCancelled = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isPaused: Bool { state.withLock { $0.isPaused } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func pause() { state.withLock { $0.isPaused = true } }

    func resume() {
        let waiting = state.withLock { state in
            state.isPaused = false
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    /// Waits while it is paused; at once where it was cancelled.
    func waitUntilResumed() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if !state.isPaused || state.isCancelled { return true }
                state.waiting.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
    }
}
