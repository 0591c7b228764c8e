// SPDX-License-Identifier: GPL-3.0-or-later
// Version 6 of the catalog: bursts, of which ordinary fetches show the representative and the person's picks; days,
// for moments; covers of albums.

extension CatalogSchema {
    /// Whether a row of `asset` stands behind the representative of its burst. What is deleted does not: it has to be
    /// found in Recently Deleted; and a deleted representative has nobody behind it.
    private static let isFolded = """
        (burst_id IS NOT NULL AND trashed_at IS NULL AND (traits & 8) = 0 AND (burst_selection & 2) = 0 AND EXISTS (
            SELECT 1 FROM asset AS other WHERE other.burst_id = asset.burst_id AND (other.traits & 8) <> 0
                AND other.trashed_at IS NULL))
        """

    /// What `left_out` of a row of `asset` has to be.
    static let leftOut = "(is_hidden | iif(\(isFolded), 2, 0))"

    /// A statement that brings `left_out` of all in the bursts `bursts` up to date.
    private static func fold(_ bursts: String) -> String {
        "UPDATE asset SET left_out = \(leftOut) WHERE burst_id IN (\(bursts)) AND left_out <> \(leftOut);"
    }

    /// Adds `step` to the count of what `row` (`old` or `new`) is. An upsert both ways: triggers may run in any order.
    private static func count(_ row: String, _ step: Int) -> String {
        """
        INSERT INTO tally VALUES (\(row).media_type, \(row).media_subtypes, \(row).traits, \(row).is_favorite,
            \(row).left_out, \(row).trashed_at IS NOT NULL, \(row).state, \(step))
            ON CONFLICT DO UPDATE SET count = count + excluded.count;
        """
    }

    private static func countDay(_ row: String, _ step: Int) -> String {
        """
        INSERT INTO added_tally SELECT \(row).added_at / 86400000, \(step)
            WHERE \(row).left_out = 0 AND \(row).trashed_at IS NULL
            ON CONFLICT DO UPDATE SET count = count + excluded.count;
        """
    }

    /// What `wall_day` of a row of `asset` has to be. Rounded down before 1970 too, where SQLite's division rounds towards it.
    static let wallDay = """
        ((coalesce(wall_seconds, sort_key / 1000) + 86400000000) / 86400 - 1000000)
        """

    static let version6 = """
        -- Why ordinary fetches leave an asset out, as bits: 1 the person hid it, 2 it is folded into its burst. Kept by
        -- triggers; `is_hidden` is the person's say alone.
        ALTER TABLE asset RENAME COLUMN is_hidden TO left_out;
        ALTER TABLE tally RENAME COLUMN is_hidden TO left_out;
        ALTER TABLE asset ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
        UPDATE asset SET is_hidden = 1 WHERE left_out = 1;
        -- PhotoKit's bits: 1 the camera's pick, 2 the person's.
        ALTER TABLE asset ADD COLUMN burst_selection INTEGER NOT NULL DEFAULT 0;
        -- Who made the edit that is shown instead of the file; NULL where there is none.
        ALTER TABLE asset ADD COLUMN adjustment_format TEXT;

        CREATE TRIGGER asset_left_out AFTER UPDATE OF is_hidden ON asset WHEN old.is_hidden <> new.is_hidden BEGIN
            UPDATE asset SET left_out = left_out & 2 | is_hidden WHERE id = new.id;
        END;
        CREATE TRIGGER asset_fold_insert AFTER INSERT ON asset WHEN new.burst_id IS NOT NULL BEGIN
            \(fold("new.burst_id"))
        END;
        CREATE TRIGGER asset_fold_delete AFTER DELETE ON asset WHEN old.burst_id IS NOT NULL BEGIN
            \(fold("old.burst_id"))
        END;
        CREATE TRIGGER asset_fold_update AFTER UPDATE OF burst_id, burst_selection, traits, trashed_at ON asset
            WHEN old.burst_id IS NOT NULL OR new.burst_id IS NOT NULL
        BEGIN
            UPDATE asset SET left_out = is_hidden WHERE id = new.id AND burst_id IS NULL AND left_out <> is_hidden;
            \(fold("old.burst_id, new.burst_id"))
        END;

        DROP TRIGGER asset_tally_insert;
        DROP TRIGGER asset_tally_delete;
        DROP TRIGGER asset_tally_update;
        DROP TRIGGER asset_added_insert;
        DROP TRIGGER asset_added_delete;
        DROP TRIGGER asset_added_update;
        CREATE TRIGGER asset_tally_insert AFTER INSERT ON asset BEGIN
            \(count("new", 1))
        END;
        CREATE TRIGGER asset_tally_delete AFTER DELETE ON asset BEGIN
            \(count("old", -1))
        END;
        CREATE TRIGGER asset_tally_update
            AFTER UPDATE OF media_type, media_subtypes, traits, is_favorite, left_out, trashed_at, state ON asset
        BEGIN
            \(count("old", -1))
            \(count("new", 1))
        END;
        CREATE TRIGGER asset_added_insert AFTER INSERT ON asset BEGIN
            \(countDay("new", 1))
        END;
        CREATE TRIGGER asset_added_delete AFTER DELETE ON asset BEGIN
            \(countDay("old", -1))
        END;
        CREATE TRIGGER asset_added_update AFTER UPDATE OF left_out, trashed_at, added_at ON asset BEGIN
            \(countDay("old", -1))
            \(countDay("new", 1))
        END;

        -- The day on the wall clock, in days since 1970; of what has no capture time, the day of its file. Kept by triggers:
        -- an index of a generated column is not taken for covering.
        ALTER TABLE asset ADD COLUMN wall_day INTEGER NOT NULL DEFAULT 0;
        UPDATE asset SET wall_day = \(wallDay);
        CREATE TRIGGER asset_day_insert AFTER INSERT ON asset BEGIN
            UPDATE asset SET wall_day = \(wallDay) WHERE id = new.id;
        END;
        CREATE TRIGGER asset_day_update AFTER UPDATE OF wall_seconds, sort_key ON asset
            WHEN old.wall_seconds IS NOT new.wall_seconds OR old.sort_key <> new.sort_key
        BEGIN
            UPDATE asset SET wall_day = \(wallDay) WHERE id = new.id AND wall_day <> \(wallDay);
        END;
        CREATE INDEX asset_days ON asset(left_out, trashed_at, wall_day, sort_key, id, latitude, longitude);

        -- The asset that the person chose to stand for an album.
        ALTER TABLE album ADD COLUMN key_asset_id INTEGER REFERENCES asset(id) ON DELETE SET NULL;
        CREATE INDEX album_key_asset ON album(key_asset_id) WHERE key_asset_id IS NOT NULL;

        -- The client that made a folder; a limited one sees its own. Nobody's: the person's.
        ALTER TABLE collection_list ADD COLUMN created_by TEXT NOT NULL DEFAULT '';
        """
}
