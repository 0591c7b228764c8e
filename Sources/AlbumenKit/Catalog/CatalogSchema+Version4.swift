// SPDX-License-Identifier: GPL-3.0-or-later
// Version 4 of the catalog: how and where photos were taken, and who is in them; smart albums of queries.

/// Raw values of `name.kind`.
enum NameKind: Int64, Sendable, CaseIterable {
    case camera = 1
    case lens = 2
    case place = 3
    case person = 4
}

extension CatalogSchema {
    static let version4 = """
        -- What many assets share, written once. Rows stay as they are, so that a row's number is its name.
        CREATE TABLE name(
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,               -- NameKind
            title TEXT NOT NULL,                 -- NFC
            UNIQUE(kind, title)
        ) STRICT;

        ALTER TABLE asset ADD COLUMN camera_id INTEGER REFERENCES name(id);
        ALTER TABLE asset ADD COLUMN lens_id INTEGER REFERENCES name(id);
        ALTER TABLE asset ADD COLUMN place_id INTEGER REFERENCES name(id);
        ALTER TABLE asset ADD COLUMN iso INTEGER;
        ALTER TABLE asset ADD COLUMN aperture REAL;      -- f-number
        ALTER TABLE asset ADD COLUMN exposure_time REAL; -- seconds
        ALTER TABLE asset ADD COLUMN focal_length REAL;  -- millimetres
        CREATE INDEX asset_camera ON asset(camera_id) WHERE camera_id IS NOT NULL;
        CREATE INDEX asset_lens ON asset(lens_id) WHERE lens_id IS NOT NULL;
        CREATE INDEX asset_place ON asset(place_id) WHERE place_id IS NOT NULL;

        CREATE TABLE asset_person(
            asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            person_id INTEGER NOT NULL REFERENCES name(id),
            PRIMARY KEY(asset_id, person_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX asset_person_person ON asset_person(person_id, asset_id);

        -- What a smart album of the person's own asks; NULL for every other album.
        ALTER TABLE album ADD COLUMN query TEXT;
        """
}
