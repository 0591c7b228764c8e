// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the catalog: what a person decided, which no file of theirs holds.

import Glibc
import Metadata
import SQLite

extension PhotoLibrary {
    /// Writes a copy of the catalog to a new file: albums, favourites, keywords, access, as they are at one moment. Photos
    /// are not in it. The copy is whole and on disk, or there is none; it opens as `data/catalog.sqlite` of a library.
    ///
    /// Throws `notAuthorized` for a client that does not see everything, `file(.io(…, EEXIST))` where there is a file
    /// already, and `noSpace`.
    public func backUp(to path: FilePath) async throws {
        guard viewer == .everything else {
            throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
        }
        let hidden = (path.parent ?? FilePath(".")).appending(
            ".albumen-backup-" + String(UInt64.random(in: 0 ... .max), radix: 36))
        // SQLite takes names of files as text.
        guard let name = hidden.string else { throw LibraryError.file(.io(path, errno: EILSEQ)) }
        defer { hidden.withCString { _ = unlink($0) } }
        do {
            // On the writer's connection: readers' refuse to write, also to another file.
            try await catalog.database.writeWithoutTransaction { connection in
                try connection.execute("VACUUM INTO ?", name)
            }
        } catch let error as SQLiteError where error.isFull {
            throw LibraryError.noSpace(path)
        } catch let error as SQLiteError where .cantOpen ~= error.code {
            throw LibraryError.file(.io(path, errno: ENOENT))
        } catch {
            throw catalog.libraryError(error)
        }
        try await Catalog.disk.run { try Self.publish(hidden, as: path) }
    }

    /// Gives the file its name, which must be free, and waits until both are on disk. Blocking.
    private static func publish(_ hidden: FilePath, as path: FilePath) throws {
        for place in [hidden, path.parent ?? FilePath(".")] {
            let file = place.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
            guard file >= 0 else { throw LibraryError.file(.io(place, errno: errno)) }
            defer { close(file) }
            if place == hidden {
                // A hard link never replaces a file.
                guard fsync(file) == 0,
                    hidden.withCString({ from in path.withCString { link(from, $0) } }) == 0
                else { throw LibraryError.file(.io(path, errno: errno)) }
            } else {
                fsync(file)
            }
        }
    }
}
