// SPDX-License-Identifier: GPL-3.0-or-later
// Version 12 of the catalog: assets of more than one file, films inside photos, and where people are in a picture.

extension CatalogSchema {
    /// Whether a row of `asset` stands behind the representative of its burst; see version 6.
    private static let isFolded = """
        (burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
            SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
                AND other.trashed_at IS NULL))
        """

    /// What `left_out` of a row of `asset` has to be, as bits: 1 the person hid it, 2 its burst folds it, 4 it is a part
    /// of another asset.
    static let leftOutOfParts =
        "(is_hidden | iif(\(isFolded), 2, 0) | iif(part_of IS NULL, 0, 4))"

    /// A statement that brings `left_out` of all in the bursts `bursts` up to date.
    private static func fold(_ bursts: String) -> String {
        """
        UPDATE asset SET left_out = \(leftOutOfParts)
            WHERE burst_id IN (\(bursts)) AND left_out <> \(leftOutOfParts);
        """
    }

    static let version12 = """
        -- Equal in the still and the film of a Live Photo; in lower case.
        ALTER TABLE asset ADD COLUMN content_id TEXT;
        CREATE INDEX asset_content_id ON asset(content_id) WHERE content_id IS NOT NULL;
        -- The film inside a motion photo; bytes of the file.
        ALTER TABLE asset ADD COLUMN motion_offset INTEGER;
        ALTER TABLE asset ADD COLUMN motion_length INTEGER;
        -- The asset that this file is a part of, and as what (AssetResourceType); both NULL for an asset of its own.
        ALTER TABLE asset ADD COLUMN part_of INTEGER REFERENCES asset(id) ON DELETE SET NULL;
        ALTER TABLE asset ADD COLUMN part_kind INTEGER;
        CREATE INDEX asset_parts ON asset(part_of) WHERE part_of IS NOT NULL;

        -- Where the face is, of the picture as shown, from 0 to 1; NULL where the file does not say.
        ALTER TABLE asset_person ADD COLUMN x REAL;
        ALTER TABLE asset_person ADD COLUMN y REAL;
        ALTER TABLE asset_person ADD COLUMN width REAL;
        ALTER TABLE asset_person ADD COLUMN height REAL;

        DROP TRIGGER asset_left_out;
        CREATE TRIGGER asset_left_out AFTER UPDATE OF is_hidden, part_of ON asset
            WHEN old.is_hidden <> new.is_hidden OR (old.part_of IS NULL) <> (new.part_of IS NULL)
        BEGIN
            UPDATE asset SET left_out = left_out & 2 | is_hidden | iif(part_of IS NULL, 0, 4) WHERE id = new.id;
        END;
        DROP TRIGGER asset_fold_insert;
        CREATE TRIGGER asset_fold_insert AFTER INSERT ON asset WHEN new.burst_id IS NOT NULL BEGIN
            \(fold("new.burst_id"))
        END;
        DROP TRIGGER asset_fold_delete;
        CREATE TRIGGER asset_fold_delete AFTER DELETE ON asset WHEN old.burst_id IS NOT NULL BEGIN
            \(fold("old.burst_id"))
        END;
        DROP TRIGGER asset_fold_update;
        CREATE TRIGGER asset_fold_update AFTER UPDATE OF burst_id, burst_selection, traits, trashed_at ON asset
            WHEN old.burst_id IS NOT NULL OR new.burst_id IS NOT NULL
        BEGIN
            UPDATE asset SET left_out = left_out & 5 WHERE id = new.id AND burst_id IS NULL AND left_out & 2 <> 0;
            \(fold("old.burst_id, new.burst_id"))
        END;

        -- A photo whose film is deleted is a photo; one whose RAW is deleted is no RAW.
        CREATE TRIGGER asset_part_delete AFTER DELETE ON asset WHEN old.part_of IS NOT NULL BEGIN
            UPDATE asset SET media_subtypes = media_subtypes & ~8
                WHERE id = old.part_of AND old.part_kind = 9 AND motion_length IS NULL;
            UPDATE asset SET traits = traits & ~1
                WHERE id = old.part_of AND old.part_kind = 4 AND (old.traits & 1) <> 0;
        END;
        """
}
