// SPDX-License-Identifier: GPL-3.0-or-later
// A load that runs: its name at gates and decoders, and an urgency that only grows.

import Imaging
import Synchronization

/// One load.
final class ImageLoad: Sendable {
    let ticket = DecodeTicket()
    private let urgency: Atomic<Int>

    init(priority: ImagePriority) { urgency = Atomic(priority.rawValue) }

    /// The highest that anybody who waits has asked for.
    var priority: ImagePriority {
        ImagePriority(rawValue: urgency.load(ordering: .relaxed)) ?? .visible
    }

    /// True where this was more urgent than before.
    func raise(to priority: ImagePriority) -> Bool {
        urgency.max(priority.rawValue, ordering: .relaxed).oldValue < priority.rawValue
    }
}
