// SPDX-License-Identifier: GPL-3.0-or-later
// Folders in which something changed, waiting for the scanner: each once, however often it is reported.

import Metadata
import Synchronization

final class ChangeInbox: Sendable {
    private let folders = Mutex<Set<FilePath>>([])
    private let continuation: AsyncStream<Void>.Continuation
    /// A value whenever there is something to take.
    let signals: AsyncStream<Void>

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ changed: Set<FilePath>) {
        folders.withLock { $0.formUnion(changed) }
        continuation.yield()
    }

    func take() -> Set<FilePath> {
        folders.withLock { folders in
            defer { folders = [] }
            return folders
        }
    }
}
