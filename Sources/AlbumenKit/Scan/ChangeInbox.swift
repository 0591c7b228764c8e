// SPDX-License-Identifier: GPL-3.0-or-later
// Folders in which something changed, waiting for the scanner: each once, however often it is reported.

import Metadata
import Synchronization

/// Filled by the monitor on its thread, emptied by the scanner; any isolation, never blocks. One who listens to
/// `signals` and then calls `take()` misses nothing. For one listener.
final class ChangeInbox: Sendable {
    private let folders = Mutex<Set<FilePath>>([])
    private let continuation: AsyncStream<Void>.Continuation
    /// A value whenever there is something to take.
    let signals: AsyncStream<Void>

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds folders and wakes the listener.
    func add(_ changed: Set<FilePath>) {
        folders.withLock { $0.formUnion(changed) }
        continuation.yield()
    }

    /// All that was added since this was last asked; empty where another `take` was first.
    func take() -> Set<FilePath> {
        folders.withLock { folders in
            defer { folders = [] }
            return folders
        }
    }
}
