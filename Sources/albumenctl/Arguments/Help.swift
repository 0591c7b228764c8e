// SPDX-License-Identifier: GPL-3.0-or-later
// The help text of the program and of each command, made from the specifications.

enum Help {
    /// The help of the command that was named, or of the whole program.
    static func text(for spec: CommandSpec, path: [String]) -> String {
        let name = (["albumenctl"] + path).joined(separator: " ")
        var lines = [spec.summary + ".", ""]
        if spec.subcommands.isEmpty {
            let words = [name, spec.operands, spec.options.isEmpty ? "" : "[OPTION…]"]
            lines += ["Usage: " + words.filter { !$0.isEmpty }.joined(separator: " "), ""]
        } else {
            lines += ["Usage: \(name) COMMAND [OPTION…]", "", "Commands:"]
            lines += columns(leaves(of: spec).map { ($0.0, $0.1.summary) }) + [""]
        }
        if !spec.options.isEmpty { lines += ["Options:"] + columns(spec.options.map(row)) + [""] }
        lines += ["Options of every command:"] + columns(GlobalOption.all.map(row)) + [""]
        lines += ["Exit status: 0 done, 1 some items failed, 2 wrong usage, 3 not authorized."]
        return lines.joined(separator: "\n")
    }

    private static func row(_ option: OptionSpec) -> (String, String) {
        (option.name + (option.value.map { " \($0)" } ?? ""), option.help)
    }

    private static func leaves(of spec: CommandSpec, prefix: String = "") -> [(String, CommandSpec)] {
        spec.subcommands.flatMap { command -> [(String, CommandSpec)] in
            let name = prefix + command.name
            if !command.subcommands.isEmpty { return leaves(of: command, prefix: name + " ") }
            return [(command.operands.isEmpty ? name : "\(name) \(command.operands)", command)]
        }
    }

    private static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
    }
}
