// SPDX-License-Identifier: GPL-3.0-or-later
// A task's cancellation, for a thread that is none of the task's.

import Synchronization

/// Set once, from any thread.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
