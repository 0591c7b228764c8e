// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of a scan or an import, told to whoever listens: at most ten times a second, and always the last state.

import Synchronization

/// Holds the progress and its listeners. Any isolation.
final class ProgressHub<Progress: Sendable & Equatable>: Sendable {
    /// The shortest time between two tellings.
    private static var interval: Duration { .milliseconds(100) }

    private struct State {
        var progress: Progress
        var listeners: [Int: AsyncStream<Progress>.Continuation] = [:]
        var nextListener = 0
        var lastTold: ContinuousClock.Instant?
        var isTellingPlanned = false
        var isEnded = false
    }

    private let state: Mutex<State>

    init(_ progress: Progress) { state = Mutex(State(progress: progress)) }

    var progress: Progress { state.withLock { $0.progress } }

    /// The current progress, then each change. Ends with `end()`.
    func stream() -> AsyncStream<Progress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Progress.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            continuation.yield(state.progress)
            if state.isEnded { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Changes the progress and tells it: at once if the last telling is long enough ago, else a little later.
    func update(_ change: (inout Progress) -> Void) {
        let wait: Duration? = state.withLock { state in
            let before = state.progress
            change(&state.progress)
            guard state.progress != before, !state.isTellingPlanned else { return nil }
            let now = ContinuousClock.now
            if let last = state.lastTold, now - last < Self.interval {
                state.isTellingPlanned = true
                return Self.interval - (now - last)
            }
            Self.tell(&state)
            return nil
        }
        guard let wait else { return }
        Task { [weak self] in
            try? await Task.sleep(for: wait)
            self?.state.withLock { Self.tell(&$0) }
        }
    }

    /// Tells the last state and ends all streams, those to come too.
    func end() {
        let listeners = state.withLock { state in
            state.isEnded = true
            Self.tell(&state)
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        // Outside the lock: ending a stream calls back into `onTermination`.
        listeners.forEach { $0.finish() }
    }

    private static func tell(_ state: inout State) {
        state.lastTold = .now
        state.isTellingPlanned = false
        for listener in state.listeners.values { listener.yield(state.progress) }
    }
}
