// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl migrate: takes over the library of another photo program, and tells what came over and what did not.

import AlbumenKit

enum MigrateCommand {
    static let spec = CommandSpec(
        name: "migrate", operands: "PROGRAM [PATH]", operandCount: 1...2,
        summary: "Move in from \(names): its photos and what it knows of them",
        options: [
            OptionSpec("--reference", nil, "Leave the files where they are"),
            OptionSpec(
                "--copy", nil, "Copy them to Pictures/Albumen/YEAR/MONTH (what is done if nothing is said)"),
            OptionSpec("--root", "LABEL=DIR", "Where a collection of digiKam's is that it finds no more"),
        ],
        run: run)

    private static var names: String { PhotoProgram.allCases.map(\.rawValue).joined(separator: ", ") }

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        if invocation.has("--reference"), invocation.has("--copy") {
            throw UsageError("--reference and --copy exclude each other")
        }
        let word = try invocation.operands[0].text(for: "The program")
        guard let program = PhotoProgram(rawValue: word) else {
            throw UsageError("There is no way to move in from “\(word)”; there is one from \(names)")
        }
        var options = MovingOptions()
        options.mode = invocation.has("--reference") ? .reference : .copy
        if let root = invocation.value("--root") { try add(root, to: &options) }
        let path = try await path(invocation, program)
        let library = try await Session.authorized(invocation)
        let report = try await library.moveIn(from: program, at: path, options: options) { progress in
            Console.status(status(progress))
        }
        Console.status("")
        for line in report.lines { show(line, invocation) }
        if let session = report.importIdentifier {
            Console.note("“albumenctl imports undo \(session)” takes the files back.")
        }
        let failures: [MovingReport.Topic] = [.photos, .files, .folders, .roots]
        let failed = report.lines.contains { $0.outcome == .leftBehind && failures.contains($0.topic) }
        return failed ? .someFailed : .done
    }

    private static func path(_ invocation: Invocation, _ program: PhotoProgram) async throws -> FilePath {
        if invocation.operands.count > 1 {
            return try invocation.operands[1].path(for: "The path", relativeTo: Session.workingFolder)
        }
        guard let path = await program.findLibrary() else {
            throw UsageError("No library of \(program.name) is where it usually is: say where")
        }
        return path
    }

    private static func add(_ word: Argument, to options: inout MovingOptions) throws(UsageError) {
        guard let sign = word.bytes.firstIndex(of: UInt8(ascii: "=")), sign > 0 else {
            throw UsageError("--root takes LABEL=DIR, not “\(word.display)”")
        }
        let label = try Argument(bytes: Array(word.bytes[..<sign])).text(for: "The label")
        let folder = Argument(bytes: Array(word.bytes[(sign + 1)...]))
        options.roots[label] = try folder.path(for: "The folder", relativeTo: Session.workingFolder)
    }

    private static func status(_ progress: MovingProgress) -> String {
        switch progress {
        case .reading: "Reading…"
        case .importing(let moment): ImportCommand.status(moment)
        case .applying(let done, let total): "\(done) of \(total) photos described"
        }
    }

    private static func show(_ line: MovingReport.Line, _ invocation: Invocation) {
        if invocation.wantsJSON {
            Console.print(
                JSONValue.object([
                    ("topic", .string(line.topic.rawValue)), ("outcome", .string(line.outcome.rawValue)),
                    ("count", .int(Int64(line.count))), ("reason", JSONValue(line.reason)),
                    ("paths", .array(line.paths.map { .object($0.json) })),
                ]).text)
            return
        }
        Console.print(Console.visible("\(line)"))
        for path in line.paths { Console.print("    " + Console.visible(path.displayString)) }
    }
}
