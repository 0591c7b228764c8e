// SPDX-License-Identifier: GPL-3.0-or-later
// The requests that wait and those that run. A value: the pool guards it with its lock.

import Metadata

/// What a worker thread hands back for a request.
typealias DecodeOutcome = Result<(DecoderAnswer, memory: Int32), DecodeFailure>

/// One request.
struct DecodeJob: Sendable {
    /// Names this job and no other; callers may use one ticket for several requests.
    let identifier: DecodeTicket
    let ticket: DecodeTicket
    var priority: DecodePriority
    let question: DecoderQuestion
    let file: OpenFile
    /// Called once, on any thread, outside the pool's lock.
    let finish: @Sendable (DecodeOutcome) -> Void
}

/// Waiting and running requests.
struct DecodeQueue {
    /// A request that a worker thread is at.
    struct Running {
        let job: DecodeJob
        let worker: any AnsweringWorker
        let start: ContinuousClock.Instant
        /// Its process was killed; it cannot serve the next request.
        var isInterrupted = false
    }

    /// In the order they came. The callers bound how many wait; the search below is short.
    private var waiting: [DecodeJob] = []
    private(set) var running: [DecodeTicket: Running] = [:]

    var waitingCount: Int { waiting.count }

    mutating func append(_ job: DecodeJob) {
        waiting.append(job)
    }

    /// Takes the most urgent request, the oldest among equals.
    mutating func start(on worker: any AnsweringWorker) -> DecodeJob? {
        guard let priority = waiting.map(\.priority).max(),
            let index = waiting.firstIndex(where: { $0.priority == priority })
        else { return nil }
        let job = waiting.remove(at: index)
        running[job.identifier] = Running(job: job, worker: worker, start: .now)
        return job
    }

    /// Takes a request off the running ones.
    mutating func finish(_ identifier: DecodeTicket) -> Running? {
        running.removeValue(forKey: identifier)
    }

    mutating func reprioritize(_ ticket: DecodeTicket, to priority: DecodePriority) {
        for index in waiting.indices where waiting[index].ticket == ticket {
            waiting[index].priority = priority
        }
    }

    mutating func removeWaiting(_ identifier: DecodeTicket) -> DecodeJob? {
        waiting.firstIndex { $0.identifier == identifier }.map { waiting.remove(at: $0) }
    }

    mutating func removeAllWaiting() -> [DecodeJob] {
        defer { waiting = [] }
        return waiting
    }

    /// Kills the process at work on a request, whose thread then learns of it here.
    mutating func interrupt(_ identifier: DecodeTicket) {
        running[identifier]?.isInterrupted = true
        running[identifier]?.worker.interrupt()
    }
}
