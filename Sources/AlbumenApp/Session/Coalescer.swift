// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a piece of work again when it is asked for, never twice at once and never more often than an interval.

/// Turns a burst of requests into few runs. The last request is always followed by a run that began after it.
@MainActor
final class Coalescer {
    private let interval: Duration
    private let work: @MainActor () async -> Void
    private var isRequested = false
    private var loop: Task<Void, Never>?

    /// `interval` is the least time between the end of one run and the start of the next.
    init(interval: Duration, work: @escaping @MainActor () async -> Void) {
        self.interval = interval
        self.work = work
    }

    func request() {
        isRequested = true
        guard loop == nil else { return }
        loop = Task { [weak self] in
            while let self, isRequested, !Task.isCancelled {
                isRequested = false
                await work()
                try? await Task.sleep(for: interval)
            }
            self?.loop = nil
        }
    }

    func cancel() {
        isRequested = false
        loop?.cancel()
    }
}
