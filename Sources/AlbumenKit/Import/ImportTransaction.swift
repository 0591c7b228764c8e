// SPDX-License-Identifier: GPL-3.0-or-later
// What a batch of an import writes, inside its one transaction.

import Metadata
import SQLite

/// Lives inside one transaction, on the writer's thread.
final class ImportTransaction {
    private let writer: CatalogWriter
    private let client: ClientIdentifier
    private let access: AccessTable
    private let options: ImportOptions
    private let session: Int64
    private var connection: Connection { writer.connection }

    init(
        writer: CatalogWriter, client: ClientIdentifier, access: AccessTable, options: ImportOptions,
        session: Int64
    ) {
        self.writer = writer
        self.client = client
        self.access = access
        self.options = options
        self.session = session
    }

    /// - Parameter lost: the assets that files may have been, by their index.
    func enter(_ batch: [ImportEntry], lost: [Int: [LostAsset]]) throws -> [ImportEntry] {
        var batch = batch
        try record(&batch, lost)
        try reenter(&batch)
        try keepHashes(of: batch)
        for index in batch.indices {
            guard let row = batch[index].rowID else { continue }
            // Of a part, such as the film of a Live Photo, the asset is told that it belongs to.
            let uuid = try connection.first(
                "SELECT uuid FROM asset WHERE id = coalesce((SELECT part_of FROM asset WHERE id = ?1), ?1)",
                row
            ) { $0.bytes(0) }
            batch[index].result.localIdentifier = uuid.map(LocalIdentifier.text)
        }
        try collect(batch)
        try file(&batch)
        for entry in batch { try settle(entry) }
        return batch
    }

    private func record(_ batch: inout [ImportEntry], _ lost: [Int: [LostAsset]]) throws {
        let recorder = FileRecorder(writer: writer)
        var rows: [Int64: Int64] = [:]
        for index in batch.indices {
            if let record = batch[index].record {
                let outcome = try recorder.record(record, lost: lost[index] ?? [])
                batch[index].rowID = outcome.rowID
                rows[batch[index].item] = outcome.rowID
                // The scan may have found a copy by its name before it was entered here.
                var isNew = batch[index].isCopy
                if case .inserted = outcome { isNew = true }
                if isNew { batch[index].effect.insert(.created) }
                if batch[index].isCopy || batch[index].isInPlace { batch[index].effect.insert(.isOwn) }
            } else if let twin = batch[index].twin, batch[index].rowID == nil {
                batch[index].rowID = rows[twin]
            }
        }
    }

    /// Brings back what was deleted, and into view what the client could not see; the first result of each says so.
    private func reenter(_ batch: inout [ImportEntry]) throws {
        for index in batch.indices {
            guard let row = batch[index].rowID else { continue }
            let isRestored = try writer.restore(row)
            let isClaimed = try batch[index].isClaim && writer.claim(row, for: client)
            if isRestored, !batch[index].effect.contains(.created) { batch[index].effect.insert(.restored) }
            guard isRestored || isClaimed, [.imported, .duplicate].contains(batch[index].result.verdict)
            else { continue }
            batch[index].result.verdict = .imported
            batch[index].result.reason =
                batch[index].isClaim ? nil : "It was in Recently Deleted and is back in the library"
        }
    }

    private func keepHashes(of batch: [ImportEntry]) throws {
        for entry in batch {
            guard let row = entry.rowID, entry.record != nil, let hash = entry.hash else { continue }
            try connection.execute("INSERT OR REPLACE INTO content_hash VALUES (?, ?)", row, hash.bytes)
        }
    }

    // MARK: Albums

