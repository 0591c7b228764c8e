// SPDX-License-Identifier: GPL-3.0-or-later
// Version 8 of the catalog: the index of words, and what has to be brought up to date in it.

extension CatalogSchema {
    /// What of an asset is in the index.
    private static let indexed = [
        "name", "title", "caption", "camera_id", "lens_id", "place_id", "wall_seconds", "media_type",
        "rating",
    ]

    private static func columns(_ prefix: String) -> String {
        indexed.map { prefix + $0 }.joined(separator: ", ")
    }

    static let version8 = """
        -- Which assets have a term (SearchTerm), 4,096 neighbouring rows to a block (PostingBlock).
        CREATE TABLE search_posting(
            term TEXT NOT NULL,
            block INTEGER NOT NULL,
            rows BLOB NOT NULL,
            PRIMARY KEY(term, block)
        ) STRICT, WITHOUT ROWID;

        -- Assets whose index is behind, with the values that it was made of. Triggers fill it, whoever writes; it is
        -- emptied before the commit, so that no reader ever finds anything here.
        CREATE TABLE search_pending(
            asset_id INTEGER PRIMARY KEY,
            is_indexed INTEGER NOT NULL,
            name BLOB,
            title TEXT,
            caption TEXT,
            camera_id INTEGER,
            lens_id INTEGER,
            place_id INTEGER,
            wall_seconds INTEGER,
            media_type INTEGER,
            rating INTEGER
        ) STRICT;

        CREATE TRIGGER search_insert AFTER INSERT ON asset BEGIN
            INSERT INTO search_pending(asset_id, is_indexed) VALUES (new.id, 0) ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER search_update AFTER UPDATE OF \(columns("")) ON asset
            WHEN (\(columns("old."))) IS NOT (\(columns("new.")))
        BEGIN
            INSERT INTO search_pending VALUES (old.id, 1, \(columns("old."))) ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER search_delete AFTER DELETE ON asset BEGIN
            INSERT INTO search_pending VALUES (old.id, 1, \(columns("old."))) ON CONFLICT DO NOTHING;
        END;

        INSERT INTO search_pending(asset_id, is_indexed) SELECT id, 0 FROM asset;
        """
}
