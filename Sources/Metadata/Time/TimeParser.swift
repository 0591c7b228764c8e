// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the times that files write: EXIF's, XMP's ISO 8601, offsets, and those in file names. Zeros,
// blanks and impossible dates are no time at all.

/// Parsers of written times. All return nil for what is not a time.
public enum TimeParser {
    /// EXIF's `YYYY:MM:DD HH:MM:SS` or ISO 8601, with optional fraction and zone. Cameras and editors write
    /// either with any separator. A date without a time of day is that day's midnight.
    public static func time(_ text: String, source: TimeSource) -> CaptureTime? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip(":-/."), let month = scanner.number(2),
            scanner.skip(":-/."), let day = scanner.number(2)
        else { return nil }
        var hour = 0, minute = 0, second = 0, milliseconds = 0
        var offset: Int?
        if scanner.skip(" T"), let parsedHour = scanner.number(2) {
            guard scanner.skip(":."), let parsedMinute = scanner.number(2) else { return nil }
            hour = parsedHour
            minute = parsedMinute
            if scanner.skip(":.") { second = scanner.number(2) ?? 0 }
            if scanner.skip(".,") { milliseconds = scanner.fraction() }
            offset = Self.offset(scanner.rest)
        }
        return CivilDate.seconds(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second
        ).map { CaptureTime(wallSeconds: $0, milliseconds: milliseconds, utcOffset: offset, source: source) }
    }

    /// `+02:00`, `-0330`, `Z`: seconds east of UTC, within the ±14 hours that exist.
    public static func offset(_ text: String) -> Int? {
        var scanner = DigitScanner(text)
        _ = scanner.skip(" ")
        if scanner.rest == "Z" { return 0 }
        let sign = scanner.rest.hasPrefix("-") ? -1 : 1
        guard scanner.skip("+-"), let hours = scanner.number(2) else { return nil }
        _ = scanner.skip(":")
        let minutes = scanner.number(2) ?? 0
        let seconds = hours * 3600 + minutes * 60
        guard minutes < 60, seconds <= 14 * 3600 else { return nil }
        return sign * seconds
    }

    /// EXIF's SubSecTime, digits after the decimal point, as milliseconds.
    public static func milliseconds(subSeconds text: String) -> Int? {
        var scanner = DigitScanner(text)
        _ = scanner.skip(" ")
        guard scanner.rest.first?.isNumber == true else { return nil }
        return scanner.fraction()
    }

    /// The time in a file name such as `IMG_20210612_101112.jpg`, `Screenshot from 2024-03-05 10-11-12.png`,
    /// `PXL_20220822_183031123.jpg`: eight digits of a date and six of a time, in a row. A date alone is no
    /// time.
    public static func time(fileName: FilePath) -> CaptureTime? {
        let name = fileName.lastComponent.bytes
        var start = 0
        while start < name.count {
            // A date begins where digits begin, so that 1_20210612 works and 120210612 does not.
            if isDigit(name[start]), start == 0 || !isDigit(name[start - 1]),
                let time = time(inName: name[start...])
            {
                return time
            }
            start += 1
        }
        return nil
    }

    /// The date in a file name that tells no time, such as `IMG-20190102-WA0001.jpg` or `2019-01-02 Harbour.jpg`: days since
    /// 1970-01-01 on the wall clock.
    public static func day(fileName: FilePath) -> Int64? {
        let name = fileName.lastComponent.bytes
        for start in name.indices where isDigit(name[start]) && (start == 0 || !isDigit(name[start - 1])) {
            var scanner = DigitScanner(String(decoding: name[start...].prefix(10), as: UTF8.self))
            guard let year = scanner.number(4), (1980...2100).contains(year) else { continue }
            let dashed = scanner.skip("-_.")
            guard let month = scanner.number(2), scanner.skip("-_.") == dashed, let day = scanner.number(2)
            else { continue }
            // A longer number is none of a date.
            let end = start + (dashed ? 10 : 8)
            if end < name.count, isDigit(name[end]) { continue }
            if let seconds = CivilDate.seconds(year: year, month: month, day: day) {
                return CivilDate.days(seconds: seconds)
            }
        }
        return nil
    }

    private static func time(inName name: ArraySlice<UInt8>) -> CaptureTime? {
        var scanner = DigitScanner(String(decoding: name.prefix(32), as: UTF8.self))
        guard let year = scanner.number(4) else { return nil }
        let dashed = scanner.skip("-_.")
        guard let month = scanner.number(2) else { return nil }
        guard scanner.skip("-_.") == dashed, let day = scanner.number(2) else { return nil }
        if scanner.rest.hasPrefix(" at ") {
            scanner = DigitScanner(String(scanner.rest.dropFirst(4)))
        } else {
            _ = scanner.skip(" _-T.")
        }
        guard var hour = scanner.number(2) else { return nil }
        _ = scanner.skip("-_.:")
        guard let minute = scanner.number(2) else { return nil }
        _ = scanner.skip("-_.:")
        guard let second = scanner.number(2), (1980...2100).contains(year) else { return nil }
        if let isAfternoon = scanner.isAfternoon, hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        return CivilDate.seconds(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second
        ).map { CaptureTime(wallSeconds: $0, source: .fileName) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A cursor over a short text.
private struct DigitScanner {
    private(set) var rest: Substring

    init(_ text: String) {
        rest = text.drop { $0 == " " }
        // C strings out of files may end in blanks.
        while rest.last == " " || rest.last == "\0" { rest.removeLast() }
    }

    /// Exactly `digits` decimal digits.
    mutating func number(_ digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.utf8.count == digits, head.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return Int(head)
    }

    /// Whether `AM` or `PM` is next, as macOS writes it behind a space of one kind or another; nil for neither.
    var isAfternoon: Bool? {
        let word = rest.drop(while: \.isWhitespace).prefix(2).uppercased()
        return word == "PM" ? true : word == "AM" ? false : nil
    }

    /// Passes one character of `set`; false, and nothing passed, at any other.
    mutating func skip(_ set: String) -> Bool {
        guard let first = rest.first, set.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Digits after a decimal point, to the millisecond.
    mutating func fraction() -> Int {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int((digits + "000").prefix(3)) ?? 0
    }
}

extension TimeParser {
    fileprivate static func offset(_ text: Substring) -> Int? { offset(String(text)) }
}
