// SPDX-License-Identifier: GPL-3.0-or-later
// Calendar arithmetic of the proleptic Gregorian calendar. No time zone data base is consulted: a wall
// clock is a wall clock.

/// Seconds on a wall clock, and back.
package enum CivilDate {
    package static let secondsPerDay: Int64 = 86_400

    /// Days from 1970-01-01 to a date (the era arithmetic of H. Hinnant's `days_from_civil`).
    package static func days(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day in which a second of the wall clock lies, in days from 1970-01-01.
    package static func days(seconds: Int64) -> Int64 {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: secondsPerDay)
        return rest < 0 ? days - 1 : days
    }

    /// The date `days` after 1970-01-01.
    package static func date(days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, day)
    }

    /// Seconds on the wall clock since 1970-01-01T00:00:00 of that clock, or nil for no such date.
    package static func seconds(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int64? {
        guard (1800...9999).contains(year), (1...12).contains(month),
            (1...dayCount(year: year, month: month)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return days(year: year, month: month, day: day) * secondsPerDay
            + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
