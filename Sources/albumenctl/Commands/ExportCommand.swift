// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl export: copies of originals in a folder of the person's.

import AlbumenKit

enum ExportCommand {
    static let spec = CommandSpec(
        name: "export", operands: "ID…", operandCount: 1...Int.max,
        summary: "Copy the files of photos to a folder, under their own names",
        options: [
            OptionSpec(
                "--to", "DIR", "The folder; no file there is replaced, names that are taken get a number")
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        guard let word = invocation.value("--to") else { throw UsageError("export needs --to DIR") }
        let folder = try word.path(for: "--to", relativeTo: Session.workingFolder)
        let library = try await Session.authorized(invocation)
        let (found, foundStatus) = try await Session.namedAssets(invocation, library)
        var status = foundStatus
        for asset in found.objects {
            // What lies inside another file comes with that one.
            for resource in try await library.assetResources(for: asset) where !resource.isEmbedded {
                do {
                    let path = try await library.writeData(for: resource, inFolder: folder)
                    if invocation.wantsJSON {
                        Console.print(
                            JSONValue.object([("id", .string(asset.localIdentifier))] + path.json)
                                .text)
                    } else {
                        Console.print(Console.visible(path.displayString))
                    }
                } catch {
                    Console.fail(Console.visible(Explanation.of(error)))
                    status = .someFailed
                }
            }
        }
        return status
    }
}
