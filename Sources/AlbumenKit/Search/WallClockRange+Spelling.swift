// SPDX-License-Identifier: GPL-3.0-or-later
// Days as the query language writes them.

import Metadata

extension WallClockRange {
    /// `2021`, `2021-06`, `2021-06-12` or two of these with what is between them.
    var spelling: String {
        switch (start, end) {
        case (let start?, let end?):
            let date = Self.date(start)
            if self == WallClockRange(year: date.year) { return Self.text(date.year) }
            if self == WallClockRange(year: date.year, month: date.month) {
                return "\(Self.text(date.year))-\(Self.text(date.month))"
            }
            let first = Self.day(start)
            // Half open, so that an empty range is written as what it is.
            let last = Self.day(end - CivilDate.secondsPerDay)
            return start < end ? (first == last ? first : "\(first)..\(last)") : "\(first)..<\(first)"
        case (let start?, nil): return ">=" + Self.day(start)
        case (nil, let end?): return "<" + Self.day(end)
        case (nil, nil): return ">=1800"
        }
    }

    private static func date(_ seconds: Int64) -> (year: Int, month: Int, day: Int) {
        CivilDate.date(days: CivilDate.days(seconds: seconds))
    }

    private static func day(_ seconds: Int64) -> String {
        let date = date(seconds)
        return [date.year, date.month, date.day].map(text).joined(separator: "-")
    }

    /// At least two digits.
    private static func text(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
