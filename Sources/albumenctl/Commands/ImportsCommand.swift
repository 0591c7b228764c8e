// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl imports: the imports there were; going on with one that was cut short, and taking one back.

import AlbumenKit

enum ImportsCommand {
    static let spec = CommandSpec(
        name: "imports", summary: "Imports that were made or cut short",
        subcommands: [
            CommandSpec(name: "list", summary: "List imports, the latest first", run: list),
            CommandSpec(
                name: "resume", operands: "[IMPORT]", operandCount: 0...1,
                summary: "Go on with an import that was cut short, the latest if none is named", run: resume),
            CommandSpec(
                name: "undo", operands: "IMPORT", operandCount: 1...1,
                summary: "Take an import back: copies go to Recently Deleted, no file is touched", run: undo),
        ])

    private static func list(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        var table = Table(["BEGUN", "STATE", "LEFT", "WHAT", "ID"], rightAligned: [2])
        for record in try await library.fetchImports() {
            if invocation.wantsJSON {
                Console.print(json(record))
            } else {
                table.add([
                    record.startTime.wallString, record.state.rawValue, String(record.left),
                    ImportCommand.summary(record.counts), record.identifier,
                ])
            }
        }
        if !invocation.wantsJSON { table.lines.forEach(Console.print) }
        return .done
    }

    private static func json(_ record: ImportRecord) -> String {
        let counts = ImportVerdict.allCases.compactMap { verdict in
            record.counts[verdict].map { (verdict.rawValue, JSONValue.int(Int64($0))) }
        }
        return JSONValue.object([
            ("id", .string(record.identifier)), ("state", .string(record.state.rawValue)),
            ("begun", .string(record.startTime.wallString)),
            ("mode", .string(record.mode == .copy ? "copy" : "reference")),
            ("sources", .array(record.sources.map { .object($0.json) })),
            ("counts", .object(counts)), ("left", .int(Int64(record.left))),
            ("collection", JSONValue(record.collectionIdentifier)),
        ]).text
    }

    private static func resume(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation, level: .addOnly)
        let identifier: String
        if let word = invocation.operands.first {
            identifier = try word.text(for: "The import")
        } else {
            let open = try await library.fetchImports().first {
                $0.state == .interrupted || $0.state == .cancelled
            }
            guard let open else {
                Console.note("No import is left to go on with.")
                return .done
            }
            identifier = open.identifier
        }
        return try await ImportCommand.follow(try await library.resumeImport(identifier), invocation)
    }

    private static func undo(_ invocation: Invocation) async throws -> ExitStatus {
        let identifier = try invocation.operands[0].text(for: "The import")
        let library = try await Session.authorized(invocation)
        let undone = try await library.undoImport(identifier)
        Console.note(undone.isEmpty ? "There was nothing to take back." : "It is taken back.")
        return .done
    }
}
