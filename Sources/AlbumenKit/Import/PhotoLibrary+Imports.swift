// SPDX-License-Identifier: GPL-3.0-or-later
// The imports there were, those that were cut short among them.

import Metadata
import SQLite

/// What the catalog knows of an import.
public struct ImportRecord: Sendable {
    public enum State: String, Sendable {
        /// At work, here or in another process.
        case running
        /// Its process ended, or it found no room; `PhotoLibrary.resumeImport` goes on with it.
        case interrupted
        case cancelled
        case finished
    }

    public var identifier: String
    public var state: State
    /// By this machine's clock and in its zone.
    public var startTime: CaptureTime
    public var mode: ImportMode
    /// What was named.
    public var sources: [FilePath]
    /// Verdicts that were given.
    public var counts: [ImportVerdict: Int]
    /// Files found that have none.
    public var left: Int
    /// The collection of what it brought; nil where it brought nothing, or somebody deleted it.
    public var collectionIdentifier: String?
}

extension PhotoLibrary {
    /// The imports of this client, the latest first; of all clients, for one that sees everything. One that did nothing and
    /// met no trouble is not kept.
    public func fetchImports() async throws -> [ImportRecord] {
        let (viewer, client) = (viewer, client)
        guard viewer != .nothing else { return [] }
        let found = try await catalog.read { connection in
            try connection.all(
                """
                SELECT session.id, session.uuid, state, started_at, mode, album.uuid,
                    (SELECT count(*) FROM import_item WHERE session_id = session.id AND is_done = 0)
                FROM import_session AS session LEFT JOIN album ON album.id = collection_id
                WHERE ? OR client = ? ORDER BY session.id DESC
                """, viewer == .everything, client.rawValue
            ) { row in
                let session = row.int64(0)
                let collection = row.isNull(5) ? nil : LocalIdentifier.text(row.bytes(5))
                var record = ImportRecord(
                    identifier: LocalIdentifier.text(row.bytes(1)),
                    state: ImportRecord.State(StoredImportState(rawValue: row.int64(2)) ?? .paused),
                    startTime: Clock.localTime(row.int64(3)),
                    mode: ImportMode(rawValue: row.int(4)) ?? .copy, sources: [], counts: [:],
                    left: row.int(6), collectionIdentifier: collection)
                record.sources = try connection.all(
                    "SELECT path FROM import_source WHERE session_id = ? ORDER BY id", session
                ) { FilePath(bytes: $0.bytes(0)) }
                try connection.forEach(
                    "SELECT verdict, count FROM import_tally WHERE session_id = ?", session
                ) { row in
                    if let verdict = ImportVerdict(rawValue: row.string(0)) {
                        record.counts[verdict] = row.int(1)
                    }
                }
                return (session, record)
            }
        }
        return await Catalog.disk.run { [location] in
            let locks = ImportLocks(in: location.data)
            return found.map { session, record in
                var record = record
                if record.state != .finished, locks.isRunning(session: session) { record.state = .running }
                return record
            }
        }
    }

    /// Files of an import with this verdict, each with its reason: what there is to tell about one that met trouble. Of
    /// duplicates and of what was skipped, nothing is kept once it has finished.
    public func fetchImportResults(
        _ identifier: String, verdict: ImportVerdict
    ) async throws -> [ImportResult] {
        let (row, _) = try await storedImport(identifier)
        return try await catalog.read { connection in
            try connection.all(
                """
                SELECT place.path, item.name, reason, asset.uuid FROM import_item AS item
                JOIN import_folder AS place ON place.id = folder_id LEFT JOIN asset ON asset.id = asset_id
                WHERE item.session_id = ? AND is_done AND verdict = ? ORDER BY folder_id, item.name
                """, row, verdict.rawValue
            ) { row in
                ImportResult(
                    path: FilePath(bytes: row.bytes(0)).appending(row.bytes(1)), verdict: verdict,
                    localIdentifier: row.isNull(3) ? nil : LocalIdentifier.text(row.bytes(3)),
                    reason: row.optionalString(2))
            }
        }
    }

    /// The row of an import of this client, and what it was asked for.
    func storedImport(_ identifier: String) async throws -> (row: Int64, options: ImportOptions) {
        let (viewer, client) = (viewer, client)
        let found = try await catalog.read { connection in
            try connection.first(
                """
                SELECT id, mode, album, wants_thumbnails, is_selection FROM import_session
                WHERE uuid = ? AND (? OR client = ?)
                """, LocalIdentifier.bytes(identifier), viewer == .everything, client.rawValue
            ) { row in
                var options = ImportOptions()
                options.mode = ImportMode(rawValue: row.int(1)) ?? .copy
                options.album = row.optionalString(2)
                options.thumbnails = row.bool(3)
                options.isSelection = row.bool(4)
                return (row: row.int64(0), options: options)
            }
        }
        guard let found else { throw LibraryError.identifiersNotFound([identifier]) }
        return found
    }
}

extension ImportRecord.State {
    fileprivate init(_ state: StoredImportState) {
        switch state {
        case .running, .paused: self = .interrupted
        case .cancelled: self = .cancelled
        case .finished: self = .finished
        }
    }
}
