// SPDX-License-Identifier: GPL-3.0-or-later
// Creating assets: the file gets its name inside the transaction, and loses it again where that fails.

import Glibc
import Imaging
import Metadata
import SQLite

/// The tile of an asset that a change created, to be stored once it is there.
struct CreatedTile: Sendable {
    var key: ThumbnailKey
    var jpeg: [UInt8]
}

extension ChangeRequests {
    /// Creates the asset of a request. It can be used in the same change, and the client sees it from then on, also
    /// under limited access. Content that the library has already is not stored twice: the asset is the one that is
    /// there, out of Recently Deleted.
    ///
    /// A client that may only add may do this, and nothing else with the asset.
    @discardableResult
    public func create(_ request: AssetCreationRequest) throws -> ObjectPlaceholder {
        try perform {
            guard request.client == client else {
                throw LibraryError.notAllowed("a creation request belongs to the client that made it")
            }
            return try placeholder(ofAsset: create(request.take()))
        }
    }

    /// The row of the asset.
    private func create(_ source: AssetCreationRequest.Source) throws -> Int64 {
        switch source {
        case .spent: throw LibraryError.notAllowed("a creation request makes one asset")
        case .existing(let row):
            if request(forRow: row).isTrashed { request(forRow: row).isTrashed = false }
            return row
        case .new(let file, let record, let tile): return try store(file, record, tile)
        case .parts(let main, let part, let kind):
            let (row, partRow) = (try create(main), try create(part))
            let parts = AssetParts(writer: writer)
            // Recording each may have found out already that they belong together, the other way round.
            if row == partRow { throw LibraryError.notAllowed("the two files of an asset are the same") }
            try parts.separate(row)
            try parts.separate(partRow)
            for other in try parts.rowsOfParts(row) + parts.rowsOfParts(partRow) { try parts.separate(other) }
            try parts.join(partRow, to: row, as: kind, .stated)
            return row
        }
    }

    private func store(
        _ file: TemporaryFile, _ record: FileRecord, _ tile: InspectedThumbnail?
    ) throws -> Int64 {
        var record = record
        do throws(CopyError) {
            (record.name, record.stamp) = try file.publish(as: record.name)
        } catch {
            throw LibraryError(error)
        }
        let (path, stamp) = (record.folder.appending(record.name), record.stamp)
        writer.onRollback {
            guard FileStamp(at: path)?.inode == stamp.inode else { return }
            _ = path.withCString { unlink($0) }
        }
        let row = try FileRecorder(writer: writer).record(record, lost: []).rowID
        // To take a creation back is to delete the asset: its file is never removed.
        let deletion = UndoStep.ColumnEdit(column: .trashedAt, before: .integer(writer.now), after: .null)
        self.record(.asset(row: row, [deletion]))
        if let tile {
            let key = ThumbnailKey(
                identity: try placeholder(ofAsset: row).localIdentifier, stamp: stamp)
            tiles.append(CreatedTile(key: key, jpeg: tile.jpeg))
        }
        return row
    }

    private func placeholder(ofAsset row: Int64) throws -> ObjectPlaceholder {
        let uuid = try connection.first("SELECT uuid FROM asset WHERE id = ?", row) { $0.bytes(0) }
        guard let uuid else { throw LibraryError.identifiersNotFound([]) }
        return ObjectPlaceholder(localIdentifier: LocalIdentifier.text(uuid), objectType: .asset)
    }
}

extension LibraryError {
    init(_ error: CopyError) {
        self =
            switch error {
            case .noSpace(let folder): .noSpace(folder)
            case .source(let path, let code), .destination(let path, let code):
                .file(.io(path, errno: code))
            case .changedWhileCopied(let path): .invalidResource(path, reason: error.message)
            case .cancelled: .operationInterrupted(error.message)
            }
    }
}
