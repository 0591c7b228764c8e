// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the catalog: what a person decided, which no file of theirs holds.

import Glibc
import Metadata
import SQLite

extension PhotoLibrary {
    /// Writes a copy of the catalog to a new file: albums, favourites, keywords, access, as they are at one moment. Photos
    /// are not in it. The copy is whole and on disk, or there is none; it opens as `data/catalog.sqlite` of a library.
    /// Changes wait meanwhile.
    ///
    /// Throws `notAuthorized` for a client that does not see everything, `file(.io(…, EEXIST))` where there is a file
    /// already, and `noSpace`.
    public func backUp(to path: FilePath) async throws {
        guard viewer == .everything else {
            throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
        }
        do {
            // On the writer's connection: readers' refuse to write, also to another file.
            try await catalog.database.writeWithoutTransaction { connection in
                try Self.copyCatalog(of: connection, to: path)
            }
        } catch let error as SQLiteError where error.isFull {
            throw LibraryError.noSpace(path)
        } catch {
            throw catalog.libraryError(error)
        }
    }

    /// Blocking.
    private static func copyCatalog(of connection: Connection, to path: FilePath) throws {
        do {
            let temporary = try TemporaryFile(in: OriginalsFolder.Folder(path.parent ?? FilePath(".")))
            // SQLite takes names of files as text, and an empty file as its own.
            guard let name = temporary.path.string else { throw CopyError.destination(path, errno: EILSEQ) }
            try connection.execute("VACUUM INTO ?", name)
            try temporary.sync()
            try temporary.publish(exactlyAs: path.lastComponent.bytes)
        } catch let error as CopyError {
            throw LibraryError(error)
        }
    }
}
