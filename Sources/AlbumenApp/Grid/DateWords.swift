// SPDX-License-Identifier: GPL-3.0-or-later
// Dates in words, always by the wall clock of the place where the photo was taken: no time zone is ever applied.

import AlbumenKit

/// The calendar day and the time that a wall clock shows.
struct WallClock: Equatable {
    let year: Int
    /// 1–12.
    let month: Int
    /// 1–31.
    let day: Int
    let hour: Int
    let minute: Int

    /// Nil where the text of the time is not ISO 8601.
    init?(_ time: CaptureTime) {
        // `wallString` is ISO 8601 without zone; a year before 0 keeps its sign out of the other numbers.
        let text = time.wallString
        let isNegative = text.hasPrefix("-")
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 6, (1...12).contains(numbers[1]) else { return nil }
        year = isNegative ? -numbers[0] : numbers[0]
        month = numbers[1]
        day = numbers[2]
        hour = numbers[3]
        minute = numbers[4]
    }

    /// June 2021
    var monthWords: String {
        tr("{month} {year}", ["month": monthName(month), "year": String(year)])
    }

    /// 12 June 2021
    var dayWords: String {
        tr(
            "{day} {month} {year}",
            ["day": String(day), "month": monthName(month), "year": String(year)])
    }

    /// 12 June 2021, 09:41
    var minuteWords: String {
        tr("{day}, {time}", ["day": dayWords, "time": "\(twoDigits(hour)):\(twoDigits(minute))"])
    }
}

/// A length of time as a clock shows it: 0:07, 12:34, 1:02:03. `seconds` is rounded down.
func clockWords(seconds: Double) -> String {
    let total = seconds.isFinite ? max(0, Int(seconds)) : 0
    let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
    return hours > 0
        ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
}

private func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
}

private func monthName(_ month: Int) -> String {
    switch month {
    case 1: tr("January")
    case 2: tr("February")
    case 3: tr("March")
    case 4: tr("April")
    case 5: tr("May")
    case 6: tr("June")
    case 7: tr("July")
    case 8: tr("August")
    case 9: tr("September")
    case 10: tr("October")
    case 11: tr("November")
    default: tr("December")
    }
}
