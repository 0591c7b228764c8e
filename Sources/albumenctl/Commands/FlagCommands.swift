// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl favorite, hide, trash, restore.

import AlbumenKit

enum FlagCommands {
    private static let off = OptionSpec("--off", nil, "Take it back")

    static let favorite = CommandSpec(
        name: "favorite", operands: "ID…", operandCount: 1...Int.max, summary: "Mark photos as favourites",
        options: [off],
        run: { invocation in
            let isOn = !invocation.has("--off")
            return try await change(invocation) { changes, assets in
                for asset in assets { try changes.request(for: asset).isFavorite = isOn }
            }
        })

    static let hide = CommandSpec(
        name: "hide", operands: "ID…", operandCount: 1...Int.max,
        summary: "Hide photos from all but the Hidden album",
        options: [off],
        run: { invocation in
            let isOn = !invocation.has("--off")
            return try await change(invocation) { changes, assets in
                for asset in assets { try changes.request(for: asset).isHidden = isOn }
            }
        })

    static let trash = CommandSpec(
        name: "trash", operands: "ID…", operandCount: 1...Int.max, summary: "Move photos to Recently Deleted",
        run: { try await change($0) { try $0.deleteAssets($1) } })

    static let restore = CommandSpec(
        name: "restore", operands: "ID…", operandCount: 1...Int.max,
        summary: "Bring photos back from Recently Deleted",
        run: { try await change($0) { try $0.restoreAssets($1) } })

    private static func change(
        _ invocation: Invocation,
        _ change: @escaping @Sendable (ChangeRequests, [String]) throws -> Void
    ) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        return try await AssetChange.apply(to: invocation.operands, library, change)
    }
}
