// SPDX-License-Identifier: GPL-3.0-or-later
// How tests run other programs: what these get, what comes back, and that none outlives its test.

import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RunToolTests {
    private static func shell(
        _ script: String, in folder: URL? = nil, environment: [String: String] = [:]
    ) async throws -> ToolResult {
        try await runTool(
            "sh", ["-c", script, "sh", "a b", "é"], in: folder, environment: environment, mayFail: true)
    }

    @Test func aProgramGetsItsArgumentsVariablesAndFolderAndItsWordsComeBack() async throws {
        let folder = URL(fileURLWithPath: "/usr/share")
        let result = try await Self.shell(
            "cat; printf '%s|' \"$#\" \"$1\" \"$2\" \"$TEST_WORD\" \"$(pwd -P)\"; [ -n \"$PATH\" ] && echo why >&2; exit 3",
            in: folder, environment: ["TEST_WORD": "word = 1"])
        #expect(result.text == "2|a b|é|word = 1|/usr/share|")
        #expect(result.messages == "why\n")
        #expect(result.status == 3)
    }

    @Test func anEndThatIsNotTheProgramsOwnIsToldAsByAShell() async throws {
        #expect(try await Self.shell("kill -TERM $$").status == 128 + SIGTERM)
        let error = await thrown(ToolError.self) { try await runTool("sh", ["-c", "echo no >&2; exit 7"]) }
        #expect("\(error.map { "\($0)" } ?? "")" == "sh -c echo no >&2; exit 7 ended with 7: no\n")
    }

    @Test func whatIsNotThereIsNamed() async throws {
        let missing = await thrown(ToolError.self) { try await runTool("no-such-program", []) }
        #expect(missing.map { "\($0)".contains("no-such-program") } == true)
        let path = await thrown(CommandError.self) { try await runTool("/nonexistent/program", []) }
        #expect(path.map { "\($0)".contains("/nonexistent/program") } == true)
        let folder = await thrown(CommandError.self) {
            try await runTool("true", [], in: URL(fileURLWithPath: "/nonexistent"))
        }
        #expect(folder.map { "\($0)".contains("No such file") } == true)
    }

    /// Bits of 1 to 31. The next two are glibc's own, which it gives to nobody.
    private static let ordinarySignals: UInt64 = 0x7FFF_FFFF

    @Test func noDescriptorAndNoSignalMaskIsInherited() async throws {
        // Given a descriptor that is left open for children
        let leaked = open("/etc/hostname", O_RDONLY)
        defer { close(leaked) }
        let result = try await Self.shell("ls -l /proc/self/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status")
        #expect(result.status == 0)
        #expect(!result.text.contains("hostname"), "\(result.text)")
        let masks = result.text.split(separator: "\n").filter { $0.hasPrefix("Sig") }
            .compactMap { $0.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } }
        #expect(masks.map { $0 & Self.ordinarySignals } == [0, 0], "\(masks)")
    }

    /// A shell that writes its own and its child's id, and waits for that.
    private func startFamily(in folder: TemporaryFolder) async throws -> (
        command: RunningCommand, ids: [pid_t]
    ) {
        let command = try RunningCommand(
            [try tool("sh").path, "-c", "sleep 3600 & echo $$ $!; wait"],
            output: folder.path("output"))
        try #require(await command.hasWritten(lines: 1))
        let ids = String(decoding: command.output, as: UTF8.self).split { " \n".contains($0) }
            .compactMap { pid_t($0) }
        try #require(ids.count == 2)
        return (command, ids)
    }

    /// A zombie that waits for its parent is not there.
    private func areGone(_ ids: [pid_t]) async -> Bool {
        await eventually {
            ids.allSatisfy { id in
                let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
                return status?.contains(") Z ") ?? true
            }
        }
    }

    @Test func aProgramThatHangsIsKilledWithWhatItStartedAndNamed() async throws {
        let folder = TemporaryFolder()
        let (command, ids) = try await startFamily(in: folder)
        let error = await thrown(CommandError.self) { try await command.end(within: .milliseconds(20)) }
        #expect(error.map { "\($0)".contains("sleep 3600") } == true)
        #expect(command.status == 128 + SIGKILL)
        #expect(await areGone(ids))
    }

    @Test func aProgramEndsWithTheTaskThatWaitsForIt() async throws {
        let folder = TemporaryFolder()
        let (command, ids) = try await startFamily(in: folder)
        let waiting = Task { try await command.end(within: toolLimit) }
        waiting.cancel()
        #expect(await thrown(CancellationError.self) { try await waiting.value } != nil)
        #expect(command.status == 128 + SIGKILL)
        #expect(await areGone(ids))
    }

    @Test func aProgramThatNobodyWaitsForEndsWithItsObject() async throws {
        let folder = TemporaryFolder()
        let ids = try await startFamily(in: folder).ids
        #expect(await areGone(ids))
    }

    // MARK: Many descriptors

    /// More than fit into the buffer of one reading of /proc/self/fd, which broke Foundation's way.
    private static let manyDescriptors = 1_500
    /// What the rest of the tests may have open beside those.
    private static let descriptorsNeeded: rlim_t = 4_096

    private static var descriptorLimit: rlimit {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }

    @Test(
        .enabled(if: descriptorLimit.rlim_max >= descriptorsNeeded, "this system allows too few descriptors"))
    func programsRunHoweverManyDescriptorsAreOpen() async throws {
        var limit = Self.descriptorLimit
        if limit.rlim_cur < Self.descriptorsNeeded {
            limit.rlim_cur = Self.descriptorsNeeded
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        }
        let descriptors = (0..<Self.manyDescriptors).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in descriptors { close(descriptor) } }
        try #require(descriptors.allSatisfy { $0 >= 0 })
        for round in 0..<20 {
            #expect(try await Self.shell("echo \(round)").text == "\(round)\n")
        }
    }
}
