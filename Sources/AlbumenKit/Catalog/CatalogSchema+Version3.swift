// SPDX-License-Identifier: GPL-3.0-or-later
// Version 3 of the catalog: what a file itself says of a photo, beside what the person says; and which photos were
// read but not yet decoded.

extension CatalogSchema {
    static let version3 = """
        -- Photos of which only the facts were read: whether they can be decoded is still to be seen.
        CREATE TABLE unproven(
            asset_id INTEGER PRIMARY KEY REFERENCES asset(id) ON DELETE CASCADE
        ) STRICT;
        -- A scan that was killed left these called well, without a size.
        INSERT INTO unproven SELECT id FROM asset
            WHERE media_type = 1 AND state = 0 AND (width = 0 OR height = 0);

        -- What the file said when it was last read. A value that differs from it is the person's own.
        ALTER TABLE asset ADD COLUMN file_rating INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN file_title TEXT;
        ALTER TABLE asset ADD COLUMN file_caption TEXT;
        UPDATE asset SET file_rating = rating, file_title = title, file_caption = caption
            WHERE rating <> 0 OR title IS NOT NULL OR caption IS NOT NULL;
        CREATE TABLE file_keyword(
            asset_id INTEGER NOT NULL REFERENCES asset(id) ON DELETE CASCADE,
            keyword_id INTEGER NOT NULL REFERENCES keyword(id),
            PRIMARY KEY(asset_id, keyword_id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO file_keyword SELECT asset_id, keyword_id FROM asset_keyword;
        """
}
