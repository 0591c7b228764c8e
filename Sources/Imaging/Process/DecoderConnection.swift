// SPDX-License-Identifier: GPL-3.0-or-later
// The parent's end of one decoder process: started when first needed, replaced after it dies or hangs.

import CShims
import Glibc
import Metadata
import Synchronization

/// One decoder process.
///
/// `@unchecked Sendable`: everything with the socket and the buffer belongs to the one thread that asks; `interrupt` and
/// `processIdentifier`, which others call, touch only the mutex.
final class DecoderConnection: @unchecked Sendable {
    private let executable: FilePath
    private let profile: DecoderProfile
    private var socket: Int32 = -1
    /// The process, or 0. Guarded so that nobody signals a process that was already waited for, whose number
    /// may be another's by then.
    private let process = Mutex<pid_t>(0)
    private var buffer = [UInt8](repeating: 0, count: DecoderMessage.capacity)
    /// What the process that lives said of itself.
    private(set) var confinement: DecoderConfinement?
    /// When the last answer came, or failed to.
    private(set) var lastUse = ContinuousClock.now

    init(executable: FilePath, profile: DecoderProfile) {
        self.executable = executable
        self.profile = profile
    }

    deinit {
        stop()
    }

    /// Blocks until the answer is there. The memory file is the caller's; -1 without pixels.
    func ask(
        _ question: DecoderQuestion, file: OpenFile, timeout: Duration
    ) throws(DecodeFailure) -> (DecoderAnswer, memory: Int32) {
        guard let message = DecoderMessage.encode(question) else { throw .workerDied(.nonsense) }
        defer { lastUse = .now }
        try start(timeout: timeout)
        if albumen_send(socket, message, message.count, file.descriptor) != message.count {
            // It died between two requests: no fault of this file.
            _ = reap()
            try start(timeout: timeout)
            guard albumen_send(socket, message, message.count, file.descriptor) == message.count else {
                throw .workerDied(reap())
            }
        }
        return try receive(DecoderAnswer.self, timeout)
    }

    /// Blocks until the process, if there is none yet, is loaded and locked down.
    func start(timeout: Duration) throws(DecodeFailure) {
        guard socket < 0 else { return }
        var pair: [Int32] = [-1, -1]
        guard albumen_socket_pair(&pair) == 0 else { throw .workerDied(.notStarted(errno)) }
        var started: pid_t = 0
        let failure = executable.withCString { path in
            profile.rawValue.withCString { albumen_spawn_worker(path, $0, pair[1], &started) }
        }
        close(pair[1])
        guard failure == 0 else {
            close(pair[0])
            throw .workerDied(.notStarted(failure))
        }
        socket = pair[0]
        process.withLock { $0 = started }
        do throws(DecodeFailure) {
            let (greeting, memory) = try receive(DecoderGreeting.self, timeout)
            if memory >= 0 { close(memory) }
            confinement = greeting.confinement
        } catch {
            if case .workerDied(let end) = error, end.isFromOutside { throw error }
            // No file has been looked at yet: what is wrong is the program, or what it loads.
            throw .workerDied(.notStarted(ECONNRESET))
        }
    }

    var processIdentifier: pid_t? { process.withLock { $0 > 0 ? $0 : nil } }

    func interrupt() {
        process.withLock { if $0 > 0 { kill($0, SIGKILL) } }
    }

    func stop() {
        if socket >= 0 { _ = reap() }
    }

    private func receive<M: Decodable>(
        _ type: M.Type, _ timeout: Duration
    ) throws(DecodeFailure) -> (M, memory: Int32) {
        try waitForMessage(timeout)
        var memory: Int32 = -1
        let count = albumen_receive(socket, &buffer, buffer.count, &memory)
        guard count > 0 else { throw .workerDied(reap()) }
        guard let message = DecoderMessage.decode(type, from: buffer[..<count]) else {
            if memory >= 0 { close(memory) }
            _ = reap()
            throw .workerDied(.nonsense)
        }
        return (message, memory)
    }

    private func waitForMessage(_ timeout: Duration) throws(DecodeFailure) {
        let deadline = ContinuousClock.now + timeout
        while true {
            let left = (deadline - .now).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
            guard milliseconds > 0 else {
                _ = reap()
                throw .timedOut(seconds: Double(timeout.components.seconds))
            }
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, Int32(clamping: milliseconds)) > 0 { return }
        }
    }

    /// Kills the process if it still lives, waits for it, and says how it ended.
    private func reap() -> WorkerEnd {
        close(socket)
        socket = -1
        let ended = process.withLock { process in
            defer { process = 0 }
            return process
        }
        // Nobody else can signal it any more, and it is not waited for yet: the number is still its own.
        var status: Int32 = 0
        // A process that ends by itself says why; one that does not is not asked.
        var waited: pid_t = 0
        for _ in 0..<Self.graceSteps where waited == 0 {
            waited = waitpid(ended, &status, WNOHANG)
            if waited == 0 { usleep(Self.graceStep) }
        }
        if waited == 0 {
            kill(ended, SIGKILL)
            while waitpid(ended, &status, 0) < 0, errno == EINTR {}
        }
        let signal = status & 0x7F
        return signal != 0 ? .signal(signal) : .exit((status >> 8) & 0xFF)
    }

    /// Microseconds.
    private static let graceStep: UInt32 = 1000
    private static let graceSteps = 20
}
