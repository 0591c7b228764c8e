// SPDX-License-Identifier: GPL-3.0-or-later
// A program at work, for tests and benches. Not Foundation's `Process`, which on Linux reads past the end of a buffer, and
// may end the process, where this one has more than about 1,350 descriptors open.

import CShims
import Foundation
import Glibc
import Synchronization

public enum CommandError: Error, CustomStringConvertible {
    /// The program, its folder or one of its files is not there, or may not be used.
    case notStarted(command: [String], errno: Int32)
    /// It took longer than it might, and was killed.
    case hung(command: [String], after: Duration)

    public var description: String {
        switch self {
        case .notStarted(let command, let errno):
            "\(command.joined(separator: " ")) did not start: \(String(cString: strerror(errno)))"
        case .hung(let command, let limit):
            "\(command.joined(separator: " ")) was killed: it took longer than \(limit)"
        }
    }
}

/// A program that was started with files for its output, the null device as its input, no other descriptor, and no signal
/// blocked or ignored, in a process group of its own. It does not outlive this object.
public final class RunningCommand: Sendable {
    private enum State {
        case running(pid_t)
        case ended(Int32)
    }

    /// Between two looks at whether it has ended.
    private static let interval = Duration.milliseconds(5)
    /// Added to the number of the signal that ended a program, as shells do.
    private static let signalBase: Int32 = 128
    /// Where something else has taken the status: no program's, so that nothing counts as well done.
    private static let unknownStatus: Int32 = -1

    private let words: [[UInt8]]
    private let outputPath: String
    private let messagesPath: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - words: The program's absolute path, then its arguments.
    ///   - folder: The program's working directory; where `nil`, this process's.
    ///   - environment: Set besides this process's own variables.
    ///   - output, messages: Files for standard output and standard error, made or emptied; they may be one.
    /// - Throws: `CommandError.notStarted`.
    public init(
        _ words: [[UInt8]], in folder: String? = nil, environment: [String: String] = [:],
        output: String = "/dev/null", messages: String = "/dev/null"
    ) throws {
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let arguments = words.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in arguments + settings { free(pointer) } }
        var process: pid_t = 0
        let failure = albumen_spawn_command(arguments, settings, folder, output, messages, &process)
        guard failure == 0 else { throw CommandError.notStarted(command: Self.text(words), errno: failure) }
        self.words = words
        outputPath = output
        messagesPath = messages
        state = Mutex(.running(process))
    }

    public convenience init(
        _ words: [String], in folder: String? = nil, environment: [String: String] = [:],
        output: String = "/dev/null", messages: String = "/dev/null"
    ) throws {
        try self.init(
            words.map { Array($0.utf8) }, in: folder, environment: environment, output: output,
            messages: messages)
    }

    deinit { kill() }

    // MARK: End

    /// The exit status, or 128 and the signal's number; `nil` while it runs.
    public var status: Int32? {
        state.withLock { Self.look(at: &$0, options: WNOHANG) }
    }

    /// Waits for its end without holding a thread.
    /// - Returns: Its status.
    /// - Throws: `CommandError.hung` where it takes longer than `limit`, `CancellationError` where the task is cancelled.
    ///   It was killed then.
    public func end(within limit: Duration) async throws -> Int32 {
        let deadline = ContinuousClock.now + limit
        while true {
            if let status { return status }
            guard ContinuousClock.now < deadline else {
                kill()
                throw CommandError.hung(command: Self.text(words), after: limit)
            }
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                kill()
                throw error
            }
        }
    }

    /// Kills it and what it started in its process group, where it has not ended. It is gone on return.
    public func kill() {
        state.withLock {
            guard case .running(let process) = $0 else { return }
            _ = Glibc.kill(-process, SIGKILL)
            _ = Self.look(at: &$0, options: 0)
        }
    }

    /// Sends it a signal, where it has not ended.
    public func send(_ signal: Int32) {
        state.withLock {
            // Its number may be another's once its end was seen.
            if case .running(let process) = $0 { _ = Glibc.kill(process, signal) }
        }
    }

    private static func look(at state: inout State, options: Int32) -> Int32? {
        switch state {
        case .ended(let status): return status
        case .running(let process):
            var word: Int32 = 0
            var answer: pid_t
            repeat { answer = waitpid(process, &word, options) } while answer < 0 && errno == EINTR
            guard answer != 0 else { return nil }
            let signal = word & 0x7F
            let told = signal == 0 ? word >> 8 & 0xFF : signalBase + signal
            let status = answer == process ? told : unknownStatus
            state = .ended(status)
            return status
        }
    }

    // MARK: Output

    /// What it has written so far. Nothing where that went to a device, whose content is no answer and may have no end.
    public var output: [UInt8] { Self.content(of: outputPath) }

    /// Standard error so far.
    public var messages: String { String(decoding: Self.content(of: messagesPath), as: UTF8.self) }

    private static func content(of path: String) -> [UInt8] {
        guard !path.hasPrefix("/dev/") else { return [] }
        return [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    }

    private static func text(_ words: [[UInt8]]) -> [String] {
        words.map { String(decoding: $0, as: UTF8.self) }
    }
}
