// SPDX-License-Identifier: GPL-3.0-or-later
// What a change did, step by step, with what was there before: enough to take each step back, and to see whether
// somebody else has changed the same thing since.

import Metadata
import SQLite

/// One step of a change. Rows of assets, albums and folders are never given to another object.
enum UndoStep: Sendable {
    struct ColumnEdit: Sendable {
        var column: AssetColumn
        var before: Value
        var after: Value
    }

    struct Member: Sendable {
        var asset: Int64
        var position: Int64
    }

    case asset(row: Int64, [ColumnEdit])
    case keyword(asset: Int64, keyword: Int64, isAdded: Bool)
    case person(asset: Int64, person: Int64, UnitRect?, isAdded: Bool)
    /// Where it stood before, and where it is now; nil where it was, or is, no member.
    case member(album: Int64, asset: Int64, before: MemberPlace?, after: MemberPlace?)
    case created(TreeChild, title: String)
    case deleted(TreeChild, StoredRow, place: TreePlace, members: [Member])
    case keyAsset(album: Int64, before: Int64?, after: Int64?)
    case title(TreeChild, before: String, after: String)
    case child(TreeChild, before: TreePlace, after: TreePlace)
    /// An asset whose file stayed where it was, with all that was known of it.
    case forgotten(ForgottenAsset)
    /// The same, back again.
    case remembered(asset: Int64)
    /// What the person says of a trait; nil where nothing.
    case trait(asset: Int64, PhotoTrait, before: Bool?, after: Bool?)
    /// An asset shows its other file.
    case alternate(asset: Int64, part: Int64)
}

/// A whole row of `album` or `collection_list`, whatever columns it has.
struct StoredRow: Sendable {
    private var columns: [String]
    private var values: [Value]

    /// Nil where it is not there.
    init?(_ child: TreeChild, in connection: Connection) throws {
        let columns = try connection.all("SELECT name FROM pragma_table_info('\(child.kind.table)')") {
            $0.string(0)
        }
        let list = columns.joined(separator: ", ")
        let found = try connection.first("SELECT \(list) FROM \(child.kind.table) WHERE id = ?", child.row) {
            row in columns.indices.map { row.value($0) }
        }
        guard let found else { return nil }
        self.columns = columns
        values = found
        // Kept by triggers as members come back.
        set("visible_count", .integer(0))
    }

    var uuid: [UInt8] { if case .blob(let bytes)? = value("uuid") { bytes } else { [] } }
    var title: String { if case .text(let title)? = value("title") { title } else { "" } }
    var key: String? { if case .text(let key)? = value("key") { key } else { nil } }

    var keyAsset: Int64? { if case .integer(let row)? = value("key_asset_id") { row } else { nil } }

    private func value(_ column: String) -> Value? { columns.firstIndex(of: column).map { values[$0] } }

    /// Without effect where there is no such column.
    mutating func set(_ column: String, _ value: Value) {
        if let index = columns.firstIndex(of: column) { values[index] = value }
    }

    func insert(_ child: TreeChild, in connection: Connection) throws {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try connection.withStatement(
            "INSERT INTO \(child.kind.table)(\(columns.joined(separator: ", "))) VALUES (\(places))", values
        ) { while try $0.step() {} }
    }
}

/// How to take a change back: give it to `PhotoLibrary.undo`.
public struct UndoInformation: Sendable {
    let steps: [UndoStep]

    /// Whether the change did nothing that could be taken back.
    public var isEmpty: Bool { steps.isEmpty }
}
