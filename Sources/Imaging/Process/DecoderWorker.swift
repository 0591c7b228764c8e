// SPDX-License-Identifier: GPL-3.0-or-later
// Where one thread of the pool has its questions answered: by processes of the kind that the file needs, or by this
// process for debugging.

import Glibc
import Metadata

/// Where questions are answered: other processes, or this one for debugging.
protocol AnsweringWorker: AnyObject, Sendable {
    /// Blocks until questions can be answered, and says how safely.
    func prepare(timeout: Duration) throws(DecodeFailure) -> DecoderConfinement
    /// Blocks until the answer is there. The memory file is the caller's; -1 without pixels.
    func ask(
        _ question: DecoderQuestion, file: OpenFile, timeout: Duration
    ) throws(DecodeFailure) -> (DecoderAnswer, memory: Int32)
    /// From any thread: ends the request that runs now, if its process can be ended.
    func interrupt()
    func stop()
    /// Ends the processes, but for the one that looks at every file, which nobody has asked for so long. How long until the
    /// next is due; nil where there is none.
    func retire(after idleTime: Duration) -> Duration?
    /// From any thread: the processes there are.
    var processes: [pid_t] { get }
}

/// The same code in this process, for debuggers and sanitizers. A crash is a crash of the app.
final class InProcessWorker: AnsweringWorker {
    func prepare(timeout: Duration) throws(DecodeFailure) -> DecoderConfinement { .inProcess }

    func ask(
        _ question: DecoderQuestion, file: OpenFile, timeout: Duration
    ) throws(DecodeFailure) -> (DecoderAnswer, memory: Int32) {
        DecoderService.answer(question, descriptor: file.descriptor)
    }

    var processes: [pid_t] { [] }
    func interrupt() {}
    func stop() {}
    func retire(after idleTime: Duration) -> Duration? { nil }
}

/// One process of each kind, started when a file first needs it. The kind for photos looks at every file and says
/// which other one its picture needs.
final class DecoderWorker: AnsweringWorker {
    private let connections: [DecoderProfile: DecoderConnection]

    init(executable: FilePath) {
        let pairs = DecoderProfile.allCases.map {
            ($0, DecoderConnection(executable: executable, profile: $0))
        }
        connections = Dictionary(uniqueKeysWithValues: pairs)
    }

    func prepare(timeout: Duration) throws(DecodeFailure) -> DecoderConfinement {
        let still = connection(.still)
        try still.start(timeout: timeout)
        guard let confinement = still.confinement else { throw .workerDied(.nonsense) }
        return confinement
    }

    func ask(
        _ question: DecoderQuestion, file: OpenFile, timeout: Duration
    ) throws(DecodeFailure) -> (DecoderAnswer, memory: Int32) {
        let first = try connection(.still).ask(question, file: file, timeout: timeout)
        guard let profile = first.0.referral else { return first }
        if first.memory >= 0 { close(first.memory) }
        let second = try connection(profile).ask(question, file: file, timeout: timeout)
        // A process that has been taken over might send its file round in circles.
        guard second.0.referral == nil else {
            if second.memory >= 0 { close(second.memory) }
            throw .workerDied(.nonsense)
        }
        return second
    }

    var processes: [pid_t] { connections.values.compactMap(\.processIdentifier) }

    func interrupt() {
        // Only one of them is at work, and which may change meanwhile.
        for connection in connections.values { connection.interrupt() }
    }

    func stop() {
        for connection in connections.values { connection.stop() }
    }

    func retire(after idleTime: Duration) -> Duration? {
        let extra = connections.filter { $0.key != .still && $0.value.processIdentifier != nil }.values
        let now = ContinuousClock.now
        let due = extra.compactMap { connection -> Duration? in
            let left = connection.lastUse + idleTime - now
            if left > .zero { return left }
            connection.stop()
            return nil
        }
        return due.min()
    }

    private func connection(_ profile: DecoderProfile) -> DecoderConnection {
        connections[profile]!  // One of each, from the beginning.
    }
}
