// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch asks, compiled to SQL with bound values. The viewer is part of it: no query goes round what a
// client may see.

import Foundation
import SQLite

/// A fetch of assets, ready to be run again when the library has changed.
struct FetchQuery: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case view(StandardView)
        /// Members of an album, by its row.
        case album(Int64)
        /// The photos of one burst.
        case burst(String)
        /// These rows, each once: a transient collection.
        case rows([Int64])
        /// What was taken in a stretch of one day.
        case moment(MomentSpan)
    }

    var source: Source
    var options: FetchOptions
    var viewer: Viewer
    /// Whether the source's own order is taken from its end.
    var isReversed = false
    /// The predicate of the options, made ready for the transaction that `prepared(in:)` was called in.
    var filter: FetchFilter?

    init(source: Source, options: FetchOptions, viewer: Viewer) {
        self.source = source
        self.options = options
        self.viewer = viewer
    }

    /// SQL with the values of its parameters.
    struct Compiled: Sendable {
        var sql: String
        var values: [Value]
    }

    // MARK: Rows

    /// The ids in order: at most `limit` of them (nil: as many as the options say).
    func rows(now: Int64, limit: Int? = nil) -> Compiled {
        var (from, conditions, values) = parts(now: now)
        if let list = filter?.list {
            from = "json_each(?) AS found CROSS JOIN asset ON asset.id = found.value"
            values.insert(.text(list), at: 0)
        } else if let index = usableIndex {
            from = "asset INDEXED BY \(index)"
            if index == StandardView.library.index, let latest = filter?.latestSortKey {
                conditions.append("sort_key <= ?")
                values.append(.integer(latest))
            }
        }
        let own = options.fetchLimit > 0 ? options.fetchLimit : Int.max
        values += [.integer(Int64(min(own, limit ?? Int.max))), .integer(Int64(max(0, options.fetchOffset)))]
        return Compiled(
            sql: """
                SELECT asset.id FROM \(from) WHERE \(conditions.joined(separator: " AND ")) \
                ORDER BY \(order) LIMIT ? OFFSET ?
                """,
            values: values)
    }

    private func parts(now: Int64) -> (from: String, conditions: [String], values: [Value]) {
        var from = "asset"
        var conditions = [view.assetCondition(options)]
        var values: [Value] = []
        switch source {
        case .view:
            if view.isRecent {
                conditions.append("added_at >= ?")
                values.append(.integer(StandardView.recentBegin(now: now)))
            }
        case .album(let row):
            // CROSS JOIN keeps the order of the tables: members first, each asset by its row.
            from = "album_member CROSS JOIN asset ON asset.id = album_member.asset_id"
            conditions.append("album_id = ?")
            values.append(.integer(row))
        case .burst(let identifier):
            conditions.append("burst_id = ?")
            values.append(.text(identifier))
        case .rows(let rows):
            from = """
                (SELECT key AS place, value AS chosen FROM json_each(?)) CROSS JOIN asset ON asset.id = chosen
                """
            values.append(.text(rows.jsonArray))
        case .moment(let span):
            conditions.append("wall_day = ?")
            values.append(.integer(span.day))
            if let stretch = span.stretch {
                conditions.append("(sort_key, asset.id) BETWEEN (?, ?) AND (?, ?)")
                values += [stretch.first, stretch.last].flatMap { [.integer($0.sortKey), .integer($0.row)] }
            }
        }
        switch (viewer, source) {
        case (.everything, _): break
        case (.nothing, _): conditions.append("0")
        case (.limited(let client), .view):
            // The selection first: it is small, whatever the size of the library.
            from = """
                (SELECT asset_id AS chosen FROM limited_selection WHERE client = ?) \
                CROSS JOIN asset ON asset.id = chosen
                """
            values.insert(.text(client.rawValue), at: 0)
        case (.limited(let client), _):
            conditions.append("asset.id IN (SELECT asset_id FROM limited_selection WHERE client = ?)")
            values.append(.text(client.rawValue))
        }
        // Of another's album a limited client must not learn even the order.
        if case .limited(let client) = viewer, case .album = source {
            conditions.append("album_id IN (SELECT id FROM album WHERE created_by = ?)")
            values.append(.text(client.rawValue))
        }
        if let filter {
            conditions.append("(\(filter.condition.sql))")
            values += filter.condition.values
        }
        if !options.includeAssetSourceTypes.isEmpty, !options.includeAssetSourceTypes.contains(.userLibrary) {
            conditions.append("0")
        }
        return (from, conditions, values)
    }

    /// The view whose conditions hold.
    private var view: StandardView {
        if case .view(let view) = source { view } else { .library }
    }

    private var order: String {
        guard let last = options.sortDescriptors.last else {
            switch source {
            case .view: return "\(view.order) DESC, asset.id DESC"
            case .album: return "album_member.position\(isReversed ? " DESC" : "")"
            case .rows: return "place"
            // As they were taken.
            case .burst, .moment: return isReversed ? "sort_key DESC, asset.id DESC" : "sort_key, asset.id"
            }
        }
        // The row decides between equals, so that the order is the same on every run.
        let keys = options.sortDescriptors.map { "\($0.key.column) \($0.ascending ? "ASC" : "DESC")" }
        return (keys + ["asset.id \(last.ascending ? "ASC" : "DESC")"]).joined(separator: ", ")
    }

    /// The index that has exactly the rows asked for, in the order asked for.
    private var usableIndex: String? {
        guard viewer == .everything, options.sortDescriptors.count <= 1 else { return nil }
        switch source {
        case .moment: return view.hasOneLeftOut(options) ? "asset_days" : nil
        case .view: break
        case .album, .burst, .rows: return nil
        }
        guard view.scope == .trashed || view.hasOneLeftOut(options) else { return nil }
        let column = options.sortDescriptors.first?.key.column ?? view.order
        if column == view.order { return view.index }
        return view == .library && column == "added_at" ? "asset_added" : nil
    }

    // MARK: Counts

    /// How many match, before limit and offset. `byType` where the tally knows it.
    func count(in connection: Connection, now: Int64) throws -> (total: Int, byType: [Int: Int]?) {
        if viewer == .nothing { return (0, [:]) }
        if filter == nil, options.predicate != nil {
            return try prepared(in: connection).count(in: connection, now: now)
        }
        if let count = try filteredCount(in: connection) { return (count, nil) }
        if viewer == .everything, filter == nil, options.includeAssetSourceTypes.isEmpty {
            switch source {
            case .view where view.isRecent && view.hasOneLeftOut(options):
                let day = StandardView.recentBegin(now: now) / Clock.millisecondsPerDay
                return (
                    Int(try connection.int64("SELECT sum(count) FROM added_tally WHERE day >= ?", day) ?? 0),
                    nil
                )
            case .view where !view.isRecent:
                return try tally(view, in: connection)
            case .album(let row) where view.hasOneLeftOut(options):
                return (
                    Int(try connection.int64("SELECT visible_count FROM album WHERE id = ?", row) ?? 0), nil
                )
            case .view, .album, .burst, .rows, .moment: break
            }
        }
        let (from, conditions, values) = parts(now: now)
        let sql = "SELECT count(*) FROM \(from) WHERE \(conditions.joined(separator: " AND "))"
        let total = try connection.withStatement(sql, values) { try $0.step() ? $0.row.int(0) : 0 }
        return (total, nil)
    }

    private func tally(_ view: StandardView, in connection: Connection) throws -> (Int, [Int: Int]) {
        let condition = view.tallyCondition(options)
        let sql = "SELECT media_type, sum(count) FROM tally WHERE \(condition) GROUP BY media_type"
        let counts = try connection.all(sql) { ($0.int(0), $0.int(1)) }
        return (counts.reduce(0) { $0 + $1.1 }, Dictionary(uniqueKeysWithValues: counts))
    }

    /// The first and the last place on the time line of all that match; nil where nothing does.
    func dates(in connection: Connection, now: Int64) throws -> ClosedRange<Date>? {
        let (from, conditions, values) = try prepared(in: connection).parts(now: now)
        let sql =
            "SELECT min(sort_key), max(sort_key) FROM \(from) WHERE \(conditions.joined(separator: " AND "))"
        return try connection.withStatement(sql, values) { statement in
            guard try statement.step(), let first = statement.row.optionalInt64(0) else { return nil }
            return Date(milliseconds: first)...Date(milliseconds: statement.row.int64(1))
        }
    }

    /// What follows FROM for all that match, from the index that stands in the order of days.
    var days: Compiled {
        let (from, conditions, values) = parts(now: 0)
        let table = viewer == .everything ? "asset INDEXED BY asset_days" : from
        return Compiled(sql: "\(table) WHERE \(conditions.joined(separator: " AND "))", values: values)
    }

    /// What limit and offset leave of `total`.
    func limited(_ total: Int) -> Int {
        let rest = max(0, total - max(0, options.fetchOffset))
        return options.fetchLimit > 0 ? min(rest, options.fetchLimit) : rest
    }
}
