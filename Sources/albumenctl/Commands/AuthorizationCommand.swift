// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl authorization …: which program may see and change what. Typing these commands is the person's say.

import AlbumenKit
import Glibc

enum AuthorizationCommand {
    private static let level = OptionSpec("--level", "LEVEL", "readWrite (if nothing is said) or addOnly")

    static let spec = CommandSpec(
        name: "authorization", summary: "Say which program may see and change what",
        subcommands: [
            CommandSpec(name: "status", summary: "Show where programs stand", run: status),
            CommandSpec(
                name: "request", summary: "Ask the person, if they have not been asked about the program",
                options: [level], run: request),
            CommandSpec(
                name: "grant", summary: "Let the program use all photos", options: [level],
                run: { try await set(.authorized, $0) }),
            CommandSpec(
                name: "deny", summary: "Keep the program out", options: [level],
                run: { try await set(.denied, $0) }),
            CommandSpec(
                name: "limit", operands: "[ID…]", operandCount: 0...Int.max,
                summary: "Let the program use these photos and no others", run: limit),
            CommandSpec(
                name: "reset", summary: "Forget what was said about the program", options: [level],
                run: { try await set(.notDetermined, $0) }),
        ])

    private static func status(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.open(invocation)
        if invocation.value("--client") != nil {
            for level in AccessLevel.all {
                show(library.client, level, library.authorizationStatus(for: level), invocation)
            }
            return .done
        }
        let all = try await library.authorizations()
        for entry in all { show(entry.client, entry.level, entry.status, invocation) }
        if !all.contains(where: { $0.client == library.client && $0.level == .readWrite }) {
            show(library.client, .readWrite, library.authorizationStatus(for: .readWrite), invocation)
        }
        return .done
    }

    private static func request(_ invocation: Invocation) async throws -> ExitStatus {
        let level = try accessLevel(invocation)
        let library = try await Session.open(invocation)
        if library.authorizationStatus(for: level) == .notDetermined {
            if library.client == .commandLine {
                try await library.setAuthorization(.authorized, for: level)
            } else if isatty(STDIN_FILENO) == 1 {
                Console.note("Allow \(Console.visible(library.client.rawValue)) to use all photos? [y/N]")
                let answer = readLine()?.lowercased() ?? ""
                try await library.setAuthorization(answer.hasPrefix("y") ? .authorized : .denied, for: level)
            }
        }
        let status = library.authorizationStatus(for: level)
        show(library.client, level, status, invocation)
        return status == .authorized || status == .limited ? .done : .notAuthorized
    }

    private static func set(_ status: AuthorizationStatus, _ invocation: Invocation) async throws
        -> ExitStatus
    {
        let level = try accessLevel(invocation)
        let library = try await Session.open(invocation)
        try await library.setAuthorization(status, for: level)
        show(library.client, level, library.authorizationStatus(for: level), invocation)
        return .done
    }

    private static func limit(_ invocation: Invocation) async throws -> ExitStatus {
        var identifiers: [String] = []
        for word in invocation.operands { identifiers.append(try word.text(for: "The id")) }
        let library = try await Session.open(invocation)
        try await library.setLimitedSelection(identifiers)
        try await library.setAuthorization(.limited, for: .readWrite)
        show(library.client, .readWrite, library.authorizationStatus(for: .readWrite), invocation)
        return .done
    }

    private static func accessLevel(_ invocation: Invocation) throws(UsageError) -> AccessLevel {
        guard let word = invocation.value("--level") else { return .readWrite }
        guard let level = AccessLevel.all.first(where: { $0.name == word.display }) else {
            throw UsageError("--level is readWrite or addOnly, not “\(word.display)”")
        }
        return level
    }

    private static func show(
        _ client: ClientIdentifier, _ level: AccessLevel, _ status: AuthorizationStatus,
        _ invocation: Invocation
    ) {
        Console.print(
            invocation.wantsJSON
                ? JSONValue.object([
                    ("client", .string(client.rawValue)), ("level", .string(level.name)),
                    ("status", .string(status.name)),
                ]).text
                : "\(Console.visible(client.rawValue))  \(level.name)  \(status.name)")
    }
}
