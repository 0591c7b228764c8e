// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl duplicates: what is in the library twice, and with --merge, making one of what is identical.

import AlbumenKit

enum DuplicatesCommand {
    static let spec = CommandSpec(
        name: "duplicates", summary: "List photos that are there twice, or look alike",
        options: [
            OptionSpec(
                "--merge", nil, "Keep the first of identical ones, move the others to Recently Deleted")
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        let groups = try await library.duplicates()
        if invocation.has("--merge") {
            try await library.performChanges { changes in
                for group in groups where group.likeness == .identical {
                    try changes.mergeAssets(Array(group.assets.dropFirst()), into: group.assets[0])
                }
            }
        }
        var table = Table(["LIKENESS", "ID", "SIZE", "PATH"])
        for group in groups {
            let likeness = group.likeness == .identical ? "identical" : "similar"
            if invocation.wantsJSON {
                let ids = group.assets.map { JSONValue.string($0.localIdentifier) }
                let isMerged = invocation.has("--merge") && group.likeness == .identical
                Console.print(
                    JSONValue.object([
                        ("likeness", .string(likeness)), ("ids", .array(ids)), ("merged", .bool(isMerged)),
                    ]).text)
                continue
            }
            for (index, asset) in group.assets.enumerated() {
                let size = "\(asset.pixelSize.width) × \(asset.pixelSize.height)"
                table.add(
                    [index == 0 ? likeness : "", asset.localIdentifier, size, asset.path.displayString])
            }
        }
        if !invocation.wantsJSON {
            table.lines.forEach(Console.print)
            Console.note(groups.count == 1 ? "1 group" : "\(groups.count) groups")
        }
        return .done
    }
}
