// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the scenarios: the real app on a private display, driven through its accessible names.

import Foundation
import Testing

/// The app as a person meets it. Each test is one file in `Scenarios/`, run by `session.sh`.
///
/// A scenario that cannot run (no Xvfb, no accessibility bus) fails; it is never skipped.
@Suite("The app, through its accessible names", .serialized)
struct UITests {
    @Test(
        "A scenario ends with PASS",
        .timeLimit(.minutes(30)),
        arguments: [
            "browse", "second_start", "activation", "denied", "corrupt_catalog", "bad_files", "no_pictures",
            "ending", "saving", "held_arrow", "tile_size",
        ])
    func scenarioPasses(name: String) async throws {
        // Given the programs as they were built with these tests
        let session = try Session(scenario: name)
        // When the scenario is played
        let (status, output) = try await session.run()
        // Then everything it asserts was so
        #expect(status == 0, "\(name):\n\(output)")
        #expect(output.contains("PASS"), "\(name):\n\(output)")
    }
}

/// One run of `session.sh`, whose output is collected in a file, so that nothing can block on a pipe.
private struct Session {
    private let process = Process()
    private let output: URL
    private let log: FileHandle

    init(scenario: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        // The test bundle lies beside the programs.
        let programs = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let here = programs.appending(path: "albumen").path
        let built =
            FileManager.default.isExecutableFile(atPath: here)
            ? programs.path : root.appending(path: ".build/debug").path

        output = FileManager.default.temporaryDirectory
            .appending(path: "albumen-ui-\(scenario)-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        log = try FileHandle(forWritingTo: output)
        process.executableURL = folder.appending(path: "session.sh")
        process.arguments = [scenario, built]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
    }

    /// Waits without holding a thread; `session.sh` has a time limit of its own and always ends.
    func run() async throws -> (status: Int32, output: String) {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        defer { try? FileManager.default.removeItem(at: output) }
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}
