// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built albumenctl on a library and a folder of a test's own, with arguments as bytes.

import Foundation
import Glibc

/// What a command answered.
struct Answer {
    var status: Int32
    var output: [UInt8]
    var error: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines as JSON objects. A line that is none is a failure of the test.
    var objects: [[String: Any]] {
        get throws {
            try output.split(separator: UInt8(ascii: "\n")).map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line))
                guard let object = object as? [String: Any] else {
                    throw NoObject(line: String(decoding: line, as: UTF8.self))
                }
                return object
            }
        }
    }

    struct NoObject: Error { var line: String }
}

/// A folder with photos and a library; both go with the test.
final class Albumenctl {
    enum Trouble: Error {
        case notStarted(Int32)
        /// It took longer than any of these commands may.
        case hung([String])
    }

    let root: String
    var photos: String { root + "/photos" }
    var library: String { root + "/library" }
    /// Variables set for the commands.
    var environment: [String: String] = [:]

    init() {
        var template = Array("/tmp/albumenctl-test-XXXXXX".utf8CString)
        root = String(cString: mkdtemp(&template)!)
        mkdir(root + "/photos", 0o755)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    // MARK: Files

    @discardableResult
    func write(_ name: String, _ content: [UInt8]) -> String {
        write(Array(name.utf8), content)
        return photos + "/" + name
    }

    func write(_ name: [UInt8], _ content: [UInt8]) {
        let path = Array(photos.utf8) + [UInt8(ascii: "/")] + name
        if let slash = path.lastIndex(of: UInt8(ascii: "/")) {
            let folder = String(decoding: path[..<slash], as: UTF8.self)
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let file = open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(file >= 0 && Glibc.write(file, content, content.count) == content.count)
        close(file)
    }

    func move(_ from: String, to: String) {
        precondition(rename(photos + "/" + from, photos + "/" + to) == 0)
    }

    func remove(_ name: String) { unlink(photos + "/" + name) }

    // MARK: Commands

    /// Runs a command on the library and waits for its end.
    func run(_ words: String..., deadline: Duration = .seconds(600)) async throws -> Answer {
        try await run(words.map { Array($0.utf8) }, deadline: deadline)
    }

    func run(
        _ words: [[UInt8]], output: String? = nil, deadline: Duration = .seconds(600)
    ) async throws -> Answer {
        let command = try start(words, output: output)
        let end = ContinuousClock.now + deadline
        while true {
            if let status = command.status() { return command.answer(status) }
            if ContinuousClock.now > end {
                command.kill()
                throw Trouble.hung(words.map { String(decoding: $0, as: UTF8.self) })
            }
            // Other tests wait for the same threads: none of them may be blocked here.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Lines of `assets --json`, by file name.
    func assets(_ more: String...) async throws -> [String: [String: Any]] {
        let answer = try await run((["assets", "--json"] + more).map { Array($0.utf8) })
        return try Dictionary(
            answer.objects.map { ($0["filename"] as? String ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Verdicts of an import, by file name.
    func verdicts(_ words: String...) async throws -> [String: String] {
        let answer = try await run((["import", "--json"] + words).map { Array($0.utf8) })
        return try Dictionary(
            answer.objects.map { object in
                let path = object["path"] as? String ?? object["path_hex"] as? String ?? ""
                return ((path as NSString).lastPathComponent, object["verdict"] as? String ?? "")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter output: where standard output goes; a file of its own where nothing is said.
    func start(_ words: [[UInt8]], output: String? = nil) throws -> RunningCommand {
        let all = [Self.program, "--library", library].map { Array($0.utf8) } + words
        return try RunningCommand(
            arguments: all, environment: environment, outputFolder: root, output: output)
    }

    /// Beside the test bundle, where it was built.
    static let program: String = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // The bundle runs by itself, or inside the toolchain's test runner with its path among the arguments.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own ?? ""
        return (bundle as NSString).deletingLastPathComponent + "/albumenctl"
    }()
}

/// A program at work; its path is the first argument.
final class RunningCommand {
    private let process: pid_t
    private let outputPath: String
    private let errorPath: String

    init(
        arguments: [[UInt8]], environment: [String: String], outputFolder: String, output: String? = nil
    ) throws {
        let id = UInt64.random(in: 0 ... .max)
        outputPath = output ?? "\(outputFolder)/output-\(id)"
        errorPath = "\(outputFolder)/error-\(id)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        // A test runner's threads block signals, and what they start inherits that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        var words = arguments.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in words + settings { free(pointer) } }
        var process = pid_t()
        let failure = posix_spawn(&process, words[0]!, &actions, &attributes, &words, &settings)
        guard failure == 0 else { throw Albumenctl.Trouble.notStarted(failure) }
        self.process = process
    }

    /// The exit status, or 128 and the signal's number; nil while it runs.
    func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Lines written so far.
    var lineCount: Int {
        (FileManager.default.contents(atPath: outputPath) ?? Data()).count { $0 == UInt8(ascii: "\n") }
    }

    func kill() {
        send(SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    func send(_ signal: Int32) { Glibc.kill(process, signal) }

    func answer(_ status: Int32) -> Answer {
        // A device's content is no answer, and may have no end.
        let output = outputPath.hasPrefix("/dev/") ? nil : FileManager.default.contents(atPath: outputPath)
        return Answer(
            status: status, output: [UInt8](output ?? Data()),
            error: String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self))
    }
}
