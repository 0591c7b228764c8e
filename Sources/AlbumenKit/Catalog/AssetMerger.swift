// SPDX-License-Identifier: GPL-3.0-or-later
// Two assets of one file become one: what anybody did with either is kept.

import Metadata
import SQLite

/// Merges assets inside one transaction.
struct AssetMerger {
    let writer: CatalogWriter
    private var connection: Connection { writer.connection }

    init(writer: CatalogWriter) { self.writer = writer }

    /// Whether nobody did anything with an asset: what it has comes from its file.
    func isUntouched(_ row: Int64) throws -> Bool {
        try connection.int64(
            """
            SELECT NOT (is_favorite OR is_hidden OR trashed_at IS NOT NULL OR rating <> file_rating
                OR title IS NOT file_title OR caption IS NOT file_caption OR time_source IS ?2 OR is_own_place
                OR (burst_selection & 2) <> 0 OR adjustment_format IS NOT NULL
                OR EXISTS (SELECT 1 FROM album_member JOIN album ON album.id = album_id
                    WHERE asset_id = asset.id AND subtype <> \(AssetCollectionSubtype.albumImported.rawValue))
                OR EXISTS (SELECT 1 FROM album WHERE key_asset_id = asset.id)
                OR EXISTS (SELECT 1 FROM limited_selection WHERE asset_id = asset.id)
                OR EXISTS (SELECT 1 FROM own_person WHERE asset_id = asset.id)
                OR EXISTS (SELECT 1 FROM trait WHERE asset_id = asset.id AND detector = 'person')
                OR EXISTS (SELECT keyword_id FROM asset_keyword WHERE asset_id = asset.id
                    EXCEPT SELECT keyword_id FROM file_keyword WHERE asset_id = asset.id)
                OR EXISTS (SELECT keyword_id FROM file_keyword WHERE asset_id = asset.id
                    EXCEPT SELECT keyword_id FROM asset_keyword WHERE asset_id = asset.id))
            FROM asset WHERE id = ?1
            """, row, TimeSource.person.rawValue) == 1
    }

    /// Gives `survivor` what the person did with `row`, and removes `row`. What is the person's is told from what either
    /// file said: where the file was read anew, that has to be entered in the asset of its path before.
    func merge(_ row: Int64, into survivor: Int64) throws {
        try moveMemberships(row, survivor)
        try mergeValues(row, survivor)
        try mergeKeywords(row, survivor)
        try connection.execute(
            """
            INSERT OR IGNORE INTO trait SELECT ?2, trait, detector, version, confidence, evidence FROM trait
                WHERE asset_id = ?1 AND detector = 'person'
            """, row, survivor)
        try connection.execute(
            """
            INSERT INTO limited_selection SELECT client, ?2, is_own, added_at FROM limited_selection
                WHERE asset_id = ?1
                ON CONFLICT DO UPDATE SET is_own = max(is_own, excluded.is_own)
            """, row, survivor)
        try connection.execute(
            """
            INSERT OR IGNORE INTO own_person SELECT ?2, person_id, x, y, width, height FROM own_person
                WHERE asset_id = ?1
            """, row, survivor)
        let parts = AssetParts(writer: writer)
        for part in [row, survivor] { try parts.separate(part) }
        try connection.execute("UPDATE asset SET part_of = ? WHERE part_of = ?", survivor, row)
        try connection.execute("UPDATE import_item SET asset_id = ? WHERE asset_id = ?", survivor, row)
        let identifier = try connection.first("SELECT uuid FROM asset WHERE id = ?", row) { $0.bytes(0) }
        try connection.execute("DELETE FROM asset WHERE id = ?", row)
        writer.note(.asset, .deleted, row: row, identifier: identifier)
        writer.note(.asset, .updated, row: survivor)
        try parts.settle(survivor)
    }

