// SPDX-License-Identifier: GPL-3.0-or-later
// The order of an album's members: positions with room between them, so that one can be put between two others
// without touching these.

import SQLite

/// Where a member of an album stands.
struct MemberPlace: Sendable, Hashable {
    var position: Int64
    /// The asset before it; nil for the first, and where it is of no interest.
    var predecessor: Int64?
}

/// Reads and makes positions in one album. Positions are greater than 0.
struct MemberOrder {
    let connection: Connection
    let album: Int64

    /// Room between neighbours when appending.
    private static let stride: Int64 = 1 << 16

    func position(of asset: Int64) throws -> Int64? {
        try connection.int64(
            "SELECT position FROM album_member WHERE asset_id = ? AND album_id = ?", asset, album)
    }

    func place(of asset: Int64) throws -> MemberPlace? {
        guard let position = try position(of: asset) else { return nil }
        return MemberPlace(position: position, predecessor: try neighbour(before: position)?.asset)
    }

    private func neighbour(before position: Int64) throws -> (asset: Int64, position: Int64)? {
        try connection.first(
            """
            SELECT asset_id, position FROM album_member WHERE album_id = ? AND position < ?
            ORDER BY position DESC LIMIT 1
            """, album, position
        ) { ($0.int64(0), $0.int64(1)) }
    }

    private func position(after position: Int64) throws -> Int64? {
        try connection.int64(
            "SELECT min(position) FROM album_member WHERE album_id = ? AND position > ?", album, position)
    }

    private func lastPosition() throws -> Int64 {
        try connection.int64("SELECT max(position) FROM album_member WHERE album_id = ?", album) ?? 0
    }

    func isEmpty() throws -> Bool {
        try connection.int64("SELECT 1 FROM album_member WHERE album_id = ? LIMIT 1", album) == nil
    }

    // MARK: Making positions

    /// Free positions at the end.
    func positionsAtEnd(_ count: Int) throws -> [Int64] {
        let last = try lastPosition()
        return (0..<count).map { last + Self.stride * Int64($0 + 1) }
    }

    /// Free positions where index `index` of `list` is: before the first member from there on, or else after the last
    /// one before it. Of `list`, those that are no members any more are passed over.
    func positions(_ count: Int, at index: Int, in list: [Int64]) throws -> [Int64] {
        guard count > 0 else { return [] }
        for _ in 0..<2 {
            guard let gap = try gap(at: index, in: list) else { break }
            if let free = Self.spread(count, in: gap) { return free }
            try renumber(roomFor: count)
        }
        return try positionsAtEnd(count)
    }

    /// A free position behind `predecessor`; at the front for nil. Where it is no member any more, the end.
    func position(behind predecessor: Int64?) throws -> Int64 {
        for _ in 0..<2 {
            var lower: Int64 = 0
            if let predecessor {
                guard let position = try position(of: predecessor) else { break }
                lower = position
            }
            guard let upper = try position(after: lower) else { break }
            if let free = Self.spread(1, in: lower..<upper) { return free[0] }
            try renumber(roomFor: 1)
        }
        return try positionsAtEnd(1)[0]
    }

    /// The position that a member had, where it still means the same place; else one behind its predecessor.
    func position(for place: MemberPlace) throws -> Int64 {
        let isFree =
            try connection.int64(
                "SELECT 1 FROM album_member WHERE album_id = ? AND position = ?", album, place.position)
            == nil
        if isFree, try neighbour(before: place.position)?.asset == place.predecessor { return place.position }
        return try position(behind: place.predecessor)
    }

    /// The taken position before the gap, and the one behind it; nil for the end.
    private func gap(at index: Int, in list: [Int64]) throws -> Range<Int64>? {
        guard index < list.count else { return nil }
        for asset in list[index...] {
            guard let upper = try position(of: asset) else { continue }
            return (try neighbour(before: upper)?.position ?? 0)..<upper
        }
        for asset in list[..<index].reversed() {
            guard let lower = try position(of: asset) else { continue }
            return try position(after: lower).map { lower..<$0 }
        }
        return nil
    }

    /// Positions between two taken ones; nil where there is no room.
    private static func spread(_ count: Int, in gap: Range<Int64>) -> [Int64]? {
        let step = (gap.upperBound - gap.lowerBound) / Int64(count + 1)
        guard step > 0 else { return nil }
        return (0..<count).map { gap.lowerBound + step * Int64($0 + 1) }
    }

    /// Gives every member a new position with room between. In two steps by way of negative ones: positions are
    /// unique after each row.
    private func renumber(roomFor count: Int) throws {
        try connection.execute(
            """
            UPDATE album_member SET position = -rank FROM (
                SELECT asset_id AS member, row_number() OVER (ORDER BY position) AS rank
                FROM album_member WHERE album_id = ?1)
            WHERE album_id = ?1 AND asset_id = member
            """, album)
        try connection.execute(
            "UPDATE album_member SET position = -position * ?2 WHERE album_id = ?1", album,
            max(Self.stride, Int64(count) + 1))
    }
}
