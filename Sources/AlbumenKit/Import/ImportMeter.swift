// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what an import does, and reckons its rate and the time that is left.

import Metadata
import Synchronization

/// The work of the last seconds.
struct ImportRate: Sendable {
    /// What is older tells nothing about what comes.
    private static let window = Duration.seconds(15)
    /// Before this much time has passed, a rate is a guess.
    private static let leastTime = Duration.milliseconds(500)
    /// Between two samples that are kept.
    private static let spacing = Duration.milliseconds(200)

    private var samples: [(time: ContinuousClock.Instant, files: Int, bytes: Int64)] = []

    /// Notes how much was done by a moment; moments do not go back.
    mutating func note(files: Int, bytes: Int64, at time: ContinuousClock.Instant) {
        if samples.count > 1, time - samples[samples.count - 2].time < Self.spacing { samples.removeLast() }
        samples.append((time, files, bytes))
        samples.removeAll { time - $0.time > Self.window }
    }

    /// Begins anew: a pause is no work.
    mutating func reset() { samples = [] }

    /// Files and bytes a second; nil where it is not known.
    var perSecond: (files: Double, bytes: Double)? {
        guard let first = samples.first, let last = samples.last, last.time - first.time >= Self.leastTime
        else {
            return nil
        }
        let seconds = (last.time - first.time) / .seconds(1)
        return (Double(last.files - first.files) / seconds, Double(last.bytes - first.bytes) / seconds)
    }
}

/// Any isolation.
final class ImportMeter: Sendable {
    let hub: ProgressHub<ImportProgress>
    /// Copies take their time by bytes, all else by files.
    private let isCopying: Bool
    private let rate = Mutex(ImportRate())

    init(_ progress: ImportProgress, isCopying: Bool) {
        hub = ProgressHub(progress)
        self.isCopying = isCopying
    }

    func found(_ files: Int, bytes: Int64) {
        hub.update { progress in
            progress.found += files
            progress.foundBytes += bytes
        }
    }

    func listingIsComplete() { hub.update { $0.isListingComplete = true } }

    /// Tells of a copy that is being made.
    func isCopying(_ item: Int64, bytes: Int64) { measured { $0.underWay[item] = bytes } }

    /// A copy that was given up.
    func hasDropped(_ item: Int64) { hub.update { $0.underWay[item] = nil } }

    func hasSettled(_ item: Int64, bytes: Int64, _ verdict: ImportVerdict) {
        measured { progress in
            progress.done += 1
            progress.settledBytes += bytes
            progress.underWay[item] = nil
            progress.counts[verdict, default: 0] += 1
        }
    }

    func become(_ state: ImportProgress.State) {
        rate.withLock { $0.reset() }
        hub.update { progress in
            progress.state = state
            progress.filesPerSecond = nil
            progress.bytesPerSecond = nil
            progress.timeLeft = nil
            if state != .running { progress.underWay = [:] }
        }
    }

    private func measured(_ change: (inout ImportProgress) -> Void) {
        hub.update { progress in
            change(&progress)
            let now = ContinuousClock.now
            let perSecond = rate.withLock { rate in
                rate.note(files: progress.done, bytes: progress.doneBytes, at: now)
                return rate.perSecond
            }
            progress.filesPerSecond = perSecond?.files
            progress.bytesPerSecond = perSecond?.bytes
            progress.timeLeft = perSecond.flatMap { timeLeft(progress, $0) }
        }
    }

    private func timeLeft(
        _ progress: ImportProgress, _ rate: (files: Double, bytes: Double)
    ) -> Duration? {
        guard progress.isListingComplete else { return nil }
        let left =
            isCopying
            ? (Double(progress.foundBytes - progress.doneBytes), rate.bytes)
            : (Double(progress.left), rate.files)
        return left.1 > 0 ? .seconds(max(0, left.0) / left.1) : nil
    }
}
