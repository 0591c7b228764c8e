// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl doctor: whether the library is whole, and with --repair, making it so.

import AlbumenKit

enum DoctorCommand {
    static let spec = CommandSpec(
        name: "doctor", summary: "Check the library, and repair what can be made anew",
        options: [OptionSpec("--repair", nil, "Count again, and mark what is missing and what is back")],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        let findings = try await library.examine(repairing: invocation.has("--repair"))
        var table = Table(["CHECK", "RESULT", ""])
        for finding in findings {
            if invocation.wantsJSON {
                Console.print(
                    JSONValue.object([
                        ("check", .string(finding.check.rawValue)), ("ok", .bool(finding.problems.isEmpty)),
                        ("repaired", .bool(finding.isRepaired)),
                        ("problems", .array(finding.problems.map(JSONValue.string))),
                        ("remark", finding.remark.map(JSONValue.string) ?? .null),
                    ]).text)
            } else {
                let result = finding.problems.isEmpty ? "ok" : finding.isRepaired ? "repaired" : "PROBLEM"
                table.add([finding.check.rawValue, result, finding.problems.first ?? finding.remark ?? ""])
                for problem in finding.problems.dropFirst() { table.add(["", "", problem]) }
            }
        }
        if !invocation.wantsJSON { table.lines.forEach(Console.print) }
        return findings.allSatisfy { $0.problems.isEmpty || $0.isRepaired } ? .done : .someFailed
    }
}
