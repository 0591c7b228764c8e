// SPDX-License-Identifier: GPL-3.0-or-later
// Version 2 of the catalog: hashes of content, for finding duplicates.

extension CatalogSchema {
    static let version2 = """
        -- SHA-256 of an asset's file; only of those that were once compared with another of the same size.
        CREATE TABLE content_hash(
            asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            hash BLOB NOT NULL
        ) STRICT;

        CREATE TRIGGER content_hash_stale AFTER UPDATE OF size, mtime_ns ON asset
            WHEN old.size <> new.size OR old.mtime_ns <> new.mtime_ns
        BEGIN
            DELETE FROM content_hash WHERE asset_id = new.id;
        END;
        """
}
