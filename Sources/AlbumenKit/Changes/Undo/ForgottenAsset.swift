// SPDX-License-Identifier: GPL-3.0-or-later
// Assets that the library forgets, whose files stay: everything known of one, so that it can be known again.

import SQLite

/// The rows of one asset in all tables.
struct ForgottenAsset: Sendable {
    private struct StoredRow: Sendable {
        var table: String
        var columns: String
        var values: [Value]
    }

    /// Tables that have an asset's rows, its own first, and the column that says whose they are.
    private static let tables = [
        ("asset", "id"), ("album_member", "asset_id"), ("asset_keyword", "asset_id"),
        ("file_keyword", "asset_id"),
        ("asset_person", "asset_id"), ("own_person", "asset_id"), ("limited_selection", "asset_id"),
        ("trait", "asset_id"),
        ("content_hash", "asset_id"), ("unproven", "asset_id"), ("sidecar", "asset_id"),
    ]

    let row: Int64
    let uuid: [UInt8]
    private var rows: [StoredRow] = []
    /// Where an import's undo finds it.
    private let items: [Int64]

    /// Nil where it is not there.
    init?(_ row: Int64, in connection: Connection) throws {
        let uuid = try connection.first("SELECT uuid FROM asset WHERE id = ?", row) { $0.bytes(0) }
        guard let uuid else { return nil }
        self.row = row
        self.uuid = uuid
        items = try connection.all("SELECT id FROM import_item WHERE asset_id = ?", row) { $0.int64(0) }
        for (table, key) in Self.tables {
            let columns = try connection.all("SELECT name FROM pragma_table_info(?)", table) { $0.string(0) }
            let list = columns.joined(separator: ", ")
            rows += try connection.all("SELECT \(list) FROM \(table) WHERE \(key) = ?", row) { found in
                StoredRow(table: table, columns: list, values: columns.indices.map(found.value))
            }
        }
    }

    /// Puts everything back that has its place still; false where another asset has the file by now.
    func restore(in connection: Connection) throws -> Bool {
        for stored in rows {
            let places = stored.values.map { _ in "?" }.joined(separator: ", ")
            do {
                try connection.withStatement(
                    "INSERT INTO \(stored.table)(\(stored.columns)) VALUES (\(places))", stored.values
                ) { while try $0.step() {} }
            } catch let error as SQLiteError where error.code == .constraint {
                // Its album is gone, or its place there is taken.
                if stored.table == "asset" { return false }
            }
        }
        for item in items {
            try connection.execute("UPDATE import_item SET asset_id = ? WHERE id = ?", row, item)
        }
        return true
    }
}

extension ChangeRequests {
    /// Takes an asset out of the library. Its file stays where it is.
    func forgetAsset(_ row: Int64) throws {
        // Before: what it belongs to is found out anew when it is known again.
        try AssetParts(writer: writer).takeApart(row)
        guard let asset = try ForgottenAsset(row, in: connection) else { return }
        try connection.execute("DELETE FROM asset WHERE id = ?", row)
        record(.forgotten(asset))
        writer.note(.asset, .deleted, row: row, identifier: asset.uuid)
    }

    func remember(_ asset: ForgottenAsset) throws {
        guard try asset.restore(in: connection) else { return }
        record(.remembered(asset: asset.row))
        writer.note(.asset, .inserted, row: asset.row)
        try AssetParts(writer: writer).settle(asset.row)
    }
}
