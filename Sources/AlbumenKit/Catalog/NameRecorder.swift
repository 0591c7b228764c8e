// SPDX-License-Identifier: GPL-3.0-or-later
// Names that many assets share: cameras, lenses, places, people. Each is one row, made when it first occurs.

import Metadata
import SQLite

/// Finds and makes names inside one transaction.
final class NameRecorder {
    private let connection: Connection
    private var rows: [Name: Int64] = [:]

    private struct Name: Hashable {
        var kind: NameKind
        var title: String
    }

    init(connection: Connection) { self.connection = connection }

    /// The row of a name, made where it is new; nil for no name.
    func row(_ kind: NameKind, _ title: String?) throws -> Int64? {
        guard let title = title?.nfc, !title.isEmpty else { return nil }
        let name = Name(kind: kind, title: title)
        if let row = rows[name] { return row }
        try connection.execute(
            "INSERT OR IGNORE INTO name(kind, title) VALUES (?, ?)", kind.rawValue, title)
        let row = try connection.int64(
            "SELECT id FROM name WHERE kind = ? AND title = ?", kind.rawValue, title)
        rows[name] = row
        return row
    }

    /// The file is the only source of them: who is no longer in it is no longer in the picture.
    func setPeople(_ people: [PersonInPicture], of asset: Int64) throws {
        let before = Set(
            try connection.all("SELECT person_id FROM asset_person WHERE asset_id = ?", asset) { $0.int64(0) }
        )
        var now: Set<Int64> = []
        for person in people {
            guard let name = try row(.person, person.name), now.insert(name).inserted else { continue }
            let region = person.region
            try connection.execute(
                """
                INSERT INTO asset_person VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET x = excluded.x, y = excluded.y, width = excluded.width, height = excluded.height
                """, asset, name, region?.x, region?.y, region?.width, region?.height)
        }
        for person in before.subtracting(now) {
            try connection.execute(
                "DELETE FROM asset_person WHERE asset_id = ? AND person_id = ?", asset, person)
        }
    }
}
