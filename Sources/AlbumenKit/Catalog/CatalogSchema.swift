// SPDX-License-Identifier: GPL-3.0-or-later
// The versions of the catalog's schema. Append-only: a published version is never edited, the next one
// changes it.

import SQLite

enum CatalogSchema {
    /// `PRAGMA application_id` of every catalog: "Albm".
    static let applicationID: Int32 = 0x416C_626D

    static let migrator = Migrator([
        Migrator.Migration("assets, albums, access, history", sql: version1),
        Migrator.Migration("content hashes", sql: version2),
        Migrator.Migration("what files say, what is unproven", sql: version3),
        Migrator.Migration("cameras, places, people, queries", sql: version4),
        Migrator.Migration("history of limited clients", sql: version5),
        Migrator.Migration("bursts, days, covers", sql: version6),
        Migrator.Migration("places that people set", sql: version7),
        Migrator.Migration("index of words") { connection in
            // The next version fills it: this program's indexer writes that version's tables too.
            try connection.executeScript(version8)
        },
        Migrator.Migration("index of numbers") { connection in
            try connection.executeScript(version9)
            try SearchIndexer(connection: connection).update()
        },
        Migrator.Migration("what pictures look like", sql: version10),
        Migrator.Migration("queue of imports", sql: version11),
        Migrator.Migration("parts of assets, faces", sql: version12),
        Migrator.Migration("people by hand", sql: version13),
        Migrator.Migration("evidence of parts, edited copies, sidecars", sql: version14),
    ])
}
