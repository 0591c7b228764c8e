// SPDX-License-Identifier: GPL-3.0-or-later
// The history for clients: where the library stands, and what happened since they last looked.

import SQLite

extension PhotoLibrary {
    /// Changes that one call of `changes(since:)` returns at most, unless told otherwise.
    public static let historyPage = 256

    /// The point at which the library stands now. Throws `notAuthorized` for clients that may not read.
    public func currentChangeToken() async throws -> ChangeToken {
        try checkReading()
        return try await catalog.read { try $0.changeToken() }
    }

    /// What was committed after `token`, by any process, as this client may see it; oldest first.
    ///
    /// Throws `notAuthorized` for clients that may not read.
    public func changes(
        since token: ChangeToken, limit: Int = PhotoLibrary.historyPage
    ) async throws -> ChangeHistory {
        try checkReading()
        let viewer = viewer
        let client = client
        return try await catalog.read {
            try $0.history(since: token, limit: limit, client: client, viewer: viewer)
        }
    }

    private func checkReading() throws {
        if viewer == .nothing { throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite)) }
    }
}
