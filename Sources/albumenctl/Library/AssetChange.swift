// SPDX-License-Identifier: GPL-3.0-or-later
// One change to the assets that a command names: those that exist are changed, the others are told.

import AlbumenKit

enum AssetChange {
    static func apply(
        to words: [Argument], _ library: PhotoLibrary,
        _ change: @escaping @Sendable (ChangeRequests, [String]) throws -> Void
    ) async throws -> ExitStatus {
        var identifiers: [String] = []
        for word in words { identifiers.append(try word.text(for: "The id")) }
        do {
            try await perform(identifiers, library, change)
            return .done
        } catch LibraryError.identifiersNotFound(let missing) {
            for identifier in missing {
                Console.fail("Nothing here has the id \(Console.visible(identifier))")
            }
            let missing = Set(missing)
            try await perform(identifiers.filter { !missing.contains($0) }, library, change)
            return .someFailed
        }
    }

    private static func perform(
        _ identifiers: [String], _ library: PhotoLibrary,
        _ change: @escaping @Sendable (ChangeRequests, [String]) throws -> Void
    ) async throws {
        if identifiers.isEmpty { return }
        try await library.performChanges { try change($0, identifiers) }
    }
}
