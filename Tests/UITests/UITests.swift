// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the scenarios: the real app on a private display, driven through its accessible names.

import Foundation
import TestSupport
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
            "ending", "saving", "held_arrow", "tile_size", "smart_albums", "panorama",
            "duplicates", "dragging", "importing", "moving", "animation",
        ])
    func scenarioPasses(name: String) async throws {
        // Given the programs as they were built with these tests
        let session = Session(scenario: name)
        // When the scenario is played
        let result = try await session.run()
        // Then everything it asserts was so
        let said = "\(name):\n\(result.text)\n\(result.messages)"
        #expect(result.status == 0, "\(said)")
        #expect(result.text.contains("PASS"), "\(said)")
    }
}

/// One run of `session.sh`, which has a time limit of its own.
private struct Session {
    let scenario: String

    func run() async throws -> ToolResult {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        // The test bundle lies beside the programs.
        let programs = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let here = programs.appending(path: "albumen").path
        let built =
            FileManager.default.isExecutableFile(atPath: here)
            ? programs.path : root.appending(path: ".build/debug").path
        return try await runTool(
            folder.appending(path: "session.sh").path, [scenario, built], mayFail: true)
    }
}
