// SPDX-License-Identifier: GPL-3.0-or-later
// The pool's threads: one for each process, asleep until there is a request. They hold this object, never
// the pool, so that dropping the pool ends them.

import Foundation
import Metadata
import Synchronization

/// What the pool and its threads share.
final class DecoderPoolCore: Sendable {
    private struct State {
        var queue = DecodeQueue()
        /// One for each thread.
        var workers: [any AnsweringWorker] = []
        var idleCount = 0
        var isShutDown = false
        /// How the first process that started is shut in, or why none has yet; nil before the first try.
        var preparation: Preparation?
        var preparing: [CheckedContinuation<Preparation, Never>] = []
    }

    typealias Preparation = Result<DecoderConfinement, DecodeFailure>

    /// A cancelled request is left to finish for this long before its process is killed: starting another
    /// costs more than most requests have left.
    private static let patience: Duration = .milliseconds(50)

    private let configuration: DecoderPool.Configuration
    private let state = Mutex(State())
    /// Signalled once for every request that starts to wait, and for every thread at shutdown.
    private let available = DispatchSemaphore(value: 0)

    init(configuration: DecoderPool.Configuration) {
        self.configuration = configuration
    }

    var waitingCount: Int { state.withLock { $0.queue.waitingCount } }
    var runningCount: Int { state.withLock { $0.queue.running.count } }
    var processes: [pid_t] { state.withLock { $0.workers.flatMap(\.processes) } }
    var confinement: DecoderConfinement? { state.withLock { try? $0.preparation?.get() } }

    /// Starts a process where there is none, and waits until it is ready.
    func prepare() async throws(DecodeFailure) -> DecoderConfinement {
        let outcome: Preparation = await withCheckedContinuation { continuation in
            let (known, newWorker) = state.withLock { state -> (Preparation?, (any AnsweringWorker)?) in
                if state.isShutDown { return (.failure(.cancelled), nil) }
                if let known = state.preparation { return (known, nil) }
                state.preparing.append(continuation)
                // A thread that is there is at it: what it finds is told to all who wait.
                return (nil, state.workers.isEmpty ? addWorker(to: &state) : nil)
            }
            if let known { continuation.resume(returning: known) }
            if let newWorker { startThread(for: newWorker) }
        }
        return try outcome.get()
    }

