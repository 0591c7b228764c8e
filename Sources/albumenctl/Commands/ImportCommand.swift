// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl import: takes files and folders in, with a verdict for each file.

import AlbumenKit

enum ImportCommand {
    static let spec = CommandSpec(
        name: "import", operands: "PATH…", operandCount: 1...Int.max,
        summary: "Take photos and videos in, with a verdict for each file",
        options: [
            OptionSpec("--album", "TITLE", "Also file them in this album, made if there is none"),
            OptionSpec("--reference", nil, "Leave the files where they are"),
            OptionSpec(
                "--copy", nil, "Copy them to Pictures/Albumen/YEAR/MONTH (what is done if nothing is said)"),
            OptionSpec("--thumbnails", nil, "Wait until the grid's tiles are stored too"),
        ],
        run: run)

    static func run(_ invocation: Invocation) async throws -> ExitStatus {
        if invocation.has("--reference"), invocation.has("--copy") {
            throw UsageError("--reference and --copy exclude each other")
        }
        var options = ImportOptions()
        options.mode = invocation.has("--reference") ? .reference : .copy
        options.album = try invocation.value("--album").map { word throws(UsageError) in
            try word.text(for: "--album")
        }
        options.thumbnails = invocation.has("--thumbnails")
        return try await run(invocation, options)
    }

    static func run(_ invocation: Invocation, _ options: ImportOptions) async throws -> ExitStatus {
        let folder = Session.workingFolder
        let paths = try invocation.operands.map { word throws(UsageError) in
            try word.path(for: "A path", relativeTo: folder)
        }
        let library = try await Session.authorized(invocation, level: .addOnly)
        var counts: [ImportVerdict: Int] = [:]
        for try await result in library.importFiles(paths, options: options) {
            counts[result.verdict, default: 0] += 1
            Console.print(invocation.wantsJSON ? json(result) : line(result))
        }
        Console.note(summary(counts))
        return failures.contains { counts[$0, default: 0] > 0 } ? .someFailed : .done
    }

    private static let failures: [ImportVerdict] = [.unsupported, .corrupt, .unreadable, .noSpace]

    private static func json(_ result: ImportResult) -> String {
        JSONValue.object(
            result.path.json + [
                ("verdict", .string(result.verdict.rawValue)), ("id", JSONValue(result.localIdentifier)),
                ("reason", JSONValue(result.reason)),
            ]
        ).text
    }

    private static func line(_ result: ImportResult) -> String {
        let verdict = result.verdict.rawValue
        let reason = result.reason.map { "  (\($0))" } ?? ""
        return verdict + String(repeating: " ", count: 13 - verdict.count)
            + Console.visible(result.path.displayString + reason)
    }

    private static func summary(_ counts: [ImportVerdict: Int]) -> String {
        let words: [(ImportVerdict, String)] = [
            (.imported, "imported"), (.duplicate, "already there"), (.unsupported, "unsupported"),
            (.corrupt, "corrupt"), (.unreadable, "unreadable"), (.noSpace, "without room"),
            (.skipped, "skipped"),
        ]
        let parts = words.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
        return parts.isEmpty ? "Nothing to import." : parts.joined(separator: ", ") + "."
    }
}
