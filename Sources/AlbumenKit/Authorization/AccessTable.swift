// SPDX-License-Identifier: GPL-3.0-or-later
// Where each client stands, in memory. The catalog's table is the truth; this copy follows its commits.

import SQLite
import Synchronization

/// Grants by client and level.
final class AccessTable: Sendable {
    struct Grant: Sendable, Hashable {
        var client: ClientIdentifier
        var level: AccessLevel
        var status: AuthorizationStatus
    }

    private struct Key: Hashable {
        var client: ClientIdentifier
        var level: AccessLevel
    }

    private struct State {
        var statuses: [Key: AuthorizationStatus]
        /// Clients that somebody above the person keeps out, whatever the person said.
        var restricted: Set<ClientIdentifier> = []

        func status(of client: ClientIdentifier, for level: AccessLevel) -> AuthorizationStatus {
            if restricted.contains(client) { return .restricted }
            let status = statuses[Key(client: client, level: level)] ?? .notDetermined
            guard level == .addOnly, status == .notDetermined else { return status }
            let reading = statuses[Key(client: client, level: .readWrite)]
            return reading == .authorized || reading == .limited ? .authorized : .notDetermined
        }
    }

    private let state: Mutex<State>

    init(_ grants: [Grant]) { state = Mutex(State(statuses: Self.statuses(grants))) }

    private static func statuses(_ grants: [Grant]) -> [Key: AuthorizationStatus] {
        let pairs = grants.map { (Key(client: $0.client, level: $0.level), $0.status) }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    func set(_ grant: Grant) {
        state.withLock { $0.statuses[Key(client: grant.client, level: grant.level)] = grant.status }
    }

    /// Takes over what another process has written.
    func replace(with grants: [Grant]) { state.withLock { $0.statuses = Self.statuses(grants) } }

    /// Whether the system keeps this client out. Returns whether that is news.
    func setRestricted(_ isRestricted: Bool, client: ClientIdentifier) -> Bool {
        state.withLock { state in
            if isRestricted { return state.restricted.insert(client).inserted }
            return state.restricted.remove(client) != nil
        }
    }

    /// Full or limited reading includes adding, where the person has not said otherwise.
    func status(of client: ClientIdentifier, for level: AccessLevel) -> AuthorizationStatus {
        state.withLock { $0.status(of: client, for: level) }
    }

    /// The same by the grants that stand in the catalog now, which another process may have changed.
    func status(
        of client: ClientIdentifier, for level: AccessLevel, in connection: Connection
    ) throws -> AuthorizationStatus {
        var current = state.withLock { $0 }
        current.statuses = Self.statuses(try Self.grants(in: connection))
        return current.status(of: client, for: level)
    }

    static func grants(in connection: Connection) throws -> [Grant] {
        let sql = "SELECT client, level, status FROM client_access ORDER BY client, level"
        return try connection.all(sql) { row in
            guard let level = AccessLevel(rawValue: row.int(1)),
                let status = AuthorizationStatus(rawValue: row.int(2))
            else { return nil }
            return Grant(client: ClientIdentifier(row.string(0)), level: level, status: status)
        }.compactMap { $0 }
    }
}
