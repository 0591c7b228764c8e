// SPDX-License-Identifier: GPL-3.0-or-later
// When a photo was taken: the wall clock of the place, and its offset where something in the file says
// it. Wall time is never treated as UTC, and no time zone of a viewer enters.

/// Where a time, or its offset from UTC, was read. Raw values are stored.
public enum TimeSource: Int, Sendable, Codable, Hashable, CaseIterable {
    case exif = 1
    case gps
    case xmp
    /// The container's own header (`mvhd`, QuickTime metadata).
    case container
    case fileName
    /// The file's modification time.
    case file
    case person
    /// A file beside it.
    case sidecar

    /// The name as `albumenctl` writes it.
    public var name: String {
        switch self {
        case .exif: "exif"
        case .gps: "gps"
        case .xmp: "xmp"
        case .container: "container"
        case .fileName: "fileName"
        case .file: "file"
        case .person: "person"
        case .sidecar: "sidecar"
        }
    }
}

/// A capture time: a wall clock, with its UTC offset if known.
public struct CaptureTime: Sendable, Hashable, Codable {
    /// Seconds since 1970-01-01T00:00:00 on the wall clock of the place. Not an instant.
    public var wallSeconds: Int64
    /// 0–999.
    public var milliseconds: Int
    /// Seconds east of UTC; nil where nothing says.
    public var utcOffset: Int?
    /// Where the wall clock was read.
    public var source: TimeSource
    /// Where the offset was read; nil exactly when `utcOffset` is.
    public var offsetSource: TimeSource?

    public init(
        wallSeconds: Int64, milliseconds: Int = 0, utcOffset: Int? = nil, source: TimeSource,
        offsetSource: TimeSource? = nil
    ) {
        self.wallSeconds = wallSeconds
        self.milliseconds = milliseconds
        self.utcOffset = utcOffset
        self.source = source
        self.offsetSource = utcOffset == nil ? nil : offsetSource ?? source
    }

    /// Seconds since the Unix epoch, where the offset is known.
    public var instant: Int64? {
        utcOffset.map { wallSeconds - Int64($0) }
    }

    /// Milliseconds on the wall clock.
    public var wallMilliseconds: Int64 { wallSeconds * 1000 + Int64(milliseconds) }

    /// Milliseconds since the Unix epoch, where the offset is known.
    public var instantMilliseconds: Int64? { instant.map { $0 * 1000 + Int64(milliseconds) } }

    /// ISO 8601 without zone: `2021-06-12T10:11:12`.
    public var wallString: String {
        let days = CivilDate.days(seconds: wallSeconds)
        let date = CivilDate.date(days: days)
        let second = Int(wallSeconds - days * CivilDate.secondsPerDay)
        return [date.year, date.month, date.day].paddedJoin("-") + "T"
            + [second / 3600, second / 60 % 60, second % 60].paddedJoin(":")
    }
}

extension CaptureTime {
    /// ISO 8601, perhaps with a zone, as people write it; nil for what is no time. A date alone is its midnight.
    public init?(_ text: String) {
        guard let time = TimeParser.time(text, source: .person) else { return nil }
        self = time
    }

    /// `+05:30` of seconds east of UTC.
    public static func offsetString(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + [minutes / 60, minutes % 60].paddedJoin(":")
    }
}

extension [Int] {
    /// Decimal numbers of at least two digits, four for the first of a date.
    fileprivate func paddedJoin(_ separator: String) -> String {
        enumerated().map { index, value in
            let text = String(value)
            let width = separator == "-" && index == 0 ? 4 : 2
            return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
        }.joined(separator: separator)
    }
}
