// SPDX-License-Identifier: GPL-3.0-or-later
// Collections as rows of the catalog, through a view.

import SQLite

extension Connection {
    /// A smart album's identifier is this and the raw value of its subtype.
    private static let smartAlbumPrefix = "smart/"

    func smartAlbum(
        _ subtype: AssetCollectionSubtype, _ view: StandardView, viewer: Viewer
    ) throws -> AssetCollection {
        let query = FetchQuery(source: .view(view), options: FetchOptions(), viewer: viewer)
        return AssetCollection(
            localIdentifier: Self.smartAlbumPrefix + String(subtype.rawValue), type: .smartAlbum,
            subtype: subtype, assetCount: try query.count(in: self, now: Clock.now()).total,
            content: .view(view))
    }

    /// The collection of an identifier; nil where the view has none.
    func collection(identifier: String, viewer: Viewer) throws -> AssetCollection? {
        if identifier.hasPrefix(Self.smartAlbumPrefix) {
            guard let raw = Int(identifier.dropFirst(Self.smartAlbumPrefix.count)),
                let subtype = AssetCollectionSubtype(rawValue: raw), let view = StandardView(subtype)
            else { return nil }
            return try smartAlbum(subtype, view, viewer: viewer)
        }
        if let span = MomentSpan(identifier: identifier) { return try moment(span, viewer: viewer) }
        guard let uuid = LocalIdentifier.bytes(identifier) else { return nil }
        return try albums(where: "album.uuid = ?", [.blob(uuid)], viewer: viewer).first
    }

    /// Whether an asset is in a view as it is by default.
    func isIn(_ view: StandardView, row: Int64) throws -> Bool {
        let recent = view.isRecent ? " AND added_at >= \(StandardView.recentBegin(now: Clock.now()))" : ""
        let condition = view.assetCondition(FetchOptions()) + recent
        return try int64("SELECT 1 FROM asset WHERE id = ? AND \(condition)", row) != nil
    }

    /// Albums by title, and imports from the latest on, as a view shows them: a limited client sees those it made, with its own photos in
    /// them.
    func albums(where condition: String, _ values: [Value], viewer: Viewer) throws -> [AssetCollection] {
        var sql = """
            SELECT album.id, album.uuid, subtype, album.title, visible_count, list.uuid, album.parent_id, query, created_at
            FROM album JOIN collection_list AS list ON list.id = album.parent_id WHERE (\(condition))
            """
        var values = values
        switch viewer {
        case .everything: break
        case .nothing: return []
        case .limited(let client):
            sql += " AND album.created_by = ?"
            values.append(.text(client.rawValue))
        }
        let imported = AssetCollectionSubtype.albumImported.rawValue
        sql += " ORDER BY album.title, iif(subtype = \(imported), -album.id, album.id)"
        return try withStatement(sql, values) { statement in
            var albums: [AssetCollection] = []
            while try statement.step() { albums.append(try album(statement.row, viewer: viewer)) }
            return albums
        }
    }

    private func album(_ row: Row, viewer: Viewer) throws -> AssetCollection {
        var count = row.int(4)
        let text = row.optionalString(7)
        if let text {
            count = try FetchQuery.smartAlbum(text, viewer: viewer).count(in: self, now: Clock.now()).total
        } else if viewer != .everything {
            let query = FetchQuery(source: .album(row.int64(0)), options: FetchOptions(), viewer: viewer)
            count = try query.count(in: self, now: 0).total
        }
        let subtype = AssetCollectionSubtype(rawValue: row.int(2)) ?? .albumRegular
        let isImport = subtype == .albumImported
        return AssetCollection(
            localIdentifier: LocalIdentifier.text(row.bytes(1)), type: text == nil ? .album : .smartAlbum,
            subtype: subtype, title: isImport ? nil : row.string(3), assetCount: count,
            importTime: isImport ? Clock.localTime(row.int64(8)) : nil,
            parentIdentifier: try visibleParent(row.int64(6), LocalIdentifier.text(row.bytes(5)), viewer),
            query: text, content: .album(row.int64(0)))
    }

    /// The folder that something is in, as it is told to a client: nil for the root, and for one it does not see.
    private func visibleParent(_ row: Int64, _ identifier: String, _ viewer: Viewer) throws -> String? {
        guard row != CollectionTree.root else { return nil }
        guard case .limited(let client) = viewer else { return identifier }
        let isOwn = try int64(
            "SELECT 1 FROM collection_list WHERE id = ? AND created_by = ?", row, client.rawValue)
        return isOwn == nil ? nil : identifier
    }

    /// Folders in the order of their rows, the root first: a limited client sees the root and those it made.
    func lists(where condition: String, _ values: [Value], viewer: Viewer) throws -> [CollectionList] {
        var sql = """
            SELECT list.id, list.uuid, list.title, list.parent_id, parent.uuid FROM collection_list AS list
            LEFT JOIN collection_list AS parent ON parent.id = list.parent_id WHERE (\(condition))
            """
        var values = values
        switch viewer {
        case .everything: break
        case .nothing: return []
        case .limited(let client):
            sql += " AND (list.created_by = ? OR list.id = \(CollectionTree.root))"
            values.append(.text(client.rawValue))
        }
        return try withStatement(sql + " ORDER BY list.id", values) { statement in
            var lists: [CollectionList] = []
            while try statement.step() { lists.append(try list(statement.row, viewer: viewer)) }
            return lists
        }
    }

    private func list(_ row: Row, viewer: Viewer) throws -> CollectionList {
        let isRoot = row.int64(0) == CollectionTree.root
        let children = try CollectionTree(connection: self).children(of: row.int64(0), viewer: viewer)
        return CollectionList(
            localIdentifier: LocalIdentifier.text(row.bytes(1)), type: .folder,
            subtype: isRoot ? .rootFolder : .regularFolder, title: isRoot ? nil : row.string(2),
            collectionCount: children.count,
            parentIdentifier: isRoot
                ? nil : try visibleParent(row.int64(3), LocalIdentifier.text(row.bytes(4)), viewer),
            content: .row(row.int64(0), children: children))
    }

    /// What is in a folder, in the person's order.
    func collections(in list: Int64, viewer: Viewer) throws -> [LibraryCollection] {
        let albums = try albums(where: "album.parent_id = ?", [.integer(list)], viewer: viewer)
        let lists = try lists(where: "list.parent_id = ?", [.integer(list)], viewer: viewer)
        let albumsByRow = Dictionary(albums.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        let listsByRow = Dictionary(lists.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        return try CollectionTree(connection: self).children(of: list, viewer: viewer).compactMap { child in
            switch child.kind {
            case .album: albumsByRow[child.row].map(LibraryCollection.album)
            case .list: listsByRow[child.row].map(LibraryCollection.folder)
            }
        }
    }
}
