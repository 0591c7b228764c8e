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

    init(database: Database, path: FilePath, access: AccessTable) {
        self.database = database
        self.path = path
        self.access = access
    }

    /// Opens or makes the catalog at `path`. Throws `LibraryError`.
    static func open(at path: FilePath) async throws -> Catalog {
        var configuration = Configuration()
        configuration.applicationID = CatalogSchema.applicationID
        configuration.functions = [.foldedMatches]
        let database = try await Database.open(
            path: path.bytes, configuration: configuration, migrator: CatalogSchema.migrator)
        let access = try await database.read { AccessTable(try AccessTable.grants(in: $0)) }
        return Catalog(database: database, path: path, access: access)
    }

    private struct Commit: Sendable {
        var change: LibraryChange?
        var actions: [@Sendable () -> Void]
    }

    /// Runs `body` on a reader. All of its statements see one generation.
    func read<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        do { return try await database.read(body) } catch { throw libraryError(error) }
    }

    /// Runs `body` in one write transaction. Observers are told after the commit and before this returns.
    func write<T: Sendable>(_ body: @escaping @Sendable (CatalogWriter) throws -> T) async throws -> T {
        do {
            let (result, _) = try await database.write { connection in
                let writer = try CatalogWriter(connection)
                let result = try body(writer)
                return (result, Commit(change: try writer.finish(), actions: writer.actionsAfterCommit))
            } didCommit: { [self] (_: T, commit: Commit) in
                for action in commit.actions { action() }
                guard let change = commit.change else { return }
                assets.invalidate(change)
                broadcaster.send(change)
            }
            return result
        } catch { throw libraryError(error) }
    }

    /// SQLite's failures in the library's terms; every other error as it is.
    func libraryError(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        return error.isFull ? LibraryError.noSpace(path) : LibraryError.database(error)
    }
}
