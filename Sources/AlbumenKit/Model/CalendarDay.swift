// SPDX-License-Identifier: GPL-3.0-or-later
// A day on a wall clock: what moments are grouped by, and headings are made of. No time zone is in it.

import Metadata

/// A date of the Gregorian calendar.
public struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    public let daysSince1970: Int

    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    public var year: Int { CivilDate.date(days: Int64(daysSince1970)).year }
    /// 1–12.
    public var month: Int { CivilDate.date(days: Int64(daysSince1970)).month }
    /// 1–31.
    public var day: Int { CivilDate.date(days: Int64(daysSince1970)).day }

    public static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.daysSince1970 < b.daysSince1970 }
}
