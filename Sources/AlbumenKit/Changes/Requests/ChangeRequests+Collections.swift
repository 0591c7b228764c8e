// SPDX-License-Identifier: GPL-3.0-or-later
// The requests that make and delete albums and folders. Assets are never touched.

import SQLite

extension ChangeRequests {
    // MARK: Albums

    /// A new album at the end of a folder, or of the top level. Titles need not be unique.
    @discardableResult
    public func createAlbum(
        title: String, in list: (any CollectionListReference)? = nil
    ) throws -> ObjectPlaceholder {
        try perform {
            try requireReading()
            let title = try Self.validTitle(title)
            let parent = try list.map { try self.row(ofList: $0) } ?? CollectionTree.root
            return try insertAlbum(title: title, parent: parent)
        }
    }

    /// A new album of whatever a query finds, at the end of a folder, or of the top level. Throws `SearchError` for a
    /// query that cannot be read.
    @discardableResult
    public func createSmartAlbum(
        title: String, query: String, in list: (any CollectionListReference)? = nil
    ) throws -> ObjectPlaceholder {
        try perform {
            try requireReading()
            let title = try Self.validTitle(title)
            guard query.contains(where: { !$0.isWhitespace }) else {
                throw LibraryError.notAllowed("a smart album needs a query")
            }
            _ = try SearchQuery(parsing: query)
            let parent = try list.map { try self.row(ofList: $0) } ?? CollectionTree.root
            return try insertAlbum(.smartAlbumGeneric, title: title, query: query, parent: parent)
        }
    }

    /// The album with exactly this title, the oldest where there are several; made at the top level if there is none.
    ///
    /// It happens inside the write transaction: two programs that ask at once get one album. With `key`, a name of the
    /// client's own for the album, it is found by that instead, whatever it is called by now.
    public func findOrCreateAlbum(title: String, key: String? = nil) throws -> ObjectPlaceholder {
        try perform {
            try requireReading()
            let title = try Self.validTitle(title)
            // Each client has its own names.
            let key = key.map { "\(client.rawValue)/\($0)" }
            var condition = key == nil ? "title = ?1 AND subtype = ?2" : "key = ?1 AND subtype = ?2"
            var values: [Value] = [
                .text(key ?? title), .integer(Int64(AssetCollectionSubtype.albumRegular.rawValue)),
            ]
            if case .limited(let client) = viewer {
                condition += " AND created_by = ?3"
                values.append(.text(client.rawValue))
            }
            let sql = "SELECT uuid FROM album WHERE \(condition) ORDER BY id LIMIT 1"
            let found = try connection.withStatement(sql, values) { try $0.step() ? $0.row.bytes(0) : nil }
            if let found {
                return ObjectPlaceholder(
                    localIdentifier: LocalIdentifier.text(found), objectType: .assetCollection)
            }
            return try insertAlbum(title: title, key: key, parent: CollectionTree.root)
        }
    }

    /// Deletes albums; their assets stay in the library.
    public func deleteAlbums(_ albums: [any AssetCollectionReference]) throws {
        try perform {
            let rows = try albums.map { try row(ofAlbum: $0) }
            for row in rows { try deleteAlbum(row) }
        }
    }

    func insertAlbum(
        _ subtype: AssetCollectionSubtype = .albumRegular, title: String, key: String? = nil,
        query: String? = nil, parent: Int64
    ) throws -> ObjectPlaceholder {
        let uuid = LocalIdentifier.random()
        try connection.execute(
            """
            INSERT INTO album(uuid, parent_id, position, subtype, title, key, created_by, created_at, query)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, uuid, parent, try CollectionTree(connection: connection).endPosition(of: parent),
            subtype.rawValue, title, key, client.rawValue, writer.now, query)
        let row = connection.lastInsertRowID
        record(.created(TreeChild(.album, row), title: title))
        writer.note(.album, .inserted, row: row)
        return ObjectPlaceholder(
            localIdentifier: LocalIdentifier.text(uuid), objectType: .assetCollection)
    }

    func deleteAlbum(_ row: Int64) throws {
        let child = TreeChild(.album, row)
        guard let place = try CollectionTree(connection: connection).place(of: child),
            let stored = try StoredRow(child, in: connection)
        else { return }
        let members = try connection.all(
            "SELECT asset_id, position FROM album_member WHERE album_id = ? ORDER BY position", row
        ) { UndoStep.Member(asset: $0.int64(0), position: $0.int64(1)) }
        try connection.execute("DELETE FROM album WHERE id = ?", row)
        record(.deleted(child, stored, place: place, members: members))
        writer.note(.album, .deleted, row: row, identifier: stored.uuid)
    }

    // MARK: Folders

    /// A new folder at the end of another, or of the top level.
    @discardableResult
    public func createFolder(
        title: String, in list: (any CollectionListReference)? = nil
    ) throws -> ObjectPlaceholder {
        try perform {
            try requireEverything()
            let title = try Self.validTitle(title)
            let parent = try list.map { try self.row(ofList: $0) } ?? CollectionTree.root
            return try insertFolder(title: title, parent: parent)
        }
    }

    func insertFolder(title: String, parent: Int64) throws -> ObjectPlaceholder {
        let uuid = LocalIdentifier.random()
        try connection.execute(
            "INSERT INTO collection_list(uuid, parent_id, position, title) VALUES (?, ?, ?, ?)", uuid,
            parent, try CollectionTree(connection: connection).endPosition(of: parent), title)
        let row = connection.lastInsertRowID
        record(.created(TreeChild(.list, row), title: title))
        writer.note(.list, .inserted, row: row)
        return ObjectPlaceholder(
            localIdentifier: LocalIdentifier.text(uuid), objectType: .collectionList)
    }

    /// Deletes folders with all albums and folders in them. The root cannot be deleted.
    public func deleteFolders(_ lists: [any CollectionListReference]) throws {
        try perform {
            let rows = try lists.map { try row(ofList: $0) }
            guard !rows.contains(CollectionTree.root) else {
                throw LibraryError.notAllowed("the top level cannot be deleted")
            }
            for row in rows { try deleteList(row) }
        }
    }

    /// What is inside goes first, so that in reverse the folder is there before it.
    func deleteList(_ row: Int64) throws {
        let tree = CollectionTree(connection: connection)
        let child = TreeChild(.list, row)
        for inner in try tree.children(of: row).reversed() {
            switch inner.kind {
            case .album: try deleteAlbum(inner.row)
            case .list: try deleteList(inner.row)
            }
        }
        // Another of those that are being deleted may have taken it along.
        guard let place = try tree.place(of: child), let stored = try StoredRow(child, in: connection) else {
            return
        }
        try connection.execute("DELETE FROM collection_list WHERE id = ?", row)
        record(.deleted(child, stored, place: place, members: []))
        writer.note(.list, .deleted, row: row, identifier: stored.uuid)
    }

    // MARK: Titles

    /// The title of an album or folder; nil where it is gone.
    func title(of child: TreeChild) throws -> String? {
        try connection.first("SELECT title FROM \(child.kind.table) WHERE id = ?", child.row) { $0.string(0) }
    }

    func setTitle(_ title: String, of child: TreeChild) throws {
        // Both are in the form in which titles are stored.
        guard let before = try self.title(of: child), before != title else { return }
        try connection.execute("UPDATE \(child.kind.table) SET title = ? WHERE id = ?", title, child.row)
        record(.title(child, before: before, after: title))
        writer.note(child.kind.history, .updated, row: child.row)
    }
}
