// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of the time line inside one day: how a moment is found again.

/// One day on the wall clock, or a part of it between two assets.
struct MomentSpan: Sendable, Hashable {
    /// A place in the order of a day.
    struct Place: Sendable, Hashable {
        var sortKey: Int64
        var row: Int64
    }

    struct Stretch: Sendable, Hashable {
        /// Both belong to it.
        var first: Place
        var last: Place
    }

    /// Days since 1970 on the wall clock.
    var day: Int64
    /// Nil for the whole day.
    var stretch: Stretch?
}