    /// Asks a worker. The memory file, unless -1, becomes the caller's.
    func ask(
        _ question: DecoderQuestion, _ file: OpenFile, _ priority: DecodePriority, _ ticket: DecodeTicket
    ) async throws(DecodeFailure) -> (DecoderAnswer, memory: Int32) {
        let identifier = DecodeTicket()
        let outcome: DecodeOutcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(
                    DecodeJob(
                        identifier: identifier, ticket: ticket, priority: priority, question: question,
                        file: file,
                        finish: { continuation.resume(returning: $0) }))
                // The handler below may have run before there was anything to cancel.
                if Task.isCancelled { cancel(identifier) }
            }
        } onCancel: {
            cancel(identifier)
        }
        return try outcome.get()
    }

    func reprioritize(_ ticket: DecodeTicket, to priority: DecodePriority) {
        state.withLock { $0.queue.reprioritize(ticket, to: priority) }
    }

    func shutdown() {
        let (abandoned, threads) = state.withLock { state -> ([DecodeJob], Int) in
            guard !state.isShutDown else { return ([], 0) }
            state.isShutDown = true
            for identifier in Array(state.queue.running.keys) { state.queue.interrupt(identifier) }
            return (state.queue.removeAllWaiting(), state.workers.count)
        }
        for job in abandoned { job.finish(.failure(.cancelled)) }
        for _ in 0..<threads { available.signal() }
    }

    private func enqueue(_ job: DecodeJob) {
        let (isAccepted, newWorker) = state.withLock { state -> (Bool, (any AnsweringWorker)?) in
            guard !state.isShutDown else { return (false, nil) }
            state.queue.append(job)
            guard state.queue.waitingCount > state.idleCount, state.workers.count < configuration.workerCount
            else { return (true, nil) }
            return (true, addWorker(to: &state))
        }
        guard isAccepted else { return job.finish(.failure(.cancelled)) }
        if let newWorker { startThread(for: newWorker) }
        available.signal()
    }

    private func addWorker(to state: inout State) -> any AnsweringWorker {
        let worker = DecoderLocation.worker(configuration.executable)
        state.workers.append(worker)
        state.idleCount += 1
        return worker
    }

    private func cancel(_ identifier: DecodeTicket) {
        let job = state.withLock { state -> DecodeJob? in
            if let job = state.queue.removeWaiting(identifier) { return job }
            guard let running = state.queue.running[identifier] else { return nil }
            if ContinuousClock.now - running.start >= Self.patience {
                state.queue.interrupt(identifier)
            } else {
                interruptLater(identifier)
            }
            return nil
        }
        job?.finish(.failure(.cancelled))
    }

    private func interruptLater(_ identifier: DecodeTicket) {
        let delay = DispatchTimeInterval.milliseconds(Int(Self.patience / .milliseconds(1)))
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
            self?.state.withLock { $0.queue.interrupt(identifier) }
        }
    }

    private func startThread(for worker: any AnsweringWorker) {
        let thread = Thread { [self] in serve(worker) }
        thread.name = "albumen-decode"
        // Decoding in this process needs what a main thread has; the pages are only reserved.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// A thread's life.
    private func serve(_ worker: any AnsweringWorker) {
        prepare(worker)
        while true {
            // Nothing wakes a thread that has no work and no process to end.
            if let due = worker.retire(after: configuration.idleTime) {
                let deadline = DispatchTime.now() + .nanoseconds(Int(due / .nanoseconds(1)) + 1)
                if available.wait(timeout: deadline) == .timedOut { continue }
            } else {
                available.wait()
            }
            let (job, isShutDown) = state.withLock { state -> (DecodeJob?, Bool) in
                let job = state.isShutDown ? nil : state.queue.start(on: worker)
                if job != nil { state.idleCount -= 1 }
                return (job, state.isShutDown)
            }
            if isShutDown { break }
            // A cancelled request leaves its signal behind.
            guard let job else { continue }
            answer(job, worker)
            // What did not start at first may have been started for the request.
            if confinement == nil { prepare(worker) }
        }
        worker.stop()
    }

    /// Has the process started before there is a request. Where it does not start, the request will say why.
    private func prepare(_ worker: any AnsweringWorker) {
        let outcome: Preparation
        do {
            outcome = .success(try worker.prepare(timeout: configuration.timeout))
        } catch {
            outcome = .failure(error)
        }
        let (waiting, news) = state.withLock { state in
            let wasKnown = (try? state.preparation?.get()) != nil
            if !wasKnown { state.preparation = outcome }
            defer { state.preparing = [] }
            return (state.preparing, wasKnown ? nil : try? outcome.get())
        }
        if let news { configuration.onConfinement?(news) }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    private func answer(_ job: DecodeJob, _ worker: any AnsweringWorker) {
        var outcome = ask(job, worker)
        for _ in 1..<Self.attempts {
            // Who ended the process had nothing against this file.
            guard case .failure(.workerDied(let end)) = outcome, end.isFromOutside,
                state.withLock({ $0.queue.running[job.identifier]?.isInterrupted == false })
            else { break }
            outcome = ask(job, worker)
        }
        let isInterrupted = state.withLock { state -> Bool in
            state.idleCount += 1
            return state.queue.finish(job.identifier)?.isInterrupted ?? true
        }
        if isInterrupted {
            worker.stop()
            if case .success(let (_, memory)) = outcome, memory >= 0 { close(memory) }
            outcome = .failure(.cancelled)
        }
        job.finish(outcome)
    }

    /// Processes that a request may lose to others' signals: a file that memory runs out over is not asked about for ever.
    private static let attempts = 3

    private func ask(_ job: DecodeJob, _ worker: any AnsweringWorker) -> DecodeOutcome {
        do {
            return .success(try worker.ask(job.question, file: job.file, timeout: configuration.timeout))
        } catch {
            return .failure(error)
        }
    }
}
