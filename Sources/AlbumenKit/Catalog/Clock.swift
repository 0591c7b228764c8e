// SPDX-License-Identifier: GPL-3.0-or-later
// The time of day, in the catalog's unit.

import Foundation
import Glibc
import Metadata

enum Clock {
    static let millisecondsPerDay: Int64 = 86_400_000

    /// Milliseconds since 1970-01-01T00:00:00Z.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Seconds east of UTC on this machine's clock, at an instant in seconds since 1970.
    static func localOffset(at second: Int64) -> Int {
        var instant = time_t(second)
        var local = tm()
        localtime_r(&instant, &local)
        return local.tm_gmtoff
    }

    /// What this machine's clock showed at an instant in milliseconds since 1970.
    static func localTime(_ milliseconds: Int64) -> CaptureTime {
        let second = Int64((Double(milliseconds) / 1_000).rounded(.down))
        let offset = localOffset(at: second)
        return CaptureTime(wallSeconds: second + Int64(offset), utcOffset: offset, source: .file)
    }
}

extension Date {
    /// From the catalog's unit.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// In the catalog's unit, to the nearest.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}
