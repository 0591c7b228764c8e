// SPDX-License-Identifier: GPL-3.0-or-later
// Version 14 of the catalog: why files belong together, edited copies, and files beside others that say more of them.

extension CatalogSchema {
    static let version14 = """
        -- Why it is a part (PartEvidence); NULL for an asset of its own.
        ALTER TABLE asset ADD COLUMN part_evidence INTEGER;
        UPDATE asset SET part_evidence = iif(part_kind = 9, 1, 2) WHERE part_of IS NOT NULL;
        INSERT OR IGNORE INTO trait
            SELECT part_of, iif(part_kind = 9, 'livePhotos', 'raw'), 'pairing', 1, 1.0, '' FROM asset
            WHERE part_of IS NOT NULL;
        -- The asset that this one is an edited copy of.
        ALTER TABLE asset ADD COLUMN original_id INTEGER REFERENCES asset(id) ON DELETE SET NULL;
        CREATE INDEX asset_original ON asset(original_id) WHERE original_id IS NOT NULL;

        -- Recently Deleted shows no parts: its index says which they are.
        DROP INDEX asset_trash;
        CREATE INDEX asset_trash ON asset(trashed_at, id, left_out) WHERE trashed_at IS NOT NULL;

        -- Files beside an asset's own that say more of it; the stamp is another one when any of them is (Sidecar.stamp).
        ALTER TABLE asset ADD COLUMN sidecar_stamp INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE sidecar(
            asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,               -- SidecarKind
            name BLOB NOT NULL,                  -- in the folder of the asset's file
            PRIMARY KEY(asset_id, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
