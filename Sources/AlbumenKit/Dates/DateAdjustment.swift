// SPDX-License-Identifier: GPL-3.0-or-later
// How the capture times of photos are corrected: by hand, by hours, by time zone.

import Foundation
import Metadata

/// A time zone that photos were taken in.
public enum PlaceZone: Sendable, Hashable {
    /// Seconds east of UTC, at any time of the year.
    case fixed(Int)
    /// A zone of the IANA data base, whose offset depends on the day.
    case named(TimeZone)

    /// `+09:00`, `-0330`, `Z` or a name such as `Asia/Tokyo`; nil for anything else.
    public init?(_ text: String) {
        if let offset = TimeParser.offset(text) {
            self = .fixed(offset)
        } else if text.contains("/") || text == "UTC", let zone = TimeZone(identifier: text) {
            self = .named(zone)
        } else {
            return nil
        }
    }

    /// Seconds east of UTC when clocks there show `wallSeconds`.
    func offset(atWall wallSeconds: Int64) -> Int {
        switch self {
        case .fixed(let offset): return offset
        case .named(let zone):
            // The offset depends on the instant, and that on the offset: the second guess is right outside the hour of a change.
            let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(wallSeconds)))
            return offset(at: wallSeconds - Int64(guess))
        }
    }

    /// Seconds east of UTC at an instant, in seconds since 1970.
    func offset(at instant: Int64) -> Int {
        switch self {
        case .fixed(let offset): offset
        case .named(let zone): zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        }
    }
}

/// A correction of capture times. A value: what it does to a time can be shown before it is done.
public enum DateAdjustment: Sendable, Hashable {
    /// Moves the wall clock, by seconds: for a camera whose clock was wrong.
    case shift(seconds: Int64)
    /// Says in which zone the clock stood; the wall clock stays.
    case zone(PlaceZone)
    /// Says in which zone the photo was taken by a clock that stood in another: the instant stays, the wall clock moves. Of
    /// a time whose offset is not known the wall clock stays.
    case zoneKeepingInstant(PlaceZone)
    /// This time, whatever was there. Without an offset, the one that was known stays.
    case set(CaptureTime)

    /// Seconds around 1970: the years 1800 to 9999.
    static let plausible: ClosedRange<Int64> = -5_364_662_400...253_402_300_799

    /// The corrected time; nil where there is none to correct, or where it would be in no year that photos are from.
    public func applied(to time: CaptureTime?) -> CaptureTime? {
        var result: CaptureTime
        switch self {
        case .set(let new):
            result = new
            result.utcOffset = new.utcOffset ?? time?.utcOffset
        case .shift(let seconds):
            guard let time else { return nil }
            let (sum, overflow) = time.wallSeconds.addingReportingOverflow(seconds)
            if overflow { return nil }
            result = time
            result.wallSeconds = sum
        case .zone(let zone):
            guard let time else { return nil }
            result = time
            result.utcOffset = zone.offset(atWall: time.wallSeconds)
        case .zoneKeepingInstant(let zone):
            guard let time else { return nil }
            result = time
            if let instant = time.instant {
                result.utcOffset = zone.offset(at: instant)
                result.wallSeconds = instant + Int64(zone.offset(at: instant))
            } else {
                result.utcOffset = zone.offset(atWall: time.wallSeconds)
            }
        }
        guard Self.plausible.contains(result.wallSeconds) else { return nil }
        result.source = .person
        result.offsetSource = result.utcOffset == nil ? nil : .person
        return result
    }
}

extension ChangeRequests {
    /// Corrects the capture times of photos, all at once; returns how many have another time now. A photo without a time
    /// keeps none, unless one is set. Throws `identifiersNotFound` for what the client cannot see.
    @discardableResult
    public func adjustDates(of assets: [any AssetReference], _ adjustment: DateAdjustment) throws -> Int {
        try perform {
            var count = 0
            for row in try rows(assets) {
                let request = request(forRow: row)
                let before = request.captureTime
                guard let after = adjustment.applied(to: before), !after.isSame(as: before) else { continue }
                request.captureTime = after
                count += 1
            }
            return count
        }
    }
}

extension CaptureTime {
    /// Whether clock and offset are the same, wherever they come from.
    func isSame(as other: CaptureTime?) -> Bool {
        wallMilliseconds == other?.wallMilliseconds && utcOffset == other?.utcOffset
    }
}
