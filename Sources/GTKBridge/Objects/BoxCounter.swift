// SPDX-License-Identifier: GPL-3.0-or-later
// How many Swift objects C holds on to, so that a test can see them all come back.

import Synchronization

/// Counts every box that was handed to C and not yet released by its destroy-notify.
public enum BoxCounter {
    private static let count = Atomic<Int>(0)

    /// Boxes that C holds now.
    public static var live: Int { count.load(ordering: .relaxed) }

    static func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}
