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
        return try await follow(try await library.startImport(paths, options: options), invocation)
    }

    /// Prints a line for each verdict as it comes, on a terminal also how far the import is, and a summary at the end.
    static func follow(_ session: ImportSession, _ invocation: Invocation) async throws -> ExitStatus {
        let watching = Task {
            guard Console.hasTerminal else { return }
            for await progress in session.progress() { Console.status(status(progress)) }
        }
        var counts: [ImportVerdict: Int] = [:]
        do {
            for try await result in session.results {
                counts[result.verdict, default: 0] += 1
                Console.print(invocation.wantsJSON ? json(result) : line(result))
            }
            try await session.end()
        } catch {
            await watching.value
            Console.status("")
            throw error
        }
        await watching.value
        Console.status("")
        Console.note(summary(counts))
        let left = session.currentProgress.left
        if left > 0 {
            Console.note(
                "\(left) are left: “albumenctl imports resume \(session.identifier)” goes on with them.")
        }
        return failures.contains { counts[$0, default: 0] > 0 } ? .someFailed : .done
    }

    /// 120 of 4,000  ·  1.2 of 31.0 GB  ·  48.1 MB/s  ·  10:25 left
    static func status(_ progress: ImportProgress) -> String {
        guard progress.state == .running else { return "" }
        var parts = ["\(progress.done) of \(progress.found)" + (progress.isListingComplete ? "" : "…")]
        let gigabyte = 1e9
        if progress.foundBytes > 0 {
            parts.append(
                "\(tenths(Double(progress.doneBytes) / gigabyte)) of \(tenths(Double(progress.foundBytes) / gigabyte)) GB"
            )
        }
        if let rate = progress.filesPerSecond { parts.append("\(tenths(rate)) files/s") }
        if let rate = progress.bytesPerSecond { parts.append("\(tenths(rate / 1e6)) MB/s") }
        if let left = progress.timeLeft {
            let seconds = Int(left.components.seconds)
            let second = seconds % 60
            parts.append("\(seconds / 60):\(second < 10 ? "0" : "")\(second) left")
        }
        return parts.joined(separator: "  ·  ")
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let failures: [ImportVerdict] = [.unsupported, .corrupt, .unreadable, .noSpace]

    static func json(_ result: ImportResult) -> String {
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

    static func summary(_ counts: [ImportVerdict: Int]) -> String {
        let words: [(ImportVerdict, String)] = [
            (.imported, "imported"), (.duplicate, "already there"), (.unsupported, "unsupported"),
            (.corrupt, "corrupt"), (.unreadable, "unreadable"), (.noSpace, "without room"),
            (.skipped, "skipped"),
        ]
        let parts = words.compactMap { verdict, word in counts[verdict].map { "\($0) \(word)" } }
        return parts.isEmpty ? "Nothing to import." : parts.joined(separator: ", ") + "."
    }
}
