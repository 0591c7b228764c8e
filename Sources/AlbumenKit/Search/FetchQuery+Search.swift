// SPDX-License-Identifier: GPL-3.0-or-later
// How a fetch with a predicate runs. In the whole library what matches is put together as one set: its size is the
// count, and where it is dense the first page is read off the index in order, where it is sparse it is sorted.

import SQLite

/// What a fetch asks besides its source, made ready for one transaction.
struct FetchFilter: Sendable, Hashable {
    /// A condition on `asset`.
    var condition: CompiledPredicate
    /// All rows that satisfy it, where they were gathered.
    var rows: RowSet?
    /// No match is later than this in the library's order: where to begin to walk it.
    var latestSortKey: Int64?

    /// Fewer matches than this are sorted; more are met soon enough on a walk along the index.
    static let sortedCount = 4_000

    /// Whether a walk along the index may pass over many rows before it meets the first match.
    static func isWalkLong(_ rows: RowSet) -> Bool {
        let places = rows.words.count * 64
        return rows.count > sortedCount && rows.count < places / 4
    }

    /// The matches as a JSON array, for `json_each`; nil where they are too many.
    var list: String? {
        guard let rows, rows.count <= Self.sortedCount else { return nil }
        return rows.rows.jsonArray
    }
}

extension FetchQuery {
    /// The query with its predicate made ready for this transaction.
    func prepared(in connection: Connection) throws -> FetchQuery {
        guard let predicate = options.predicate, viewer != .nothing else { return self }
        let compiler = PredicateCompiler(connection: connection, viewer: viewer)
        var query = self
        guard viewer == .everything, case .view = source else {
            // An album, or what a limited client may see: few rows, each of them looked at.
            query.filter = FetchFilter(condition: try compiler.compile(predicate))
            return query
        }
        let rows = try compiler.rows(predicate)
        query.filter = FetchFilter(
            condition: compiler.rowSet(rows), rows: rows,
            latestSortKey: FetchFilter.isWalkLong(rows)
                ? try SearchColumns(connection: connection).latestSortKey(of: rows) : nil)
        return query
    }

    /// How many of the library's visible assets match; nil where it has to be counted otherwise.
    func filteredCount(in connection: Connection) throws -> Int? {
        guard let rows = filter?.rows, case .view(.library) = source, options.includeAssetSourceTypes.isEmpty
        else {
            return nil
        }
        var count = rows.count
        var gone = RowSet()
        try connection.forEach("SELECT id FROM asset WHERE trashed_at IS NOT NULL") {
            gone.insert($0.int64(0))
        }
        let wanted = StandardView.library.leftOut(options)
        for reason in StandardView.everyLeftOut where !wanted.contains(reason) {
            let sql = "SELECT id FROM asset INDEXED BY asset_library WHERE left_out = ?"
            try connection.forEach(sql, reason) { gone.insert($0.int64(0)) }
        }
        count -= rows.intersectionCount(gone)
        return count
    }
}

extension SearchColumns {
    /// An upper bound of `sort_key` for these rows, from their wall clocks; nil where some have none.
    func latestSortKey(of rows: RowSet) throws -> Int64? {
        guard let latest = try maximum(.captured, of: rows), let second = Int64(exactly: latest.rounded(.up)),
            second.magnitude < UInt64(Int64.max / 2_000)
        else { return nil }
        // An instant is at most fourteen hours from its wall clock, and a day is more than that, also where the second
        // was rounded.
        return second * 1_000 + Clock.millisecondsPerDay
    }
}
