// SPDX-License-Identifier: GPL-3.0-or-later
// Moments: what was taken on one day, or on one day around one place. Nothing of them is stored; an index of days is read
// in its order, once.

import Foundation
import SQLite

/// What makes a moment.
public enum MomentGrouping: Sendable {
    /// A day on the wall clock of the place.
    case day
    /// Consecutive captures of one day without a pause of more than four hours and without a way of more than three
    /// kilometres between two whose places are known. What has no place goes with what it was taken between.
    case dayAndPlace
}

extension PhotoLibrary {
    /// Moments, the newest first; hidden and deleted assets are in none.
    public func fetchMoments(by grouping: MomentGrouping = .day) async throws -> [AssetCollection] {
        let viewer = viewer
        return try await catalog.read { connection in
            switch grouping {
            case .day: try connection.days(viewer: viewer)
            case .dayAndPlace: try connection.dayAndPlaceMoments(viewer: viewer)
            }
        }
    }
}

extension Connection {
    /// One moment as it is now; nil where nothing of it is left.
    func moment(_ span: MomentSpan, viewer: Viewer) throws -> AssetCollection? {
        let query = FetchQuery(source: .moment(span), options: FetchOptions(), viewer: viewer)
        let count = try query.count(in: self, now: 0).total
        guard count > 0, let dates = try query.dates(in: self, now: 0) else { return nil }
        return AssetCollection(span, count: count, dates: dates, location: nil)
    }

    fileprivate func days(viewer: Viewer) throws -> [AssetCollection] {
        let from = FetchQuery(source: .view(.library), options: FetchOptions(), viewer: viewer).days
        let sql = """
            SELECT wall_day, count(*), min(sort_key), max(sort_key) FROM \(from.sql)
            GROUP BY wall_day ORDER BY wall_day DESC
            """
        return try withStatement(sql, from.values) { statement in
            var days: [AssetCollection] = []
            while try statement.step() {
                let row = statement.row
                days.append(
                    AssetCollection(
                        MomentSpan(day: row.int64(0)), count: row.int(1),
                        dates: Date(milliseconds: row.int64(2))...Date(milliseconds: row.int64(3)),
                        location: nil))
            }
            return days
        }
    }

    fileprivate func dayAndPlaceMoments(viewer: Viewer) throws -> [AssetCollection] {
        let from = FetchQuery(source: .view(.library), options: FetchOptions(), viewer: viewer).days
        let sql = """
            SELECT wall_day, sort_key, asset.id, latitude, longitude FROM \(from.sql)
            ORDER BY wall_day, sort_key, asset.id
            """
        var clusters = MomentClusters()
        var moments: [MomentClusters.Cluster] = []
        try withStatement(sql, from.values) { statement in
            while try statement.step() {
                let row = statement.row
                let capture = MomentCapture(
                    day: row.int64(0), place: MomentSpan.Place(sortKey: row.int64(1), row: row.int64(2)),
                    latitude: row.optionalDouble(3), longitude: row.optionalDouble(4))
                if let ended = clusters.add(capture) { moments.append(ended) }
            }
        }
        if let last = clusters.finish() { moments.append(last) }
        return moments.reversed().map { AssetCollection($0) }
    }
}

extension AssetCollection {
    fileprivate init(_ span: MomentSpan, count: Int, dates: ClosedRange<Date>, location: Location?) {
        self.init(
            localIdentifier: span.identifier, type: .moment, subtype: .any, assetCount: count, dates: dates,
            day: CalendarDay(daysSince1970: Int(span.day)), approximateLocation: location,
            content: .moment(span))
    }

    fileprivate init(_ cluster: MomentClusters.Cluster) {
        let begin = cluster.span.stretch?.first.sortKey ?? 0
        let end = cluster.span.stretch?.last.sortKey ?? begin
        self.init(
            cluster.span, count: cluster.count, dates: Date(milliseconds: begin)...Date(milliseconds: end),
            location: cluster.location)
    }
}
