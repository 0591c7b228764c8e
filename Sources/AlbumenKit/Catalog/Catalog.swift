// SPDX-License-Identifier: GPL-3.0-or-later
// The catalog: the database of assets, folders and albums. Schema and SQL live in this folder and in Fetching
// and Changes.

import Metadata
import SQLite
import Synchronization

/// The open catalog: one writer, several readers, and what is kept in memory of it.
package final class Catalog: Sendable {
    let database: Database
    let path: FilePath
    /// Objects read lately, for all fetch results.
    let assets = AssetCache()
    /// Tells observers of commits, in their order.
    let broadcaster = ChangeBroadcaster()
    /// Where each client stands, so that asking need not wait.
    let access: AccessTable

    /// The generation up to which observers were told. Changed on the writer's queue only, so that they are told of
    /// every process's commits once, and in order.
    private let toldGeneration: Mutex<Int64>
    /// Notices other processes' commits; nil where the system has no watch left: then every read looks first.
    private let watch = Mutex<CommitWatch?>(nil)

    /// Where the catalog's questions to the disk wait, never inside a transaction.
    static let disk = BlockingQueue(label: "albumen-catalog-disk", concurrent: true)

    private init(database: Database, path: FilePath, access: AccessTable, generation: Int64) {
        self.database = database
        self.path = path
        self.access = access
        toldGeneration = Mutex(generation)
    }

    /// Opens or makes the catalog at `path`. Throws `LibraryError`.
    static func open(at path: FilePath) async throws -> Catalog {
        var configuration = Configuration()
        configuration.applicationID = CatalogSchema.applicationID
        configuration.functions = [.foldedMatches]
        let database = try await Database.open(
            path: path.bytes, configuration: configuration, migrator: CatalogSchema.migrator)
        let (grants, generation) = try await database.read {
            (try AccessTable.grants(in: $0), try $0.generation())
        }
        let catalog = Catalog(
            database: database, path: path, access: AccessTable(grants), generation: generation)
        let watch = CommitWatch(catalog: path) { [weak catalog] in
            guard let catalog else { return }
            // What cannot be read now is noticed with the next commit.
            Task { try? await catalog.noticeOthers() }
        }
        catalog.watch.withLock { $0 = watch }
        // Whatever was committed between the reading and the watching.
        try await catalog.noticeOthers()
        return catalog
    }

    private struct Commit: Sendable {
        var change: LibraryChange?
        var actions: [@Sendable () -> Void]
    }

    /// Runs `body` on a reader. All of its statements see one generation.
    func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        if watch.withLock({ $0 == nil }) { try await noticeOthers() }
        do { return try await database.read(body) } catch { throw libraryError(error) }
    }

    /// Runs `body` in one write transaction. Observers are told after the commit and before this returns. A power cut can
    /// take the last commits with it, unless one is durable.
    func write<T: Sendable>(
        isDurable: Bool = false, _ body: @escaping @Sendable (CatalogWriter) throws -> T
    ) async throws -> T {
        let rollback = RollbackActions()
        do {
            let (result, _) = try await database.write(isDurable: isDurable) { [self] connection in
                let writer = try CatalogWriter(connection, rollback: rollback)
                let others = try unnoticed(upTo: writer.generation, in: connection)
                let result = try body(writer)
                let own = try writer.finish()
                let change = others.change.flatMap { own.map($0.merged(with:)) ?? $0 } ?? own
                return (result, Commit(change: change, actions: others.actions + writer.actionsAfterCommit))
            } didCommit: { [self] (_: T, commit: Commit) in
                tell(commit)
            }
            return result
        } catch {
            await Self.disk.run { rollback.run() }
            throw libraryError(error)
        }
    }

    /// Tells observers what other processes have committed. On the writer's queue, between our own commits.
    func noticeOthers() async throws {
        do {
            try await database.writeWithoutTransaction { [self] connection in
                let commit = try connection.transaction(.deferred) {
                    try unnoticed(upTo: connection.generation(), in: connection)
                }
                tell(commit)
            }
        } catch { throw libraryError(error) }
    }

    /// Tells observers that what a client may see has changed, for a reason outside of the catalog.
    func tellOfAccess() async {
        try? await database.writeWithoutTransaction { [self] _ in
            let generation = toldGeneration.withLock { $0 }
            broadcaster.send(
                LibraryChange(
                    fromGeneration: generation, toGeneration: generation, assetRows: [],
                    collectionsChanged: false, accessChanged: true))
        }
    }

    /// What other processes have committed since observers were last told.
    private func unnoticed(upTo generation: Int64, in connection: Connection) throws -> Commit {
        let told = toldGeneration.withLock { $0 }
        guard let change = try connection.libraryChange(after: told, upTo: generation) else {
            return Commit(change: nil, actions: [])
        }
        guard change.accessChanged else { return Commit(change: change, actions: []) }
        let grants = try AccessTable.grants(in: connection)
        return Commit(change: change, actions: [{ [access] in access.replace(with: grants) }])
    }

    /// On the writer's queue.
    private func tell(_ commit: Commit) {
        for action in commit.actions { action() }
        guard let change = commit.change else { return }
        toldGeneration.withLock { $0 = change.toGeneration }
        assets.invalidate(change)
        broadcaster.send(change)
    }

    /// SQLite's failures in the library's terms; every other error as it is.
    func libraryError(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        return error.isFull ? LibraryError.noSpace(path) : LibraryError.database(error)
    }
}
