// SPDX-License-Identifier: GPL-3.0-or-later
// The client's standing, and the person's say in it. OWNER: catalog.

extension PhotoLibrary {
    /// Where this client stands; kept in memory, never blocks, never prompts.
    public func authorizationStatus(for level: AccessLevel) -> AuthorizationStatus { fatalError("catalog") }

    /// The person's answer, given through the app's dialog or `albumenctl`. Kept in the catalog. Arrives at
    /// observers as a change. `client` nil means this client.
    public func setAuthorization(
        _ status: AuthorizationStatus, for level: AccessLevel, client: ClientIdentifier? = nil
    ) async throws { fatalError("catalog") }

    /// What any client was granted, for `albumenctl authorization status`.
    public func authorizations() async throws -> [(
        client: ClientIdentifier, level: AccessLevel, status: AuthorizationStatus
    )] {
        fatalError("catalog")
    }

    /// The assets that a limited client may see. Only meaningful while the status is `limited`.
    public func limitedSelection(of client: ClientIdentifier? = nil) async throws -> [String] {
        fatalError("catalog")
    }
    /// The person's choice; identifiers are resolved against the whole library. Arrives as a change.
    public func setLimitedSelection(_ identifiers: [String], of client: ClientIdentifier? = nil) async throws
    {
        fatalError("catalog")
    }
}
