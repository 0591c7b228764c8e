// SPDX-License-Identifier: GPL-3.0-or-later
// All assets that a predicate finds, as sets put together from what indexes tell. The rows of the table are looked
// at only for what no index knows, and then only those that the rest has left.

import Metadata
import SQLite

extension PredicateCompiler {
    /// The rows that the predicate finds, whatever their visibility.
    func rows(_ predicate: AssetPredicate) throws -> RowSet {
        switch predicate {
        case .all(let parts): return try rows(ofAll: parts)
        case .any(let parts):
            return try parts.reduce(into: RowSet()) { $0.formUnion(try rows($1)) }
        case .not(let part):
            var rest = try postings.everyRow()
            rest.subtract(try rows(part))
            return rest
        case .words(let words): return try WordFinder(connection: connection, viewer: viewer).rows(words)
        case .capturedInMonth(let month): return try postings.rows(term: SearchTerm.month(month))
        case .mediaType(let type): return try postings.rows(term: SearchTerm.mediaType(type))
        case .number(.rating, let range):
            return try SearchTerm.ratings.reduce(into: RowSet()) { rows, rating in
                if range.contains(Double(rating)) {
                    rows.formUnion(try postings.rows(term: SearchTerm.rating(rating)))
                }
            }
        case .number(let field, let range):
            guard let column = SearchColumn(field) else { return try scan(compile(predicate)) }
            return try rows(column, range, predicate)
        case .captured(let range):
            return try rows(.captured, NumberRange(range), predicate)
        case .added(let range): return try rows(.added, NumberRange(range), predicate)
        case .modified(let range): return try rows(.modified, NumberRange(range), predicate)
        case .hasAnySubtype(let subtypes):
            return try columns.rows(.subtypes, anyOf: UInt(subtypes.rawValue))
        case .hasAllSubtypes(let subtypes):
            return try columns.rows(.subtypes, allOf: UInt(subtypes.rawValue))
        case .state(let flag):
            guard let bit = flag.bit else { return try scan(compile(predicate)) }
            return try columns.rows(.flags, anyOf: 1 << UInt(bit))
        case .text(.camera, let match): return try rows(.camera, oneOf: namesMatching(match, kind: .camera))
        case .text(.lens, let match): return try rows(.lens, oneOf: namesMatching(match, kind: .lens))
        case .text(.place, let match): return try rows(.place, oneOf: namesMatching(match, kind: .place))
        default: return try scan(compile(predicate))
        }
    }

    /// Those whose name is one of what the query gives. Names are few, and how many photos each has costs nothing here.
    private func rows(_ column: SearchColumn, oneOf names: CompiledPredicate) throws -> RowSet {
        try columns.rows(column, oneOf: rows(names.sql, names.values))
    }

    private var postings: SearchPostings { SearchPostings(connection: connection) }
    private var columns: SearchColumns { SearchColumns(connection: connection) }

    /// Those in a range of a column; where it cannot tell, the table does.
    private func rows(
        _ column: SearchColumn, _ range: NumberRange, _ predicate: AssetPredicate
    ) throws -> RowSet {
        var (inside, unsure) = try columns.rows(column, in: range)
        if !unsure.isEmpty { inside.formUnion(try filter(unsure, compile(predicate))) }
        return inside
    }

    private func rows(ofAll parts: [AssetPredicate]) throws -> RowSet {
        let quick = parts.filter(\.isIndexed)
        let slow = parts.filter { !$0.isIndexed }
        var found: RowSet?
        for part in quick {
            if case .not = part { continue }
            let rows = try rows(part)
            found?.formIntersection(rows)
            if found == nil { found = rows }
        }
        let condition = CompiledPredicate.joined(try slow.map(compile), by: "AND")
        if quick.isEmpty, let condition { return try scan(condition) }
        var rows = try found ?? postings.everyRow()
        for case .not(let part) in quick { rows.subtract(try self.rows(part)) }
        return try condition.map { try filter(rows, $0) } ?? rows
    }

    private func scan(_ condition: CompiledPredicate) throws -> RowSet {
        try rows(condition.query ?? "SELECT id FROM asset WHERE \(condition.sql)", condition.values)
    }

    private func rows(_ sql: String, _ values: [Value]) throws -> RowSet {
        try connection.withStatement(sql, values) {
            var rows = RowSet()
            while try $0.step() { rows.insert($0.row.int64(0)) }
            return rows
        }
    }

    /// To look up a row costs about as much as to pass over four.
    private static let lookUpCost = 4

    private func filter(_ rows: RowSet, _ condition: CompiledPredicate) throws -> RowSet {
        let last = Int(try connection.int64("SELECT max(id) FROM asset") ?? 0)
        let candidates = rows.count
        guard candidates > 0 else { return rows }
        if candidates * Self.lookUpCost > last {
            let contains = rowSet(rows)
            return try scan(
                CompiledPredicate(
                    "(\(contains.sql)) AND (\(condition.sql))", contains.values + condition.values))
        }
        return try self.rows(
            """
            SELECT asset.id FROM (SELECT value AS candidate FROM json_each(?))
                CROSS JOIN asset ON asset.id = candidate
            WHERE \(condition.sql)
            """, [.text(rows.rows.jsonArray)] + condition.values)
    }
}

extension AssetPredicate {
    /// Whether an index tells which assets it finds.
    fileprivate var isIndexed: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.isIndexed)
        case .any(let parts): parts.allSatisfy(\.isIndexed)
        case .not(let part): part.isIndexed
        case .words, .capturedInMonth, .captured, .added, .modified, .mediaType, .number, .hasAnySubtype,
            .hasAllSubtypes, .state, .inAlbum, .burst, .identifiers:
            true
        case .text(let field, _):
            switch field {
            case .fileName, .title, .caption: false
            case .keyword, .person, .place, .camera, .lens, .albumTitle: true
            }
        case .location: false
        }
    }
}

extension NumberRange {
    func contains(_ value: Double) -> Bool {
        if let lower, includesLower ? value < lower : value <= lower { return false }
        if let upper, includesUpper ? value > upper : value >= upper { return false }
        return true
    }
}
