// SPDX-License-Identifier: GPL-3.0-or-later
// A load that runs: its name at gates and decoders, and its urgency, which is that of the most urgent who wait.

import Imaging
import Synchronization

/// One load.
final class ImageLoad: Sendable {
    let ticket = DecodeTicket()
    private let urgency: Atomic<Int>
    private let spreading = Mutex(())

    init(priority: ImagePriority) { urgency = Atomic(priority.rawValue) }

    /// The highest that anybody who waits has asked for.
    var priority: ImagePriority {
        ImagePriority(rawValue: urgency.load(ordering: .relaxed)) ?? .visible
    }

    /// True where this is another than before: the caller spreads it.
    func setPriority(_ priority: ImagePriority) -> Bool {
        urgency.exchange(priority.rawValue, ordering: .relaxed) != priority.rawValue
    }

    /// Hands `tell` the priority as of now, one at a time, so that whoever is last told hears the last one.
    func spreadPriority(_ tell: (ImagePriority) -> Void) {
        spreading.withLock { _ in tell(priority) }
    }
}
