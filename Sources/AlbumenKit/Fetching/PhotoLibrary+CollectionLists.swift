// SPDX-License-Identifier: GPL-3.0-or-later
// The fetches of folders and of what stands in them.

import SQLite

extension PhotoLibrary {
    /// The folder that everything else is in. A client that is denied has none: `notAuthorized`.
    public func fetchRootCollectionList() async throws -> CollectionList {
        guard let root = try await fetchCollectionLists(with: .rootFolder).first else {
            throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
        }
        return root
    }

    /// The albums and folders at the top level, in the person's order.
    public func fetchTopLevelUserCollections() async throws -> [LibraryCollection] {
        let viewer = viewer
        return try await catalog.read { try $0.collections(in: CollectionTree.root, viewer: viewer) }
    }

    /// The albums and folders in a folder, in the person's order.
    public func fetchCollections(in list: CollectionList) async throws -> [LibraryCollection] {
        let viewer = viewer
        switch list.content {
        case .transient(let collections): return collections
        case .row(let row, _):
            return try await catalog.read { connection in
                guard try !connection.lists(where: "list.id = ?", [.integer(row)], viewer: viewer).isEmpty
                else {
                    throw LibraryError.identifiersNotFound([list.localIdentifier])
                }
                return try connection.collections(in: row, viewer: viewer)
            }
        }
    }

    /// Folders of a subtype, in the order in which they were made.
    public func fetchCollectionLists(with subtype: CollectionListSubtype) async throws -> [CollectionList] {
        let viewer = viewer
        let condition = "(list.parent_id IS NULL) = \(subtype == .rootFolder ? 1 : 0)"
        return try await catalog.read { try $0.lists(where: condition, [], viewer: viewer) }
    }

    /// Folders by identifier, in the caller's order.
    public func fetchCollectionLists(withLocalIdentifiers identifiers: [String]) async throws
        -> IdentifiedObjects<CollectionList>
    {
        let viewer = viewer
        let found = try await catalog.read { connection in
            try identifiers.map { identifier -> CollectionList? in
                guard let uuid = LocalIdentifier.bytes(identifier) else { return nil }
                return try connection.lists(where: "list.uuid = ?", [.blob(uuid)], viewer: viewer).first
            }
        }
        return IdentifiedObjects(identifiers, found: found)
    }

    /// The folders that an album or folder is in, from the one it stands in up to the root; none for what is in no
    /// folder, and for the root.
    public func fetchCollectionLists(containing collection: LibraryCollection) async throws
        -> [CollectionList]
    {
        let viewer = viewer
        let child: (table: String, row: Int64?) =
            switch collection {
            case .album(let album): ("album", album.rowID)
            case .folder(let folder): ("collection_list", folder.rowID)
            }
        guard let row = child.row else { return [] }
        return try await catalog.read { connection in
            let chain = try connection.all(
                """
                WITH RECURSIVE above(id, depth) AS (
                    SELECT parent_id, 0 FROM \(child.table) WHERE id = ?
                    UNION ALL SELECT parent_id, depth + 1 FROM above JOIN collection_list USING (id))
                SELECT id FROM above WHERE id IS NOT NULL ORDER BY depth
                """, row
            ) { $0.int64(0) }
            return try chain.compactMap {
                try connection.lists(where: "list.id = ?", [.integer($0)], viewer: viewer).first
            }
        }
    }
}
