// SPDX-License-Identifier: GPL-3.0-or-later
// The SQL of each thing that can be asked of an asset.

import Foundation
import Metadata
import SQLite

extension PredicateCompiler {
    func leaf(_ predicate: AssetPredicate) throws -> CompiledPredicate {
        switch predicate {
        case .all, .any, .not: try compile(predicate)
        case .mediaType(let type): CompiledPredicate("media_type = ?", [.integer(Int64(type.rawValue))])
        case .hasAnySubtype(let subtypes): CompiledPredicate("(media_subtypes & ?) <> 0", [bits(subtypes)])
        case .hasAllSubtypes(let subtypes):
            CompiledPredicate("(media_subtypes & ?) = ?", [bits(subtypes), bits(subtypes)])
        case .state(.filed):
            members(ofAlbumsWhere: "subtype <> \(AssetCollectionSubtype.albumImported.rawValue)", [])
        case .state(.keyworded): CompiledPredicate(members: "SELECT asset_id FROM asset_keyword")
        case .state(let flag): flag.condition.map { CompiledPredicate($0) } ?? .nothing
        case .text(let field, let match): try text(field, match)
        case .number(let field, let range): bounds(field.column, range)
        case .captured(let range): bounds("wall_seconds", NumberRange(range))
        case .capturedInMonth(let month):
            CompiledPredicate(
                "(wall_seconds IS NOT NULL AND strftime('%m', wall_seconds, 'unixepoch') = ?)",
                [.text((month < 10 ? "0" : "") + String(month))])
        case .added(let range): bounds("added_at", NumberRange(range))
        case .modified(let range): bounds("modified_at", NumberRange(range))
        case .location(let box): location(box)
        case .inAlbum(let identifier): inAlbum(identifier)
        case .burst(let identifier): CompiledPredicate("burst_id = ?", [.text(identifier)])
        case .identifiers(let identifiers):
            rowSet(RowSet(try connection.assetRows(identifiers: identifiers).compactMap { $0 }))
        case .words(let words): rowSet(try WordFinder(connection: connection, viewer: viewer).rows(words))
        }
    }

    func rowSet(_ rows: RowSet) -> CompiledPredicate {
        CompiledPredicate("row_set_contains(?, asset.id)", [.rowSet(rows)])
    }

    private func bits(_ subtypes: MediaSubtypes) -> Value {
        .integer(Int64(bitPattern: UInt64(subtypes.rawValue)))
    }

    // MARK: Ranges

    /// NULL is outside of every range, also of one without bounds.
    private func bounds(_ column: String, _ range: NumberRange) -> CompiledPredicate {
        var parts: [CompiledPredicate] = []
        if let lower = range.lower {
            parts.append(CompiledPredicate("\(column) \(range.includesLower ? ">=" : ">") ?", [.real(lower)]))
        }
        if let upper = range.upper {
            parts.append(CompiledPredicate("\(column) \(range.includesUpper ? "<=" : "<") ?", [.real(upper)]))
        }
        return CompiledPredicate.joined(parts, by: "AND") ?? CompiledPredicate("\(column) IS NOT NULL")
    }

    private func location(_ box: LocationBox) -> CompiledPredicate {
        let meridians =
            box.west <= box.east ? "longitude >= ? AND longitude <= ?" : "(longitude >= ? OR longitude <= ?)"
        return CompiledPredicate(
            "(latitude >= ? AND latitude <= ? AND \(meridians))",
            [.real(box.south), .real(box.north), .real(box.west), .real(box.east)])
    }

    // MARK: Texts

