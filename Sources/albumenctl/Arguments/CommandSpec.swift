// SPDX-License-Identifier: GPL-3.0-or-later
// How a command is called: its name, operands and options, from which both parsing and help are made.

/// An option such as `--album TITLE`, or a switch where `value` is nil.
struct OptionSpec: Sendable {
    let name: String
    /// What its value is called in the help; nil for a switch.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// A command, or a family of them where `subcommands` is not empty.
struct CommandSpec: Sendable {
    let name: String
    /// Operands as the help shows them: `PATH…`.
    var operands = ""
    /// How many operands it takes.
    var operandCount: ClosedRange<Int> = 0...0
    let summary: String
    var options: [OptionSpec] = []
    var subcommands: [CommandSpec] = []
    var run: @Sendable (Invocation) async throws -> ExitStatus = { _ in .usage }
}

/// Options of every command.
enum GlobalOption {
    static let all = [
        OptionSpec("--library", "DIR", "Work on the library kept under DIR, not the person's own"),
        OptionSpec("--client", "ID", "Act as the program with this application id"),
        OptionSpec("--json", nil, "Write one JSON object per line"),
        OptionSpec("--help", nil, "Show this help"),
    ]
}

/// How `albumenctl` ends.
enum ExitStatus: Int32, Sendable {
    case done = 0
    case someFailed = 1
    case usage = 2
    case notAuthorized = 3
}
