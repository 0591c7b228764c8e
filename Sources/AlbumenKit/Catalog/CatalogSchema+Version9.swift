// SPDX-License-Identifier: GPL-3.0-or-later
// Version 9 of the catalog: numbers of assets in the index, beside the words.

extension CatalogSchema {
    /// What of an asset calls for the index to be brought up to date.
    private static let indexed = [
        "name", "title", "caption", "camera_id", "lens_id", "place_id", "wall_seconds", "media_type",
        "rating",
        "duration", "width", "height", "size", "iso", "aperture", "exposure_time", "focal_length", "added_at",
        "modified_at", "media_subtypes", "is_hidden", "adjustment_format", "burst_id", "state", "latitude",
    ]
    /// The first of them, of which `search_pending` keeps the old values.
    private static let remembered = indexed.prefix(9)

    private static func columns(_ prefix: String, _ names: some Sequence<String>) -> String {
        names.map { prefix + $0 }.joined(separator: ", ")
    }

    static let version9 = """
        -- id: SearchColumn << 32 | block of 4,096 neighbouring rows (NumberBlock).
        CREATE TABLE search_column(
            id INTEGER PRIMARY KEY,
            numbers BLOB NOT NULL
        ) STRICT;

        DROP TRIGGER search_update;
        CREATE TRIGGER search_update AFTER UPDATE OF \(columns("", indexed)) ON asset
            WHEN (\(columns("old.", indexed))) IS NOT (\(columns("new.", indexed)))
        BEGIN
            INSERT INTO search_pending VALUES (old.id, 1, \(columns("old.", remembered))) ON CONFLICT DO NOTHING;
        END;

        -- Terms are others than they were.
        DELETE FROM search_posting;
        INSERT OR IGNORE INTO search_pending(asset_id, is_indexed) SELECT id, 0 FROM asset;
        """
}
