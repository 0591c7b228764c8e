// SPDX-License-Identifier: GPL-3.0-or-later
// Version 10 of the catalog: what pictures look like, for finding similar ones.

extension CatalogSchema {
    static let version10 = """
        CREATE TABLE fingerprint(
            asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE,
            version INTEGER NOT NULL,            -- PerceptualHash.version
            hash BLOB                            -- NULL: it cannot be told by its looks
        ) STRICT;

        CREATE TRIGGER fingerprint_stale AFTER UPDATE OF size, mtime_ns ON asset
            WHEN old.size <> new.size OR old.mtime_ns <> new.mtime_ns
        BEGIN
            DELETE FROM fingerprint WHERE asset_id = new.id;
        END;
        """
}
