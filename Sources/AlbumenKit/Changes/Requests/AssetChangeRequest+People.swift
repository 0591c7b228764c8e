// SPDX-License-Identifier: GPL-3.0-or-later
// The request that says who is in a picture, besides those whom its file names.

import Metadata
import SQLite

extension AssetChangeRequest {
    /// Says that somebody is in the picture, and where of it as shown. No change where its file or somebody said so already,
    /// unless it is known only now where.
    func addPerson(_ name: String, region: UnitRect?) throws {
        try changes.perform {
            guard let person = try NameRecorder(connection: changes.connection).row(.person, name) else {
                return
            }
            let isKnown = try changes.connection.int64(
                """
                SELECT 1 FROM known_person WHERE asset_id = ? AND person_id = ? AND (x IS NOT NULL OR ?)
                """, row, person, region == nil)
            if isKnown == nil { try setPerson(row: person, region, true) }
        }
    }

    func setPerson(row person: Int64, _ region: UnitRect?, _ isThere: Bool) throws {
        let connection = changes.connection
        if isThere {
            try connection.execute(
                "INSERT OR IGNORE INTO own_person VALUES (?, ?, ?, ?, ?, ?)", row, person, region?.x,
                region?.y,
                region?.width, region?.height)
        } else {
            try connection.execute("DELETE FROM own_person WHERE asset_id = ? AND person_id = ?", row, person)
        }
        guard connection.changeCount > 0 else { return }
        try connection.execute("UPDATE asset SET modified_at = ? WHERE id = ?", changes.writer.now, row)
        changes.record(.person(asset: row, person: person, region, isAdded: isThere))
        // People are known of files: what depends on them depends on this.
        changes.writer.note(.asset, .updated, row: row, aspects: .files)
    }
}
