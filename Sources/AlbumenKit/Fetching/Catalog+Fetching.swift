// SPDX-License-Identifier: GPL-3.0-or-later
// Runs fetches: the first page at once, the rest behind it in the same read transaction.

import Metadata
import SQLite

extension Catalog {
    /// Runs a query for a client. Returns when the count, the first ids and the first page of objects are there.
    func fetch(_ query: FetchQuery, for client: ClientIdentifier) async throws -> FetchResult<Asset> {
        let now = Clock.now()
        do {
            let snapshot = try await database.snapshot()
            let (prepared, rowIDs, counts, generation) = try await snapshot.read { [assets] connection in
                let generation = try connection.generation()
                let query = try query.prepared(in: connection)
                let (total, byType) = try query.count(in: connection, now: now)
                let rowIDs = RowIDs(count: query.limited(total))
                // Where nothing matches, to find that out again could mean to read everything.
                if rowIDs.count > 0 {
                    let first = query.rows(now: now, limit: FetchPage.firstRows)
                    try rowIDs.fill(from: connection, first.sql, first.values)
                }
                let page = rowIDs.withFilled {
                    $0.prefix(FetchPage.size).filter { assets.asset(row: $0, query.viewer) == nil }
                }
                let read = try connection.assets(rows: page).compactMap { $0 }
                assets.insert(read, query.viewer, generation: generation)
                return (query, rowIDs, query.limited(total) == total ? byType : nil, generation)
            }
            var loading: Task<Void, any Error>?
            if rowIDs.filledCount < rowIDs.count {
                loading = Task.detached { [self] in
                    defer { snapshot.end() }
                    do {
                        try await snapshot.read { connection in
                            let all = prepared.rows(now: now)
                            try rowIDs.fill(from: connection, all.sql, all.values)
                        }
                    } catch { throw libraryError(error) }
                }
            } else {
                snapshot.end()
            }
            return FetchResult(
                storage: FetchStorage(
                    query: query, generation: generation, rowIDs: rowIDs, countsByType: counts,
                    objects: objects(for: client), loading: loading))
        } catch { throw libraryError(error) }
    }

    /// A result may outlive the right to read it: each object is seen as the client stands when it is asked for.
    private func objects(for client: ClientIdentifier) -> FetchObjects<Asset> {
        FetchObjects(
            cached: { [self] in assets.asset(row: $0, viewer(of: client)) },
            load: { [self] rows in try await loadAssets(rows: rows, for: client) },
            row: \.rowID,
            countOfAssets: { [self] type, rows in
                let viewer = try readingViewer(of: client)
                return try await read { connection in
                    let sql = "SELECT 1 FROM asset WHERE id = ? AND media_type = \(type.rawValue)"
                    return try rows.count(where: { row in
                        try connection.canSee(asset: row, viewer) && connection.int64(sql, row) != nil
                    })
                }
            })
    }

    /// The view of a client as it stands now. Throws `notAuthorized` where it may see nothing.
    private func readingViewer(of client: ClientIdentifier) throws -> Viewer {
        let viewer = viewer(of: client)
        if viewer == .nothing { throw LibraryError.notAuthorized(access.status(of: client, for: .readWrite)) }
        return viewer
    }

    /// The assets of rows, from memory where they are there; nil for a row that is gone, or that the client does not see.
    private func loadAssets(rows: [Int64], for client: ClientIdentifier) async throws -> [Asset?] {
        let viewer = try readingViewer(of: client)
        let cached = rows.map { assets.asset(row: $0, viewer) }
        let missing = zip(rows, cached).filter { $1 == nil }.map(\.0)
        guard !missing.isEmpty else { return cached }
        let (read, generation) = try await read { connection in
            let seen = try missing.filter { try connection.canSee(asset: $0, viewer) }
            return (try connection.assets(rows: seen), try connection.generation())
        }
        assets.insert(read.compactMap { $0 }, viewer, generation: generation)
        let found = Dictionary(
            read.compactMap { $0 }.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        return zip(rows, cached).map { $1 ?? found[$0] }
    }
}
