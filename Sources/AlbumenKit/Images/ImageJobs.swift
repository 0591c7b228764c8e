// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for which load. Requests of equal keys share one; the most urgent waiter sets its urgency; when
// the last has gone it is cancelled. Every waiter hears exactly one end.

import Imaging
import Synchronization

/// What a waiter is told.
enum ImageEvent: Sendable {
    /// At most once, and before the end; after it, no waiter listens.
    case degraded(PixelBuffer)
    case final(PixelBuffer)
    /// `LibraryError` or `CancellationError`.
    case failed(any Error)
}

/// One who waits.
struct ImageWaiter: Sendable {
    enum Appetite {
        case finalOnly
        case degradedToo
        /// The first picture is the end.
        case first
    }

    struct ID: Hashable, Sendable {
        private static let next = Atomic<UInt64>(0)
        private let number = Self.next.wrappingAdd(1, ordering: .relaxed).newValue
    }

    let id: ID
    let appetite: Appetite
    /// Called on any thread, outside of locks; must not block.
    let deliver: @Sendable (ImageEvent) -> Void
}

/// The loads that run and their waiters.
final class ImageJobs: Sendable {
    private struct Job {
        let load: ImageLoad
        let task: Task<Void, Never>
        var waiters: [ImageWaiter.ID: ImageWaiter]
    }

    private let jobs = Mutex<[ImageKey: Job]>([:])
    private let loader: ImageLoader

    init(loader: ImageLoader) { self.loader = loader }

    /// Loads that run, for tests.
    var count: Int { jobs.withLock { $0.count } }

    /// Who waits for them, for tests.
    var waiterCount: Int { jobs.withLock { $0.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Waits for the picture, in a load that runs already or a new one.
    func join(_ question: ImageQuestion, _ waiter: ImageWaiter, priority: ImagePriority) {
        let raised = jobs.withLock { jobs -> ImageLoad? in
            if let load = jobs[question.key]?.load {
                jobs[question.key]?.waiters[waiter.id] = waiter
                return load.raise(to: priority) ? load : nil
            }
            let load = ImageLoad(priority: priority)
            let task = Task(priority: priority.task) { [self] in await run(question, load) }
            jobs[question.key] = Job(load: load, task: task, waiters: [waiter.id: waiter])
            return nil
        }
        if let raised { loader.raise(raised) }
    }

    /// Stops waiting; the waiter hears `CancellationError`, unless it has heard an end already.
    func leave(_ key: ImageKey, _ id: ImageWaiter.ID) {
        let waiter = jobs.withLock { jobs -> ImageWaiter? in
            guard let waiter = jobs[key]?.waiters.removeValue(forKey: id) else { return nil }
            if let job = jobs[key], job.waiters.isEmpty {
                // Off the table at once: who asks next starts afresh.
                jobs[key] = nil
                job.task.cancel()
            }
            return waiter
        }
        waiter?.deliver(.failed(CancellationError()))
    }

    func cancelAll() {
        let abandoned = jobs.withLock { jobs in
            defer { jobs = [:] }
            return Array(jobs.values)
        }
        for job in abandoned {
            job.task.cancel()
            for waiter in job.waiters.values { waiter.deliver(.failed(CancellationError())) }
        }
    }

    private func run(_ question: ImageQuestion, _ load: ImageLoad) async {
        let end: ImageEvent
        do {
            end = .final(
                try await loader.load(question, load) { [self] pixels in
                    tellDegraded(pixels, question.key, load)
                })
        } catch {
            end = .failed(error)
        }
        let waiters = jobs.withLock { jobs -> [ImageWaiter] in
            // A load that was cancelled may have had its place taken.
            guard let job = jobs[question.key], job.load === load else { return [] }
            jobs[question.key] = nil
            return Array(job.waiters.values)
        }
        for waiter in waiters { waiter.deliver(end) }
    }

    private func tellDegraded(_ pixels: PixelBuffer, _ key: ImageKey, _ load: ImageLoad) {
        let listeners = jobs.withLock { jobs -> [ImageWaiter] in
            guard let job = jobs[key], job.load === load else { return [] }
            let listeners = job.waiters.values.filter { $0.appetite != .finalOnly }
            for waiter in listeners where waiter.appetite == .first {
                jobs[key]?.waiters[waiter.id] = nil
            }
            if jobs[key]?.waiters.isEmpty == true {
                jobs[key] = nil
                job.task.cancel()
            }
            return listeners
        }
        for waiter in listeners {
            waiter.deliver(waiter.appetite == .first ? .final(pixels) : .degraded(pixels))
        }
    }
}
