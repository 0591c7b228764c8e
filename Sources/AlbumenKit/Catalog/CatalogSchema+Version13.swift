// SPDX-License-Identifier: GPL-3.0-or-later
// Version 13 of the catalog: people whom somebody else than the file says to be in a picture.

extension CatalogSchema {
    static let version13 = """
        CREATE TABLE own_person(
            asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            person_id INTEGER NOT NULL REFERENCES name(id),
            -- Where the face is, of the picture as shown, from 0 to 1; NULL where nobody says.
            x REAL,
            y REAL,
            width REAL,
            height REAL,
            PRIMARY KEY(asset_id, person_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX own_person_person ON own_person(person_id, asset_id);

        -- Everybody who is in a picture, whoever says so.
        CREATE VIEW known_person AS
            SELECT asset_id, person_id, x, y, width, height FROM own_person
            UNION ALL
            SELECT asset_id, person_id, x, y, width, height FROM asset_person AS file WHERE NOT EXISTS (
                SELECT 1 FROM own_person AS own
                WHERE own.asset_id = file.asset_id AND own.person_id = file.person_id);
        """
}
