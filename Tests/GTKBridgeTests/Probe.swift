// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the probe on a display of its own and reads its report. Whatever keeps it from running is a failure, never a pass.

import Foundation
import TestSupport
import Testing

/// All suites on the probe, one run at a time: `xvfb-run -a` looks for a free display, and two that look at once may find
/// the same.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct GTKBridgeTests {}

/// What one run of the probe said.
struct ProbeReport {
    let status: Int32
    let values: [String: String]
    let messages: String

    subscript(_ key: String) -> String? { values[key] }
    func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }
}

enum ProbeError: Error, CustomStringConvertible {
    /// The program was not built beside the tests.
    case notBuilt(String)
    /// The probe ended badly.
    case failed(check: String, status: Int32, messages: String)

    var description: String {
        switch self {
        case .notBuilt(let path): "\(path) was not built"
        case .failed(let check, let status, let messages): "probe \(check) ended with \(status): \(messages)"
        }
    }
}

enum Probe {
    /// A probe that hangs is ended after this many seconds; it needs a few.
    private static let limit = "600"

    /// Runs one check. Any critical message of GTK ends it.
    static func run(
        _ check: String, _ arguments: [String] = [], accessibility: String = "none", withBus: Bool = false,
        environment: [String: String] = [:], program: URL? = nil, mayFail: Bool = false
    ) async throws -> ProbeReport {
        let program = try program ?? built()
        let timeout = try tool("timeout")
        var command = [timeout.path, "--kill-after=5", limit, try tool("xvfb-run").path, "-a"]
        if withBus { command += [try tool("dbus-run-session").path, "--"] }
        command += [program.path, check] + arguments

        let variables = [
            "GTK_A11Y": accessibility, "GSK_RENDERER": "cairo", "GDK_BACKEND": "x11",
            "G_DEBUG": "fatal-criticals", "GSETTINGS_BACKEND": "memory", "SWIFT_BACKTRACE": "enable=no",
            "LC_ALL": "C.UTF-8",
        ].merging(environment) { $1 }
        let result = try await runTool(
            command[0], Array(command.dropFirst()), environment: variables, mayFail: true)

        let report = ProbeReport(
            status: result.status, values: parse(result.text), messages: result.messages)
        guard mayFail || report.status == 0 else {
            throw ProbeError.failed(check: check, status: report.status, messages: report.messages)
        }
        return report
    }

    private static func parse(_ output: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    /// The probe beside the tests: SwiftPM puts both into one folder.
    static func built() throws -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let program = URL(fileURLWithPath: bundle).deletingLastPathComponent()
            .appendingPathComponent("GTKBridgeProbe")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw ProbeError.notBuilt(program.path)
        }
        return program
    }
}
