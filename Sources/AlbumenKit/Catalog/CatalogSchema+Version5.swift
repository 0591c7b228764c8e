// SPDX-License-Identifier: GPL-3.0-or-later
// Version 5 of the catalog: the history of limited clients: what came into their view and what left it.

extension CatalogSchema {
    /// `history` says what changed; who could see it cannot be told any more once an asset or an album is gone. So what
    /// enters and leaves a limited client's view is written down when it does, by the catalog itself.
    static let version5 = """
        -- Columns in the order of the key: SQLite 3.40's checks find NULLs that are not there in any other.
        CREATE TABLE client_history(
            generation INTEGER NOT NULL,
            client TEXT NOT NULL,
            object_type INTEGER NOT NULL,        -- as in history
            identifier BLOB NOT NULL,
            change INTEGER NOT NULL,
            PRIMARY KEY(generation, client, object_type, identifier, change)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER client_history_selected AFTER INSERT ON limited_selection BEGIN
            INSERT OR IGNORE INTO client_history
                SELECT generation + 1, new.client, 1, uuid, 1 FROM catalog_state, asset
                WHERE asset.id = new.asset_id;
        END;

        CREATE TRIGGER client_history_deselected AFTER DELETE ON limited_selection BEGIN
            INSERT OR IGNORE INTO client_history
                SELECT generation + 1, old.client, 1, uuid, 3 FROM catalog_state, asset
                WHERE asset.id = old.asset_id;
        END;

        -- Before, not by the cascade: its identifier is still there.
        CREATE TRIGGER client_history_asset BEFORE DELETE ON asset BEGIN
            DELETE FROM limited_selection WHERE asset_id = old.id;
        END;

        CREATE TRIGGER client_history_album AFTER DELETE ON album BEGIN
            INSERT OR IGNORE INTO client_history
                SELECT generation + 1, old.created_by, 2, old.uuid, 3 FROM catalog_state;
        END;
        """
}
