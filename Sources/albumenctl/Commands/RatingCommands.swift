// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl rate, keyword.

import AlbumenKit

enum RatingCommands {
    static let rate = CommandSpec(
        name: "rate", operands: "STARS ID…", operandCount: 2...Int.max,
        summary: "Give photos one to five stars, or none with 0",
        run: { invocation in
            let stars = try invocation.operands[0].number(for: "rate", atLeast: 0)
            guard stars <= 5 else { throw UsageError("rate takes 0 to 5 stars, not \(stars)") }
            return try await change(invocation) { try $0.request(for: $1).rating = stars }
        })

    static let keyword = CommandSpec(
        name: "keyword", summary: "Add keywords to photos, and take them away",
        subcommands: [
            CommandSpec(
                name: "add", operands: "WORD ID…", operandCount: 2...Int.max,
                summary: "Add a keyword to photos",
                run: { invocation in
                    let word = try invocation.operands[0].text(for: "The keyword")
                    return try await change(invocation) { try $0.request(for: $1).addKeyword(word) }
                }),
            CommandSpec(
                name: "remove", operands: "WORD ID…", operandCount: 2...Int.max,
                summary: "Take a keyword away from photos",
                run: { invocation in
                    let word = try invocation.operands[0].text(for: "The keyword")
                    return try await change(invocation) { try $0.request(for: $1).removeKeyword(word) }
                }),
        ])

    /// Changes each photo that is named after the first word.
    private static func change(
        _ invocation: Invocation, _ change: @escaping @Sendable (ChangeRequests, String) throws -> Void
    ) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        return try await AssetChange.apply(to: Array(invocation.operands.dropFirst()), library) {
            changes, assets in
            for asset in assets { try change(changes, asset) }
        }
    }
}
