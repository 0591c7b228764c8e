// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for which load. Requests of equal keys share one; the most urgent waiter sets its urgency; when
// the last has gone it is cancelled. Every waiter hears exactly one end.

import Imaging
import Synchronization

/// What a waiter is told.
enum ImageEvent: Sendable {
    /// At most once, and before the end; after it, no waiter listens.
    case degraded(PixelBuffer)
    /// The end. Degraded only for who waits for the first.
    case final(LibraryImage)
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
    let priority: ImagePriority
    /// Called on any thread, outside of locks; must not block.
    let deliver: @Sendable (ImageEvent) -> Void
}

/// The loads that run and their waiters.
final class ImageJobs: Sendable {
    private struct Job {
        let load: ImageLoad
        var task: Task<Void, Never>?
        /// Gets a degraded picture meanwhile, once anybody wants one.
        var preview: Task<Void, Never>?
        /// The final picture is neither in memory nor stored: the time that it takes is worth a preview.
        var isSlow = false
        var waiters: [ImageWaiter.ID: ImageWaiter] = [:]

        var priority: ImagePriority { waiters.values.map(\.priority).max() ?? .background }
        var wantsPreview: Bool {
            isSlow && preview == nil && waiters.values.contains { $0.appetite != .finalOnly }
        }

        func cancel() {
            task?.cancel()
            preview?.cancel()
        }
    }

    private let jobs = Mutex<[ImageKey: Job]>([:])
    private let loader: ImageLoader

    init(loader: ImageLoader) { self.loader = loader }

    /// Loads that run, for tests.
    var count: Int { jobs.withLock { $0.count } }

    /// Who waits for them, for tests.
    var waiterCount: Int { jobs.withLock { $0.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Waits for the picture, in a load that runs already or a new one. Who waits already waits as this waiter now.
    func join(_ question: ImageQuestion, _ waiter: ImageWaiter) {
        let changed = jobs.withLock { jobs -> ImageLoad? in
            guard var job = jobs[question.key] else {
                let load = ImageLoad(priority: waiter.priority)
                var job = Job(load: load)
                job.waiters[waiter.id] = waiter
                job.task = Task(priority: waiter.priority.task) { [self] in await run(question, load) }
                jobs[question.key] = job
                return nil
            }
            job.waiters[waiter.id] = waiter
            startPreview(of: &job, question)
            jobs[question.key] = job
            return job.load.setPriority(job.priority) ? job.load : nil
        }
        if let changed { loader.reprioritize(changed) }
    }

    /// Stops waiting; the waiter hears `CancellationError`, unless it has heard an end already.
    func leave(_ key: ImageKey, _ id: ImageWaiter.ID) {
        let (waiter, changed) = jobs.withLock { jobs -> (ImageWaiter?, ImageLoad?) in
            guard let waiter = jobs[key]?.waiters.removeValue(forKey: id), let job = jobs[key] else {
                return (nil, nil)
            }
            if job.waiters.isEmpty {
                // Off the table at once: who asks next starts afresh.
                jobs[key] = nil
                job.cancel()
                return (waiter, nil)
            }
            return (waiter, job.load.setPriority(job.priority) ? job.load : nil)
        }
        if let changed { loader.reprioritize(changed) }
        waiter?.deliver(.failed(CancellationError()))
    }

    func cancelAll() {
        let abandoned = jobs.withLock { jobs in
            defer { jobs = [:] }
            return Array(jobs.values)
        }
        for job in abandoned {
            job.cancel()
            for waiter in job.waiters.values { waiter.deliver(.failed(CancellationError())) }
        }
    }

    private func run(_ question: ImageQuestion, _ load: ImageLoad) async {
        let end: ImageEvent
        do {
            let pixels = try await loader.load(question, load) { [self] in becomesSlow(question, load) }
            end = .final(LibraryImage(pixels: pixels, isDegraded: false))
        } catch {
            end = .failed(error)
        }
        let waiters = jobs.withLock { jobs -> [ImageWaiter] in
            // A load that was cancelled may have had its place taken.
            guard let job = jobs[question.key], job.load === load else { return [] }
            jobs[question.key] = nil
            job.preview?.cancel()
            return Array(job.waiters.values)
        }
        for waiter in waiters { waiter.deliver(end) }
    }

    // MARK: Degraded pictures

    private func becomesSlow(_ question: ImageQuestion, _ load: ImageLoad) {
        jobs.withLock { jobs in
            guard var job = jobs[question.key], job.load === load else { return }
            job.isSlow = true
            startPreview(of: &job, question)
            jobs[question.key] = job
        }
    }

    private func startPreview(of job: inout Job, _ question: ImageQuestion) {
        guard job.wantsPreview else { return }
        let load = job.load
        job.preview = Task(priority: .userInitiated) { [self] in
            guard let pixels = await loader.preview(question, priority: load.priority) else { return }
            tellDegraded(pixels, question.key, load)
        }
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
                job.cancel()
            }
            return listeners
        }
        let image = LibraryImage(pixels: pixels, isDegraded: true)
        for waiter in listeners {
            waiter.deliver(waiter.appetite == .first ? .final(image) : .degraded(pixels))
        }
    }
}
