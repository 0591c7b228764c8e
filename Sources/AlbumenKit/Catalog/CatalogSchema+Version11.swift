// SPDX-License-Identifier: GPL-3.0-or-later
// Version 11 of the catalog: the queue of imports. What has to be done, what was done, and what undoing it takes back.

extension CatalogSchema {
    static let version11 = """
        CREATE TABLE import_session(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE,
            client TEXT NOT NULL,
            mode INTEGER NOT NULL,               -- ImportMode
            album TEXT,                          -- title of the album to file in, NFC
            wants_thumbnails INTEGER NOT NULL,
            is_selection INTEGER NOT NULL,
            state INTEGER NOT NULL,              -- StoredImportState
            started_at INTEGER NOT NULL,
            collection_id INTEGER,               -- the album of what it brought, which may be gone
            album_id INTEGER,                    -- the album that it files in, which may be gone
            made_album INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- What was named, in order.
        CREATE TABLE import_source(
            id INTEGER PRIMARY KEY,
            session_id INTEGER NOT NULL REFERENCES import_session(id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            is_listed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX import_source_session ON import_source(session_id);

        -- Folders below what was named, in the order in which they were listed.
        CREATE TABLE import_folder(
            id INTEGER PRIMARY KEY,
            session_id INTEGER NOT NULL REFERENCES import_session(id) ON DELETE CASCADE,
            source_id INTEGER NOT NULL REFERENCES import_source(id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            is_own INTEGER NOT NULL,             -- in the library's folder of copies
            is_listed INTEGER NOT NULL DEFAULT 0,
            UNIQUE(source_id, path)
        ) STRICT;
        CREATE INDEX import_folder_session ON import_folder(session_id);

        CREATE TABLE import_item(
            id INTEGER PRIMARY KEY,
            session_id INTEGER NOT NULL REFERENCES import_session(id) ON DELETE CASCADE,
            folder_id INTEGER NOT NULL REFERENCES import_folder(id) ON DELETE CASCADE,
            name BLOB NOT NULL,
            device INTEGER,                      -- as listed; NULL for what has its verdict by its name alone
            inode INTEGER,
            size INTEGER NOT NULL DEFAULT 0,
            mtime_ns INTEGER,
            ctime_ns INTEGER,
            is_done INTEGER NOT NULL DEFAULT 0,
            verdict TEXT,
            reason TEXT,
            asset_id INTEGER REFERENCES asset(id) ON DELETE SET NULL,
            effect INTEGER NOT NULL DEFAULT 0,   -- bits of ImportEffect
            -- The name that a copy is about to get, and which file that is: set before, taken away by what enters the asset.
            copy_folder BLOB,
            copy_name BLOB,
            copy_inode INTEGER,
            copy_mtime_ns INTEGER,
            UNIQUE(folder_id, name)
        ) STRICT;
        CREATE INDEX import_item_waiting ON import_item(session_id, folder_id, name) WHERE is_done = 0;
        CREATE INDEX import_item_asset ON import_item(asset_id) WHERE asset_id IS NOT NULL;
        CREATE INDEX import_item_copy ON import_item(session_id) WHERE copy_name IS NOT NULL;

        CREATE TABLE import_tally(
            session_id INTEGER NOT NULL REFERENCES import_session(id) ON DELETE CASCADE,
            verdict TEXT NOT NULL,
            count INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY(session_id, verdict)
        ) STRICT, WITHOUT ROWID;
        """
}
