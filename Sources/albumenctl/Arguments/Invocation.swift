// SPDX-License-Identifier: GPL-3.0-or-later
// A command line taken apart by its command's specification.

/// What was asked for. Options may stand anywhere; `--` ends them, so that a name may begin with a dash.
struct Invocation: Sendable {
    /// The words that led to the command: `["album", "create"]`.
    private(set) var path: [String] = []
    private(set) var spec: CommandSpec
    private(set) var operands: [Argument] = []
    private var values: [String: Argument] = [:]
    private var switches: Set<String> = []

    func value(_ option: String) -> Argument? { values[option] }
    func has(_ option: String) -> Bool { switches.contains(option) }
    var wantsJSON: Bool { has("--json") }
    var wantsHelp: Bool { has("--help") }

    /// Parses the words below `root`, the specification of the program itself.
    init(_ words: [Argument], root: CommandSpec) throws(UsageError) {
        spec = root
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if !optionsEnded, word.bytes == Array("--".utf8) {
                optionsEnded = true
            } else if !optionsEnded, word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 {
                try takeOption(word, &rest)
            } else if !spec.subcommands.isEmpty {
                try descend(word)
            } else {
                operands.append(word)
            }
        }
        if wantsHelp { return }
        for name in switches.union(values.keys) where option(name) == nil {
            throw UsageError("\(commandName) takes no option \(name)")
        }
        guard spec.subcommands.isEmpty else {
            throw UsageError(
                path.isEmpty ? "No command given" : "\(commandName) needs one of: \(subcommandNames)")
        }
        guard spec.operandCount.contains(operands.count) else {
            throw UsageError(
                spec.operandCount.upperBound == 0
                    ? "\(commandName) takes nothing after it: “\(operands[0].display)”"
                    : "\(commandName) takes \(spec.operands)")
        }
    }

    private mutating func descend(_ word: Argument) throws(UsageError) {
        guard let next = spec.subcommands.first(where: { $0.name == word.display }) else {
            throw UsageError(
                path.isEmpty
                    ? "There is no command “\(word.display)”"
                    : "\(commandName) has no “\(word.display)”; it has: \(subcommandNames)")
        }
        path.append(next.name)
        spec = next
    }

    /// `--name VALUE`, `--name=VALUE` or a switch. An option that only a later subcommand knows is looked up in the
    /// whole tree, so that `--album X import` reads the same as `import --album X`.
    private mutating func takeOption(_ word: Argument, _ rest: inout ArraySlice<Argument>) throws(UsageError)
    {
        let parts = word.bytes.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        guard let option = option(name) ?? spec.descendantOption(name) else {
            throw UsageError(
                "There is no option \(name)" + (path.isEmpty ? "" : " for \(commandName)")
                    + " (write -- before names that begin with a dash)")
        }
        if option.value == nil {
            guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
            switches.insert(name)
        } else if parts.count == 2 {
            values[name] = Argument(bytes: Array(parts[1]))
        } else if let value = rest.popFirst() {
            values[name] = value
        } else {
            throw UsageError("\(name) needs a value: \(option.value ?? "")")
        }
    }

    private func option(_ name: String) -> OptionSpec? {
        (GlobalOption.all + spec.options).first { $0.name == name }
    }

    private var commandName: String { path.isEmpty ? "albumenctl" : path.joined(separator: " ") }
    private var subcommandNames: String { spec.subcommands.map(\.name).joined(separator: ", ") }
}

extension CommandSpec {
    fileprivate func descendantOption(_ name: String) -> OptionSpec? {
        for command in subcommands {
            if let found = command.options.first(where: { $0.name == name }) ?? command.descendantOption(name)
            {
                return found
            }
        }
        return nil
    }
}
