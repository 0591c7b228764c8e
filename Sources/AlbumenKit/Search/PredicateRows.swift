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
        case .capturedInMonth(let month): return try postings.rows(month: month)
        case .mediaType(let type): return try postings.rows(term: SearchTerm.mediaType(type))
        case .number(.rating, let range):
            return try SearchTerm.ratings.reduce(into: RowSet()) { rows, rating in
                if range.contains(Double(rating)) {
                    rows.formUnion(try postings.rows(term: SearchTerm.rating(rating)))
                }
            }
        case .captured(let range):
            if let year = range.year { return try postings.rows(term: SearchTerm.year(year)) }
            if let (year, month) = range.month {
                return try postings.rows(term: SearchTerm.month(year: year, month: month))
            }
            return try scan(compile(predicate))
        default: return try scan(compile(predicate))
        }
    }

    private var postings: SearchPostings { SearchPostings(connection: connection) }

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
        try connection.withStatement("SELECT id FROM asset WHERE \(condition.sql)", condition.values) {
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
        let sql = "SELECT 1 FROM asset WHERE asset.id = ? AND (\(condition.sql))"
        return try connection.withStatement(sql, [.null] + condition.values) { statement in
            RowSet(
                try rows.rows.filter { row in
                    // Not `reset`, which clears the other values.
                    defer { statement.restart() }
                    try statement.bind(.integer(row), at: 0)
                    return try statement.step()
                })
        }
    }
}

extension AssetPredicate {
    /// Whether an index tells which assets it finds.
    fileprivate var isIndexed: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.isIndexed)
        case .any(let parts): parts.allSatisfy(\.isIndexed)
        case .not(let part): part.isIndexed
        case .words, .capturedInMonth, .mediaType, .number(.rating, _), .inAlbum, .burst, .identifiers: true
        case .captured(let range): range.year != nil || range.month != nil
        case .text(let field, _):
            switch field {
            case .fileName, .title, .caption: false
            case .keyword, .person, .place, .camera, .lens, .albumTitle: true
            }
        case .state(let flag):
            switch flag {
            case .favorite, .raw, .selfPortrait, .longExposure, .keyworded, .filed: true
            case .hidden, .edited, .burst, .broken, .offline, .located, .titled, .captioned: false
            }
        case .hasAnySubtype, .hasAllSubtypes, .number, .added, .modified, .location: false
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

extension WallClockRange {
    /// The year that this is all of.
    fileprivate var year: Int? {
        guard let start, let date = Self.date(start), self == WallClockRange(year: date.year) else {
            return nil
        }
        return date.year
    }

    /// The month that this is all of.
    fileprivate var month: (year: Int, month: Int)? {
        guard let start, let date = Self.date(start),
            self == WallClockRange(year: date.year, month: date.month)
        else { return nil }
        return (date.year, date.month)
    }

    private static func date(_ seconds: Int64) -> (year: Int, month: Int, day: Int)? {
        guard seconds % CivilDate.secondsPerDay == 0 else { return nil }
        return CivilDate.date(days: seconds / CivilDate.secondsPerDay)
    }
}