    /// The person's own values only: the file's are read from the file.
    private func mergeValues(_ row: Int64, _ survivor: Int64) throws {
        let timing = FileRecorder.timing.sorted().map {
            "\($0) = iif(asset.time_source IS NOT ?4 AND other.time_source IS ?4, other.\($0), asset.\($0))"
        }
        let placing = FileRecorder.placing.map {
            "\($0) = iif(NOT asset.is_own_place AND other.is_own_place, other.\($0), asset.\($0))"
        }
        // Deleted only where both are; of two numbers `max` is NULL where one is.
        try connection.execute(
            """
            UPDATE asset SET is_favorite = max(asset.is_favorite, other.is_favorite),
                is_hidden = max(asset.is_hidden, other.is_hidden),
                trashed_at = max(asset.trashed_at, other.trashed_at),
                added_at = min(asset.added_at, other.added_at),
                rating = iif(asset.rating = asset.file_rating AND other.rating <> other.file_rating,
                    other.rating, asset.rating),
                title = iif(asset.title IS asset.file_title AND other.title IS NOT other.file_title,
                    other.title, asset.title),
                caption = iif(asset.caption IS asset.file_caption AND other.caption IS NOT other.file_caption,
                    other.caption, asset.caption),
                \((timing + placing).joined(separator: ", ")),
                is_own_place = max(asset.is_own_place, other.is_own_place),
                burst_selection = asset.burst_selection | (other.burst_selection & 2),
                adjustment_format = coalesce(asset.adjustment_format, other.adjustment_format),
                modified_at = ?3
            FROM asset AS other WHERE asset.id = ?2 AND other.id = ?1
            """, row, survivor, writer.now, TimeSource.person.rawValue)
    }

    /// What the person added to either is in both, and what the person took away from either in none: there it counts as
    /// the file's, which the person does not want.
    private func mergeKeywords(_ row: Int64, _ survivor: Int64) throws {
        try connection.execute(
            """
            INSERT OR IGNORE INTO asset_keyword SELECT ?2, keyword_id FROM asset_keyword WHERE asset_id = ?1
                AND keyword_id NOT IN (SELECT keyword_id FROM file_keyword WHERE asset_id = ?1)
            """, row, survivor)
        let removed = """
            SELECT keyword_id FROM file_keyword WHERE asset_id = ?1
                AND keyword_id NOT IN (SELECT keyword_id FROM asset_keyword WHERE asset_id = ?1)
                AND keyword_id NOT IN (SELECT keyword_id FROM asset_keyword WHERE asset_id = ?2
                    EXCEPT SELECT keyword_id FROM file_keyword WHERE asset_id = ?2)
            """
        let keywords = try connection.all(removed, row, survivor) { $0.int64(0) }
        for keyword in keywords {
            try connection.execute(
                "DELETE FROM asset_keyword WHERE asset_id = ? AND keyword_id = ?", survivor, keyword)
            try connection.execute("INSERT OR IGNORE INTO file_keyword VALUES (?, ?)", survivor, keyword)
        }
    }

    /// One by one, so that the triggers keep the albums' counts.
    private func moveMemberships(_ row: Int64, _ survivor: Int64) throws {
        let memberships = try connection.all(
            "SELECT album_id, position FROM album_member WHERE asset_id = ?", row
        ) { (album: $0.int64(0), position: $0.int64(1)) }
        for (album, position) in memberships {
            try connection.execute(
                "DELETE FROM album_member WHERE asset_id = ? AND album_id = ?", row, album)
            try connection.execute(
                "INSERT OR IGNORE INTO album_member VALUES (?, ?, ?)", survivor, album, position)
            writer.note(.album, .updated, row: album)
        }
        let covers = try connection.all("SELECT id FROM album WHERE key_asset_id = ?", row) { $0.int64(0) }
        for album in covers {
            try connection.execute("UPDATE album SET key_asset_id = ? WHERE id = ?", survivor, album)
            writer.note(.album, .updated, row: album)
        }
    }
}
