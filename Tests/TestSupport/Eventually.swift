// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for what another task, thread or program does.

/// Between two questions.
private let interval = Duration.milliseconds(5)

/// Waits until a condition holds, by asking again and without holding a thread. False where it does not hold within the
/// limit, which only a failure reaches, or where the task is cancelled.
public func eventually(
    isolation: isolated (any Actor)? = #isolation, within limit: Duration = .seconds(600),
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while !(try await condition()) {
        guard ContinuousClock.now < end, !Task.isCancelled else { return false }
        try? await Task.sleep(for: interval)
    }
    return true
}
