// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged catalog is kept aside, whole, and a new one begun; what can still be read of the person's
// decisions comes along.

import Foundation
import Metadata
import SQLite

/// What became of a damaged catalog.
public struct CatalogRecovery: Sendable, Equatable {
    /// Where the damaged file was moved to, whole.
    public var keptAside: FilePath
    /// What was wrong with it, in words.
    public var reason: String
}

extension Catalog {
    /// The catalog's name in the data folder.
    static let fileName = "catalog.sqlite"
    /// Catalogs up to this size are checked in full on opening: some ten milliseconds. Larger ones are
    /// probed.
    static let fullCheckLimitBytes = 8 << 20
    /// SQLite's companions of a file in WAL mode.
    private static let companions = ["-wal", "-shm"]

    /// Opens the catalog in `folder`; where it is damaged, keeps it aside and begins a new one.
    static func openOrRecover(in folder: FilePath) async throws -> (Catalog, CatalogRecovery?) {
        let path = folder.appending(fileName)
        do {
            let catalog = try await open(at: path)
            try await catalog.probe()
            return (catalog, nil)
        } catch let error as SQLiteError where error.isCorruption {
            let decisions = Decisions(salvagedFrom: path)
            let aside = try keepAside(path)
            let catalog = try await open(at: path)
            try await catalog.restore(decisions)
            return (catalog, CatalogRecovery(keptAside: aside, reason: error.message))
        } catch let error as MigrationError {
            throw libraryError(error)
        } catch let error as SQLiteError {
            throw openingError(error, path: path)
        }
    }

    private static func libraryError(_ error: MigrationError) -> LibraryError {
        switch error {
        case .newer(let found, _): .catalogNewer(version: found)
        case .foreign(let id):
            .database(SQLiteError(code: .notADatabase, message: "a database of another program (\(id))"))
        case .brokenReferences(_, let problems):
            .database(SQLiteError(code: .corrupt, message: problems.joined(separator: "; ")))
        }
    }

    private static func openingError(_ error: SQLiteError, path: FilePath) -> LibraryError {
        switch error.code {
        case .full: .noSpace(path)
        case .readOnly, .cantOpen: .file(.permissionDenied(path))
        default: .database(error)
        }
    }

    /// Throws where the file is visibly damaged.
    private func probe() async throws {
        let problems = try await database.read { connection in
            // Asked of SQLite: to open the file beside it and close it again would give up the locks that this
            // process holds on it (sqlite.org/howtocorrupt.html, 2.2), and another process would take the log away.
            let bytes = try connection.int64(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            if bytes ?? 0 <= Self.fullCheckLimitBytes { return try connection.quickCheck() }
            for order in ["ASC", "DESC"] {
                let sql = Asset.selectSQL + "1 ORDER BY asset.id \(order) LIMIT 64"
                _ = try connection.all(sql) { Asset(row: $0) }
            }
            _ = try connection.int64("SELECT sum(count) FROM tally")
            return []
        }
        if let problem = problems.first { throw SQLiteError(code: .corrupt, message: problem) }
    }

    /// Moves the file and its companions to a name that says when.
    private static func keepAside(_ path: FilePath) throws -> FilePath {
        let aside = FilePath(bytes: path.bytes + Array(".damaged-\(Clock.now())".utf8))
        for companion in [""] + companions {
            let from = FilePath(bytes: path.bytes + Array(companion.utf8))
            let to = FilePath(bytes: aside.bytes + Array(companion.utf8))
            let code = from.withCString { from in to.withCString { rename(from, $0) } }
            if code != 0, errno != ENOENT { throw LibraryError.file(.io(from, errno: errno)) }
        }
        return aside
    }

    /// What the person decided, as far as the damaged file still says it. Assets are read again from their
    /// files.
    private struct Decisions: Sendable {
        var folders: [[UInt8]] = []
        var grants: [AccessTable.Grant] = []

        init(salvagedFrom path: FilePath) {
            guard let connection = try? Connection(path: path.bytes, mode: .readOnly) else { return }
            // Whatever fails here is lost with the rest of the damaged file.
            folders =
                (try? connection.all("SELECT path FROM watched_folder ORDER BY id") { $0.bytes(0) }) ?? []
            grants = (try? AccessTable.grants(in: connection)) ?? []
        }
    }

    private func restore(_ decisions: Decisions) async throws {
        for folder in decisions.folders { try await addWatchedFolder(FilePath(bytes: folder)) }
        // A limited client's photos are not known any more; it has to be asked again.
        for grant in decisions.grants where grant.status != .limited {
            try await setAccess(grant.status, level: grant.level, client: grant.client)
        }
    }
}
