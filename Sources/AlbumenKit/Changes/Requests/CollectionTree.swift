// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of folders and albums: each stands in one folder, at a place among its siblings.

import SQLite

/// A folder or an album.
struct TreeChild: Sendable, Hashable {
    enum Kind: Sendable {
        case album
        case list

        var table: String { self == .album ? "album" : "collection_list" }
        var history: HistoryObject { self == .album ? .album : .list }
    }

    var kind: Kind
    var row: Int64

    init(_ kind: Kind, _ row: Int64) {
        self.kind = kind
        self.row = row
    }
}

/// Where a child stands.
struct TreePlace: Sendable, Hashable {
    var parent: Int64
    var index: Int
    /// The sibling before it; nil for the first.
    var predecessor: TreeChild?
}

/// Reads and orders the tree.
struct CollectionTree {
    let connection: Connection

    /// The row of the root, which the schema makes.
    static let root: Int64 = 1

    /// Albums and folders of a folder, in the person's order: all of them, or what a view holds. Imports stand in no
    /// folder.
    func children(of parent: Int64, viewer: Viewer = .everything) throws -> [TreeChild] {
        try positioned(parent, viewer).map(\.child)
    }

    private func positioned(
        _ parent: Int64, _ viewer: Viewer = .everything
    ) throws -> [(child: TreeChild, position: Int64)] {
        let creator: String?
        switch viewer {
        case .everything: creator = nil
        case .limited(let client): creator = client.rawValue
        case .nothing: return []
        }
        return try connection.all(
            """
            SELECT 0 AS is_list, id, position FROM album
            WHERE parent_id = ?1 AND (?2 IS NULL OR created_by = ?2)
                AND subtype <> \(AssetCollectionSubtype.albumImported.rawValue)
            UNION ALL
            SELECT 1, id, position FROM collection_list WHERE parent_id = ?1 AND (?2 IS NULL OR created_by = ?2)
            ORDER BY position, is_list, id
            """, parent, creator
        ) { (TreeChild($0.bool(0) ? .list : .album, $0.int64(1)), $0.int64(2)) }
    }

    /// A position behind all children of a folder.
    func endPosition(of parent: Int64) throws -> Int64 {
        try connection.int64(
            """
            SELECT 1 + max(coalesce((SELECT max(position) FROM album WHERE parent_id = ?1), 0),
                coalesce((SELECT max(position) FROM collection_list WHERE parent_id = ?1), 0))
            """, parent) ?? 1
    }

    func parent(of child: TreeChild) throws -> Int64? {
        try connection.int64("SELECT parent_id FROM \(child.kind.table) WHERE id = ?", child.row)
    }

    func place(of child: TreeChild) throws -> TreePlace? {
        guard let parent = try parent(of: child) else { return nil }
        let siblings = try children(of: parent)
        let index = siblings.firstIndex(of: child) ?? 0
        return TreePlace(
            parent: parent, index: index, predecessor: index > 0 ? siblings[index - 1] : nil)
    }

    /// Writes the order of a folder's children; those that come from elsewhere get it as their parent.
    func setChildren(_ children: [TreeChild], of parent: Int64) throws {
        let before = Dictionary(
            try positioned(parent).map { ($0.child, $0.position) }, uniquingKeysWith: { first, _ in first })
        for (index, child) in children.enumerated() where before[child] != Int64(index + 1) {
            try connection.execute(
                "UPDATE \(child.kind.table) SET parent_id = ?, position = ? WHERE id = ?", parent, index + 1,
                child.row)
        }
    }

    /// Whether `row` is `list` or is inside it.
    func contains(_ list: Int64, _ row: Int64) throws -> Bool {
        var next: Int64? = row
        while let current = next {
            if current == list { return true }
            next = try parent(of: TreeChild(.list, current))
        }
        return false
    }
}
