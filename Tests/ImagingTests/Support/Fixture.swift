// SPDX-License-Identifier: GPL-3.0-or-later
// Files for tests, made at test time with tools that are not ours, in a folder that goes with the test.

import Foundation
import Metadata
import TestSupport

/// A temporary folder; removed when this object goes.
final class Fixture: Sendable {
    private let temporary = TemporaryFolder()
    var folder: FilePath { FilePath(temporary.path) }

    func path(_ name: String) -> FilePath { folder.appending(name) }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name).displayString))
        return path(name)
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name).displayString)))
    }

    /// Four flat quadrants of 32×24: red, green / blue, near-white. Every orientation of it looks different.
    func quadrants(_ name: String, _ extra: String...) async throws -> FilePath {
        try await run(
            "convert",
            [
                "-size", "32x24", "(", "xc:#dc1e1e", "xc:#1ec81e", "+append", ")",
                "(", "xc:#1e1edc", "xc:#f0f0f0", "+append", ")", "-append", "-quality", "95",
            ] + extra + [path(name).displayString])
        return path(name)
    }

    /// A second of 64×48, made on 2021-06-12 at 10:11:12 UTC.
    func film(_ name: String, _ extra: String...) async throws {
        try await run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1",
                "-metadata", "creation_time=2021-06-12T10:11:12Z", "-pix_fmt", "yuv420p",
            ] + extra + [name])
    }

    /// Runs a tool of `make deps` in the folder; its standard output.
    @discardableResult
    func run(_ tool: String, _ arguments: [String]) async throws -> [UInt8] {
        try await runTool(tool, arguments, in: temporary.url).output
    }

    /// A committed file.
    static func committed(_ name: String) -> FilePath {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return FilePath(tests.appendingPathComponent("Fixtures").appendingPathComponent(name).path)
    }
}
