// SPDX-License-Identifier: GPL-3.0-or-later
// One write transaction of the catalog, and the note of what it touched, from which observers and history are
// told.

import SQLite
import Synchronization

/// Raw values of `history.object_type`; the first three are PHObjectType's.
enum HistoryObject: Int64, Sendable {
    case asset = 1
    case album = 2
    case list = 3
    case access = 4
}

/// Raw values of `history.change`.
enum HistoryChange: Int64, Sendable {
    case inserted = 1
    case updated = 2
    case deleted = 3
}

/// Lives inside one transaction, on the writer's thread.
final class CatalogWriter {
    let connection: Connection
    /// Milliseconds since 1970: one time for everything in the transaction.
    let now: Int64
    /// The generation before this transaction.
    let generation: Int64

    private var notes: [Note: [UInt8]?] = [:]
    private var assetRows: Set<Int64> = []
    private var albumRows: Set<Int64> = []
    private var assetAspects: AssetAspects = []
    private var commitActions: [@Sendable () -> Void] = []

    private struct Note: Hashable {
        var object: HistoryObject
        var change: HistoryChange
        var row: Int64
    }

    /// Assets of one transaction that are named one by one; above it, all count as changed.
    static let assetRowLimit = 10_000
    /// Generations of which the history is kept.
    static let historyLength: Int64 = 10_000
    /// How often the history is cut, in generations.
    private static let historyCutInterval: Int64 = 256

    private let rollback: RollbackActions

    /// - Parameter rollback: collects what has to be taken back outside of the catalog where it does not commit.
    init(_ connection: Connection, rollback: RollbackActions) throws {
        self.connection = connection
        self.rollback = rollback
        now = Clock.now()
        generation = try connection.generation()
    }

    /// Notes a change of one object: everything that clients are told comes from here. `identifier` for what is
    /// deleted, whose row will not say it any more; `aspects` for an asset of which no more than those changed.
    func note(
        _ object: HistoryObject, _ change: HistoryChange, row: Int64, identifier: [UInt8]? = nil,
        aspects: AssetAspects = .everything
    ) {
        switch object {
        case .asset:
            assetRows.insert(row)
            assetAspects.formUnion(aspects)
        case .album: albumRows.insert(row)
        case .list, .access: break
        }
        notes.updateValue(identifier, forKey: Note(object: object, change: change, row: row))
    }

    /// Something to do after the commit and before observers are told, such as bringing a copy in memory up
    /// to date.
    func beforeTelling(_ action: @escaping @Sendable () -> Void) { commitActions.append(action) }

    /// Something to take back, on the disk, where the transaction fails. Blocking.
    func onRollback(_ action: @escaping @Sendable () -> Void) { rollback.add(action) }

    /// What `beforeTelling` was given, in order.
    var actionsAfterCommit: [@Sendable () -> Void] { commitActions }

    /// Writes the history and raises the generation; nil where nothing was noted.
    func finish() throws -> LibraryChange? {
        try SearchIndexer(connection: connection).update()
        guard !notes.isEmpty else { return nil }
        let next = generation + 1
        try connection.execute("UPDATE catalog_state SET generation = ?", next)
        let insert = "INSERT OR IGNORE INTO history VALUES (?, ?, ?, ?, ?)"
        let tooMany = assetRows.count > Self.assetRowLimit
        for (note, identifier) in notes where !(tooMany && note.object == .asset) {
            try connection.execute(
                insert, next, note.object.rawValue, note.change.rawValue, note.row, identifier)
        }
        if tooMany {
            try connection.execute(
                insert, next, HistoryObject.asset.rawValue, HistoryChange.updated.rawValue, 0, nil)
        }
        if next % Self.historyCutInterval == 0 {
            for table in ["history", "client_history"] {
                try connection.execute(
                    "DELETE FROM \(table) WHERE generation <= ?", next - Self.historyLength)
            }
        }
        let collectionsChanged = notes.keys.contains { $0.object == .album || $0.object == .list }
        let accessChanged = notes.keys.contains { $0.object == .access }
        return LibraryChange(
            fromGeneration: generation, toGeneration: next, assetRows: tooMany ? nil : assetRows,
            assetAspects: assetAspects, albumRows: albumRows,
            collectionsChanged: collectionsChanged, accessChanged: accessChanged)
    }
}

/// What a transaction did outside of the catalog, to be taken back where it fails.
final class RollbackActions: Sendable {
    private let actions = Mutex<[@Sendable () -> Void]>([])

    func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

    /// Runs them, the last one first. Blocking, where there are any.
    func run() {
        for action in actions.withLock({ $0 }).reversed() { action() }
    }
}
