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

    private let statuses: Mutex<[Key: AuthorizationStatus]>

    init(_ grants: [Grant]) {
        let pairs = grants.map { (Key(client: $0.client, level: $0.level), $0.status) }
        statuses = Mutex(Dictionary(pairs, uniquingKeysWith: { $1 }))
    }

    func set(_ grant: Grant) {
        statuses.withLock { $0[Key(client: grant.client, level: grant.level)] = grant.status }
    }

    /// Full or limited reading includes adding, where the person has not said otherwise.
    func status(of client: ClientIdentifier, for level: AccessLevel) -> AuthorizationStatus {
        statuses.withLock { statuses in
            let status = statuses[Key(client: client, level: level)] ?? .notDetermined
            guard level == .addOnly, status == .notDetermined else { return status }
            let reading = statuses[Key(client: client, level: .readWrite)]
            return reading == .authorized || reading == .limited ? .authorized : .notDetermined
        }
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
