// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a catalog that may be damaged. A damaged one is never thrown away: it is kept aside whole, and what can be
// read of it becomes the new one.

import Foundation
import Metadata
import SQLite

/// What became of a damaged catalog.
public struct CatalogRecovery: Sendable, Equatable {
    /// What a catalog holds that no file says again.
    public enum Part: Sendable, CaseIterable {
        case watchedFolders
        /// With favourite, hidden, deleted, rating, title and caption.
        case photos
        /// With their members and order.
        case albums
        case keywords
        /// What programs may see and change.
        case access
    }

    /// Where the damaged file was moved to, whole.
    public var keptAside: FilePath
    /// What was wrong with it, in words.
    public var reason: String
    /// How much of each part is in the new catalog.
    public var saved: [Part: Int]
    /// The parts that could not be read in full.
    public var lost: Set<Part>
}

extension Catalog {
    /// The catalog's name in the data folder.
    static let fileName = "catalog.sqlite"
    /// Catalogs up to this size are checked in full on opening: some ten milliseconds. Larger ones are
    /// probed.
    static let fullCheckLimitBytes = 8 << 20
    /// SQLite's companions of a file in WAL mode.
    private static let companions = ["-wal", "-shm"]

    private enum Opened {
        case whole(Catalog)
        case damaged(SQLiteError)
    }

    /// Opens the catalog in `folder`; where it is damaged, keeps it aside and makes a new one of what can be read.
    static func openOrRecover(in folder: FilePath) async throws -> (Catalog, CatalogRecovery?) {
        let path = folder.appending(fileName)
        try checkPlace(path, in: folder)
        do {
            if case .whole(let catalog) = try await openAndProbe(path) { return (catalog, nil) }
            // One program at a time; and another may have done it while this one waited.
            let queue = BlockingQueue(label: "albumen-recovery")
            let lock = await queue.run { FolderLock(folder) }
            defer { withExtendedLifetime(lock) {} }
            switch try await openAndProbe(path) {
            case .whole(let catalog): return (catalog, nil)
            case .damaged(let error):
                let (aside, salvage) = try await queue.run { try replace(path) }
                let recovery = CatalogRecovery(
                    keptAside: aside, reason: error.message, saved: salvage.saved, lost: salvage.lost)
                return (try await open(at: path), recovery)
            }
        } catch let error as MigrationError {
            throw libraryError(error)
        } catch let error as SQLiteError {
            throw openingError(error, path: path)
        }
    }

    /// Closed again where it is damaged: a connection that closes after the file has another name would remove the new
    /// file's log.
    private static func openAndProbe(_ path: FilePath) async throws -> Opened {
        do {
            let catalog = try await open(at: path)
            do {
                try await catalog.probe()
                return .whole(catalog)
            } catch {
                await catalog.database.close()
                throw error
            }
        } catch let error as SQLiteError where error.isCorruption {
            return .damaged(error)
        }
    }

    /// Makes the new catalog beside the damaged one and then changes them: a crash before that loses nothing. Blocking.
    private static func replace(_ path: FilePath) throws -> (aside: FilePath, salvage: Salvage) {
        let fresh = FilePath(bytes: path.bytes + Array(".new".utf8))
        for companion in ["", "-journal"] + companions {
            _ = FilePath(bytes: fresh.bytes + Array(companion.utf8)).withCString { unlink($0) }
        }
        let salvage = try CatalogSalvager.salvage(path, into: fresh)
        let aside = try keepAside(path)
        guard fresh.withCString({ fresh in path.withCString { rename(fresh, $0) } }) == 0 else {
            throw LibraryError.file(.io(path, errno: errno))
        }
        return (aside, salvage)
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

    /// Gives the file and its companions a name that says when. The file has its old name until the new one takes it: in
    /// between another program would make one.
    private static func keepAside(_ path: FilePath) throws -> FilePath {
        let aside = FilePath(bytes: path.bytes + Array(".damaged-\(Clock.now())".utf8))
        let isLinked = path.withCString { path in aside.withCString { link(path, $0) } } == 0
        // Where a file system has no links, the file is moved like the others.
        for companion in companions + (isLinked ? [] : [""]) {
            let from = FilePath(bytes: path.bytes + Array(companion.utf8))
            let to = FilePath(bytes: aside.bytes + Array(companion.utf8))
            let code = from.withCString { from in to.withCString { rename(from, $0) } }
            if code != 0, errno != ENOENT { throw LibraryError.file(.io(from, errno: errno)) }
        }
        return aside
    }
}

/// An exclusive lock on a folder, for as long as this lives. Without effect on a file system that knows no locks.
private final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Waits for others. Blocking.
    init(_ path: FilePath) {
        descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }
}
