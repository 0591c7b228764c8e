// SPDX-License-Identifier: GPL-3.0-or-later
// The assets that a command line names.

import AlbumenKit

extension Session {
    /// The assets of a command's operands, each an id, and whether all of them were found: what was not is told.
    static func namedAssets(
        _ invocation: Invocation, _ library: PhotoLibrary
    ) async throws -> (found: IdentifiedObjects<Asset>, status: ExitStatus) {
        let identifiers = try invocation.operands.map { operand throws(UsageError) in
            try operand.text(for: "The id")
        }
        let found = try await library.fetchAssets(withLocalIdentifiers: identifiers)
        for identifier in found.missing {
            Console.fail("Nothing here has the id \(Console.visible(identifier))")
        }
        return (found, found.missing.isEmpty ? .done : .someFailed)
    }
}