    private func text(_ field: TextField, _ match: TextMatch) throws -> CompiledPredicate {
        func named(_ kind: NameKind, _ column: String) -> CompiledPredicate {
            let names = namesMatching(match, kind: kind)
            return CompiledPredicate("\(column) IN (\(names.sql))", names.values)
        }
        switch field {
        case .fileName: return try own("asset.name", match)
        case .title: return try own("asset.title", match)
        case .caption: return try own("caption", match)
        case .camera: return named(.camera, "camera_id")
        case .lens: return named(.lens, "lens_id")
        case .place: return named(.place, "place_id")
        case .keyword:
            return CompiledPredicate(
                members: """
                    SELECT asset_id FROM asset_keyword WHERE keyword_id IN (
                        SELECT id FROM keyword WHERE \(Self.matching("title")))
                    """, values(match))
        case .person:
            let names = namesMatching(match, kind: .person)
            return CompiledPredicate(
                members: "SELECT asset_id FROM known_person WHERE person_id IN (\(names.sql))", names.values)
        case .albumTitle: return members(ofAlbumsWhere: Self.matching("title"), values(match))
        }
    }

    private static func matching(_ column: String) -> String { "folded_matches(\(column), ?, ?)" }

    private func values(_ match: TextMatch) -> [Value] {
        [.integer(Int64(match.mode)), .text(TextFolding.folded(match.text))]
    }

    /// A query for the ids of names.
    func namesMatching(_ match: TextMatch, kind: NameKind) -> CompiledPredicate {
        CompiledPredicate(
            "SELECT id FROM name WHERE kind = \(kind.rawValue) AND \(Self.matching("title"))", values(match))
    }

    /// A text of the asset itself. Words are looked up first: to compare a million texts takes seconds.
    private func own(_ column: String, _ match: TextMatch) throws -> CompiledPredicate {
        let comparison = CompiledPredicate(Self.matching(column), values(match))
        guard case .words(let text) = match else { return comparison }
        let candidates = try WordFinder(connection: connection, viewer: viewer)
            .candidates(TextFinder(FreeText(text)))
        return CompiledPredicate.joined([rowSet(candidates), comparison], by: "AND") ?? comparison
    }

    private func inAlbum(_ identifier: String) -> CompiledPredicate {
        guard let uuid = LocalIdentifier.bytes(identifier) else { return .nothing }
        return members(ofAlbumsWhere: "uuid = ?", [.blob(uuid)])
    }

    private func members(ofAlbumsWhere condition: String, _ values: [Value]) -> CompiledPredicate {
        var condition = condition
        var values = values
        switch viewer {
        case .everything: break
        case .nothing: return .nothing
        case .limited(let client):
            condition += " AND created_by = ?"
            values.append(.text(client.rawValue))
        }
        return CompiledPredicate(
            members: """
                SELECT asset_id FROM album_member WHERE album_id IN (SELECT id FROM album WHERE \(condition))
                """, values)
    }
}

extension AssetFlag {
    /// The condition on `asset`; nil for what other tables tell.
    var condition: String? {
        switch self {
        case .favorite: "is_favorite = 1"
        case .hidden: "is_hidden = 1"
        case .edited: "adjustment_format IS NOT NULL"
        case .raw: "(traits & \(AssetTraits.raw.rawValue)) <> 0"
        case .selfPortrait: "(traits & \(AssetTraits.selfPortrait.rawValue)) <> 0"
        case .longExposure: "(traits & \(AssetTraits.longExposure.rawValue)) <> 0"
        case .burst: "burst_id IS NOT NULL"
        case .broken: "state = \(StoredState.broken.rawValue)"
        case .offline: "state = \(StoredState.offline.rawValue)"
        case .located: "latitude IS NOT NULL"
        case .titled: "asset.title IS NOT NULL"
        case .captioned: "asset.caption IS NOT NULL"
        case .keyworded, .filed: nil
        }
    }
}

extension NumberField {
    /// The column of `asset`.
    var column: String {
        switch self {
        case .rating: "rating"
        case .duration: "duration"
        case .width: "width"
        case .height: "height"
        case .fileSize: "size"
        case .iso: "iso"
        case .aperture: "aperture"
        case .exposureTime: "exposure_time"
        case .focalLength: "focal_length"
        }
    }
}
