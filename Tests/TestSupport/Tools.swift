// SPDX-License-Identifier: GPL-3.0-or-later
// Runs programs that are not ours: oracles, makers of files, displays. No thread is held while they run, because the
// tests share few of them, and output goes to files, because a pipe that nobody empties stops a program that says much.

import Foundation

/// How a program ended and what it said.
public struct ToolResult: Sendable {
    /// The exit status, or the number of the signal that ended it.
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

/// Runs a program, by its name in `PATH` or by its path, to its end. `environment` is set besides the test's own.
@discardableResult
public func runTool(
    _ name: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    mayFail: Bool = false
) async throws -> ToolResult {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
        "albumen-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let files = ["output", "messages"].map(place.appendingPathComponent)
    for file in files { try Data().write(to: file) }

    let process = Process()
    process.executableURL = name.contains("/") ? URL(fileURLWithPath: name) : try tool(name)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do {
            try process.run()
        } catch {
            process.terminationHandler = nil
            continuation.resume(throwing: error)
        }
    }
    let result = ToolResult(
        status: status, output: [UInt8](try Data(contentsOf: files[0])),
        messages: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self))
    guard mayFail || status == 0 else {
        throw ToolError.failed(command: [name] + arguments, status: status, messages: result.messages)
    }
    return result
}
