// SPDX-License-Identifier: GPL-3.0-or-later
// Runs programs that are not ours: oracles, makers of files, displays. No thread is held while they run, because the
// tests share few of them, and output goes to files, because a pipe that nobody empties stops a program that says much.

import Foundation
import Subprocess

/// How a program ended and what it said.
public struct ToolResult: Sendable {
    /// The exit status, or 128 and the number of the signal that ended it.
    public let status: Int32
    public let output: [UInt8]
    /// Standard error.
    public let messages: String

    public var text: String { String(decoding: output, as: UTF8.self) }
}

public enum ToolError: Error, CustomStringConvertible {
    /// A program that tests need is not installed.
    case missing(String)
    /// It ended with another status than 0.
    case failed(command: [String], status: Int32, messages: String)

    public var description: String {
        switch self {
        case .missing(let tool): "\(tool) is missing: make deps installs it"
        case .failed(let command, let status, let messages):
            "\(command.joined(separator: " ")) ended with \(status): \(messages)"
        }
    }
}

/// Where the program of this name is in `PATH`.
public func tool(_ name: String) throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    for folder in folders {
        let url = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw ToolError.missing(name)
}

/// Until a program that has not ended counts as hung: less than the tests' own limits, more than any needs.
public let toolLimit = Duration.seconds(1_200)

/// Runs a program, by its name in `PATH` or by its path, to its end. `environment` is set besides the test's own.
/// - Throws: `ToolError` where it is missing or, unless it `mayFail`, ends with another status than 0; `CommandError` where
///   it does not start or end.
@discardableResult
public func runTool(
    _ name: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    within limit: Duration = toolLimit, mayFail: Bool = false
) async throws -> ToolResult {
    let place = TemporaryFolder()
    defer { withExtendedLifetime(place) {} }
    let program = name.contains("/") ? URL(fileURLWithPath: name) : try tool(name)
    let command = try RunningCommand(
        [program.path] + arguments, in: folder?.path, environment: environment,
        output: place.path("output"), messages: place.path("messages"))
    let result = try await command.result(within: limit)
    guard mayFail || result.status == 0 else {
        throw ToolError.failed(
            command: [name] + arguments, status: result.status, messages: result.messages)
    }
    return result
}
