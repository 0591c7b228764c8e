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

    private static let prefix = "moment"

    /// It says all that there is to know: moments are not stored.
    var identifier: String {
        let places = [stretch?.first, stretch?.last].compactMap { $0 }
        return ([Self.prefix, String(day)] + places.map { "\($0.sortKey).\($0.row)" }).joined(separator: "/")
    }
}

extension MomentSpan {
    /// The span of an identifier; nil where it is none.
    init?(identifier: String) {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == Self.prefix[...], parts.count == 2 || parts.count == 4, let day = Int64(parts[1])
        else {
            return nil
        }
        self.init(day: day)
        guard parts.count == 4 else { return }
        guard let first = Place(parts[2]), let last = Place(parts[3]) else { return nil }
        stretch = Stretch(first: first, last: last)
    }
}

extension MomentSpan.Place {
    fileprivate init?(_ text: Substring) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2, let sortKey = Int64(numbers[0]), let row = Int64(numbers[1]) else {
            return nil
        }
        self.init(sortKey: sortKey, row: row)
    }
}