    /// The import's own collection: what it brought, in order.
    private func collect(_ batch: [ImportEntry]) throws {
        var seen: Set<Int64> = []
        let brought = batch.filter { !$0.effect.isDisjoint(with: [.created, .restored]) }.compactMap(\.rowID)
            .filter { seen.insert($0).inserted }
        guard !options.isSelection, !brought.isEmpty else { return }
        let collection = try collection()
        let order = MemberOrder(connection: connection, album: collection)
        let new = try brought.filter { try order.position(of: $0) == nil }
        for (row, position) in zip(new, try order.positionsAtEnd(new.count)) {
            try connection.execute(
                "INSERT INTO album_member(asset_id, album_id, position) VALUES (?, ?, ?)", row, collection,
                position)
        }
        writer.note(.album, .updated, row: collection)
    }

    /// Made with the first asset; made again where somebody has deleted it meanwhile.
    private func collection() throws -> Int64 {
        let known = try connection.int64(
            "SELECT album.id FROM import_session JOIN album ON album.id = collection_id WHERE import_session.id = ?",
            session)
        if let known { return known }
        try connection.execute(
            """
            INSERT INTO album(uuid, parent_id, position, subtype, title, created_by, created_at)
            SELECT ?, \(CollectionTree.root), 0, \(AssetCollectionSubtype.albumImported.rawValue), '', ?, started_at
            FROM import_session WHERE id = ?
            """, LocalIdentifier.random(), client.rawValue, session)
        let row = connection.lastInsertRowID
        try connection.execute("UPDATE import_session SET collection_id = ? WHERE id = ?", row, session)
        writer.note(.album, .inserted, row: row)
        return row
    }

    /// Files everything that is an asset in the album that was asked for, by the client's own right.
    private func file(_ batch: inout [ImportEntry]) throws {
        let identifiers = batch.compactMap(\.result.localIdentifier)
        guard let title = options.album, !identifiers.isEmpty else { return }
        let changes = try ChangeRequests(writer: writer, client: client, access: access)
        try changes.run { changes in
            let album = try changes.findOrCreateAlbum(title: title)
            try changes.request(forAlbum: album).addAssets(identifiers)
        }
        var filed: Set<Int64> = []
        for step in changes.journal {
            switch step {
            case .created(let child, _):
                try connection.execute(
                    "UPDATE import_session SET album_id = ?, made_album = 1 WHERE id = ?", child.row, session)
            case .member(let album, let asset, nil, _):
                filed.insert(asset)
                try connection.execute(
                    "UPDATE import_session SET album_id = ?1, made_album = (made_album AND album_id = ?1) WHERE id = ?2",
                    album, session)
            default: break
            }
        }
        for index in batch.indices {
            if let row = batch[index].rowID, filed.remove(row) != nil { batch[index].effect.insert(.filed) }
        }
    }

    // MARK: Queue

    private func settle(_ entry: ImportEntry) throws {
        try connection.execute(
            """
            UPDATE import_item SET is_done = 1, verdict = ?, reason = ?, asset_id = ?, effect = ?, copy_name = NULL
            WHERE id = ?
            """, entry.result.verdict.rawValue, entry.result.reason, entry.rowID, entry.effect.rawValue,
            entry.item)
        try connection.execute(
            """
            INSERT INTO import_tally VALUES (?, ?, 1, ?)
            ON CONFLICT DO UPDATE SET count = count + 1, bytes = bytes + excluded.bytes
            """, session, entry.result.verdict.rawValue, entry.size)
    }
}

extension CatalogWriter {
    /// Takes an asset out of Recently Deleted: to import a photo again is to want it. False where it was not in there.
    func restore(_ row: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE asset SET trashed_at = NULL, modified_at = ? WHERE id = ? AND trashed_at IS NOT NULL",
            now, row)
        guard connection.changeCount > 0 else { return false }
        note(.asset, .updated, row: row)
        return true
    }

    /// Brings an asset into a client's view, as what it added itself: it has the file. False where it was its own before.
    func claim(_ row: Int64, for client: ClientIdentifier) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO limited_selection VALUES (?, ?, 1, ?)
            ON CONFLICT DO UPDATE SET is_own = 1 WHERE is_own = 0
            """, client.rawValue, row, now)
        guard connection.changeCount > 0 else { return false }
        note(.access, .updated, row: Int64(AccessLevel.readWrite.rawValue))
        return true
    }
}
