// SPDX-License-Identifier: GPL-3.0-or-later
// Which consecutive captures make one moment: the same day, no long pause, no long way.

import Foundation
import Metadata

/// A capture as the index of days has it.
struct MomentCapture {
    var day: Int64
    var place: MomentSpan.Place
    var latitude: Double?
    var longitude: Double?
}

/// Takes captures in the order of days and gives out moments as they end.
struct MomentClusters {
    /// A longer pause between two captures ends a moment. Milliseconds: four hours.
    static let longestPause: Int64 = 4 * 3_600_000
    /// A longer way from the last capture whose place is known ends a moment: to the next quarter, not across a square.
    /// Metres.
    static let longestWay = 3_000.0

    struct Cluster {
        var span: MomentSpan
        var count: Int
        var location: Location?
    }

    private var current: Run?

    /// A moment that has not ended. Places are kept against its first one, so that a moment on the 180th meridian has a
    /// middle.
    private struct Run {
        var day: Int64
        var first: MomentSpan.Place
        var last: MomentSpan.Place
        var count = 1
        var located = 0
        var origin: (latitude: Double, longitude: Double)?
        var latest: (latitude: Double, longitude: Double)?
        var north = 0.0
        var east = 0.0

        init(_ capture: MomentCapture) {
            day = capture.day
            first = capture.place
            last = capture.place
        }
    }

    /// Adds the next capture; returns the moment that it does not belong to, if one ended.
    mutating func add(_ capture: MomentCapture) -> Cluster? {
        guard var run = current, Self.belongs(capture, to: run) else {
            let ended = finish()
            var run = Run(capture)
            Self.locate(&run, capture)
            current = run
            return ended
        }
        run.last = capture.place
        run.count += 1
        Self.locate(&run, capture)
        current = run
        return nil
    }

    /// The last moment.
    mutating func finish() -> Cluster? {
        guard let run = current else { return nil }
        current = nil
        let location = run.origin.flatMap { origin in
            Location(
                latitude: min(90, max(-90, origin.latitude + run.north / Double(run.located))),
                longitude: Self.wrapped(origin.longitude + run.east / Double(run.located)))
        }
        let span = MomentSpan(day: run.day, stretch: MomentSpan.Stretch(first: run.first, last: run.last))
        return Cluster(span: span, count: run.count, location: location)
    }

    private static func belongs(_ capture: MomentCapture, to run: Run) -> Bool {
        guard capture.day == run.day, capture.place.sortKey - run.last.sortKey <= longestPause else {
            return false
        }
        guard let from = run.latest, let latitude = capture.latitude, let longitude = capture.longitude else {
            return true
        }
        return distance(from, (latitude, longitude)) <= longestWay
    }

    private static func locate(_ run: inout Run, _ capture: MomentCapture) {
        guard let latitude = capture.latitude, let longitude = capture.longitude else { return }
        let origin = run.origin ?? (latitude, longitude)
        run.origin = origin
        run.latest = (latitude, longitude)
        run.located += 1
        run.north += latitude - origin.latitude
        run.east += wrapped(longitude - origin.longitude)
    }

    /// Metres, as on a plane: exact enough for ways of a few kilometres.
    private static func distance(
        _ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)
    ) -> Double {
        let metresPerDegree = 111_195.0
        let north = (b.latitude - a.latitude) * metresPerDegree
        let east = wrapped(b.longitude - a.longitude) * metresPerDegree * cos(a.latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }

    /// Degrees within −180…180.
    private static func wrapped(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
