// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the steps of a change back, the last one first. What somebody else has changed since stays as they left it.
// The steps taken here are recorded like any other: they are how to redo.

import SQLite

extension ChangeRequests {
    func undo(_ steps: [UndoStep]) throws {
        try perform {
            try requireReading()
            for step in steps.reversed() { try undo(step) }
        }
    }

    private func undo(_ step: UndoStep) throws {
        switch step {
        case .asset(let row, let edits): try undo(edits, ofAsset: row)
        case .keyword(let asset, let keyword, let isAdded):
            if try isVisible(asset: asset) {
                try request(forRow: asset).setKeyword(row: keyword, !isAdded)
            }
        case .person(let asset, let person, let region, let isAdded):
            if try isVisible(asset: asset) {
                try request(forRow: asset).setPerson(row: person, region, !isAdded)
            }
        case .member(let album, let asset, let before, let after):
            try undo(album: album, asset: asset, before: before, after: after)
        case .created(let child, let title): try undoCreation(child, title)
        case .deleted(let child, let stored, let place, let members):
            try undoDeletion(child, stored, place, members)
        case .keyAsset(let album, let before, let after):
            guard try isVisible(TreeChild(.album, album)), try keyAsset(ofAlbum: album) == after else {
                return
            }
            try setKeyAsset(before.flatMap { try isVisible(asset: $0) ? $0 : nil }, ofAlbum: album)
        case .title(let child, let before, let after):
            guard try isVisible(child), try self.title(of: child) == after else { return }
            try setTitle(before, of: child)
        case .child(let child, let before, let after):
            let tree = CollectionTree(connection: connection)
            guard try tree.parent(of: child) == after.parent, try exists(TreeChild(.list, before.parent)),
                try child.kind == .album || !tree.contains(child.row, before.parent)
            else { return }
            try CollectionListChangeRequest(changes: self, row: before.parent)
                .restore(child, behind: before.predecessor)
        case .trait(let row, let trait, let before, let after):
            let marks = TraitMarks(connection: connection)
            guard try isVisible(asset: row), try marks.personal(trait, of: row) == after else { return }
            try request(forRow: row).setPersonal(before, trait)
        case .alternate(let row, let part):
            if try isVisible(asset: row) { try request(forRow: row).exchange(with: part) }
        case .forgotten(let asset): try remember(asset)
        case .remembered(let row):
            if try isVisible(asset: row) { try forgetAsset(row) }
        }
    }

    /// All columns of one request or none: a time is not put together of two.
    private func undo(_ edits: [UndoStep.ColumnEdit], ofAsset row: Int64) throws {
        guard try isVisible(asset: row) else { return }
        let request = request(forRow: row)
        guard try edits.allSatisfy({ try request.current($0.column) == $0.after }) else { return }
        try request.apply(edits.map { ($0.column, $0.before) })
    }

    private func undo(album: Int64, asset: Int64, before: MemberPlace?, after: MemberPlace?) throws {
        guard try isVisible(TreeChild(.album, album)), try isVisible(asset: asset) else { return }
        let request = AssetCollectionChangeRequest(changes: self, row: album)
        let order = MemberOrder(connection: connection, album: album)
        let now = try order.place(of: asset)
        switch (before, after, now) {
        case (nil, .some, .some): try request.remove([asset])
        case (let place?, nil, nil): try request.insert(asset, at: place)
        // Its position may be another because all of the album was numbered anew.
        case (let place?, let moved?, let now?)
        where now.position == moved.position || now.predecessor == moved.predecessor:
            try request.move(asset, to: try order.position(for: place))
        default: break
        }
    }

    /// Stays where it has another title or something in it by now.
    private func undoCreation(_ child: TreeChild, _ title: String) throws {
        let content =
            switch child.kind {
            case .album: "SELECT asset_id FROM album_member WHERE album_id = ?1"
            case .list:
                """
                SELECT id FROM album WHERE parent_id = ?1
                UNION ALL SELECT id FROM collection_list WHERE parent_id = ?1
                """
            }
        guard try isVisible(child) else { return }
        let isAsMade = try connection.int64(
            """
            SELECT title = ?2 AND NOT EXISTS (\(content)) FROM \(child.kind.table) WHERE id = ?1
            """, child.row, title)
        guard isAsMade == 1 else { return }
        switch child.kind {
        case .album: try deleteAlbum(child.row)
        case .list: try deleteList(child.row)
        }
    }

    private func undoDeletion(
        _ child: TreeChild, _ stored: StoredRow, _ place: TreePlace, _ members: [UndoStep.Member]
    ) throws {
        guard try !exists(child) else { return }
        var stored = stored
        // Its folder may be gone by now.
        let parent = try exists(TreeChild(.list, place.parent)) ? place.parent : CollectionTree.root
        let tree = CollectionTree(connection: connection)
        stored.set("parent_id", .integer(parent))
        stored.set("position", .integer(try tree.endPosition(of: parent)))
        if child.kind == .album, try isKeyTaken(stored) { stored.set("key", .null) }
        if let asset = stored.keyAsset, try !isVisible(asset: asset) { stored.set("key_asset_id", .null) }
        try stored.insert(child, in: connection)
        record(.created(child, title: stored.title))
        writer.note(child.kind.history, .inserted, row: child.row)
        for member in members {
            try connection.execute(
                "INSERT INTO album_member SELECT id, ?, ? FROM asset WHERE id = ?", child.row,
                member.position, member.asset)
            if connection.changeCount > 0 {
                let place = MemberPlace(position: member.position)
                record(.member(album: child.row, asset: member.asset, before: nil, after: place))
            }
        }
        if viewer == .everything {
            try CollectionListChangeRequest(changes: self, row: parent)
                .restore(child, behind: place.predecessor)
        }
    }

    private func isKeyTaken(_ stored: StoredRow) throws -> Bool {
        guard let key = stored.key else { return false }
        return try connection.int64("SELECT 1 FROM album WHERE key = ?", key) != nil
    }

    // MARK: What is there

    func isVisible(asset row: Int64) throws -> Bool {
        try connection.int64("SELECT 1 FROM asset WHERE id = ?", row) != nil
            && connection.canSee(asset: row, viewer)
    }

    private func exists(_ child: TreeChild) throws -> Bool {
        try connection.int64("SELECT 1 FROM \(child.kind.table) WHERE id = ?", child.row) != nil
    }

    /// Whether it is there and the client may change it.
    func isVisible(_ child: TreeChild) throws -> Bool {
        switch child.kind {
        case .album: try connection.canSee(album: child.row, viewer)
        case .list: try viewer == .everything && exists(child)
        }
    }
}
