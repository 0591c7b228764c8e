// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges that predicates ask for. A missing bound is no bound.

import Foundation
import Metadata

/// Numbers of an asset.
public enum NumberField: String, Sendable, Hashable, CaseIterable {
    /// 0 unset, 1–5.
    case rating
    /// Seconds.
    case duration
    /// Pixels, as shown.
    case width
    case height
    /// Bytes.
    case fileSize
    case iso
    /// F-number.
    case aperture
    /// Seconds.
    case exposureTime
    /// Millimetres.
    case focalLength
}

/// A range of numbers. Assets that have no such number are in none.
public struct NumberRange: Sendable, Hashable {
    public var lower: Double?
    public var upper: Double?
    public var includesLower = true
    public var includesUpper = true

    public init(
        lower: Double? = nil, upper: Double? = nil, includesLower: Bool = true, includesUpper: Bool = true
    ) {
        self.lower = lower
        self.upper = upper
        self.includesLower = includesLower
        self.includesUpper = includesUpper
    }

    public static func exactly(_ value: Double) -> Self { Self(lower: value, upper: value) }
    public static func atLeast(_ value: Double) -> Self { Self(lower: value) }
    public static func atMost(_ value: Double) -> Self { Self(upper: value) }
    public static func above(_ value: Double) -> Self { Self(lower: value, includesLower: false) }
    public static func below(_ value: Double) -> Self { Self(upper: value, includesUpper: false) }
}

/// Time on the wall clocks of the places, from `start` up to but not including `end`, in seconds of
/// `CaptureTime.wallSeconds`.
public struct WallClockRange: Sendable, Hashable {
    public var start: Int64?
    public var end: Int64?

    public init(start: Int64? = nil, end: Int64? = nil) {
        self.start = start
        self.end = end
    }

    /// A whole year, month or day; nil for no such date. Years are 1800–9998.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard year < 9_999, month != nil || day == nil,
            let start = CivilDate.seconds(year: year, month: month ?? 1, day: day ?? 1)
        else { return nil }
        self.start = start
        if day != nil {
            end = start + CivilDate.secondsPerDay
        } else if let month {
            end = CivilDate.seconds(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        } else {
            end = CivilDate.seconds(year: year + 1, month: 1, day: 1)
        }
    }
}

/// Instants from `start` up to but not including `end`.
public struct DateRange: Sendable, Hashable {
    public var start: Date?
    public var end: Date?

    public init(start: Date? = nil, end: Date? = nil) {
        self.start = start
        self.end = end
    }
}

extension NumberRange {
    /// Seconds of wall clocks.
    init(_ range: WallClockRange) {
        self.init(
            lower: range.start.map(Double.init), upper: range.end.map(Double.init), includesUpper: false)
    }

    /// Milliseconds since 1970. A real number holds every date there is, the first and the last ones too.
    init(_ range: DateRange) {
        func milliseconds(_ date: Date) -> Double { (date.timeIntervalSince1970 * 1_000).rounded() }
        self.init(
            lower: range.start.map(milliseconds), upper: range.end.map(milliseconds), includesUpper: false)
    }
}

/// A part of the Earth between two parallels and two meridians, its edges included.
public struct LocationBox: Sendable, Hashable {
    /// Degrees north.
    public var south: Double
    public var north: Double
    /// Degrees east. A western edge east of the eastern one spans the antimeridian.
    public var west: Double
    public var east: Double

    public init(south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }
}
