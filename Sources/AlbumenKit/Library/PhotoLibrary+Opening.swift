// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a library: its folders, its catalog (recovered where it is damaged), its decoders.

import Glibc
import Imaging
import Metadata
import SQLite

extension PhotoLibrary {
    /// Opens or makes the library at `location` for one client. Open a library once in a process.
    ///
    /// Throws `LibraryError`: `catalogNewer`, `noSpace`, `file` (folders that cannot be made or written),
    /// `database`. A damaged catalog does not throw: see `recovery`.
    public static func open(
        at location: LibraryLocation, client: ClientIdentifier, decoders: DecoderPool = DecoderPool()
    ) async throws -> PhotoLibrary {
        for folder in [location.data, location.cache, location.state] { try makeFolder(folder) }
        let (catalog, recovery) = try await Catalog.openOrRecover(in: location.data)
        let controls = ParentalControls()
        await controls.start { [weak catalog] in catalog?.apply($0, to: client) }
        return PhotoLibrary(
            client: client, location: location, recovery: recovery, decoders: decoders, catalog: catalog,
            parentalControls: controls)
    }

    /// The XDG base directory specification asks for 0700.
    private static let folderMode: mode_t = 0o700

    /// Makes a folder and those above it. Two small system calls where it is there.
    /// A parent that is there and still holds no such place (`/proc`) is not made again.
    private static func makeFolder(_ path: FilePath, parentWasMade: Bool = false) throws {
        if path.withCString({ mkdir($0, folderMode) }) == 0 { return }
        switch errno {
        case EEXIST:
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw LibraryError.file(.io(path, errno: ENOTDIR))
            }
        case ENOENT:
            guard !parentWasMade, let parent = path.parent else { throw LibraryError.file(.notFound(path)) }
            try makeFolder(parent)
            try makeFolder(path, parentWasMade: true)
        case EACCES, EPERM, EROFS: throw LibraryError.file(.permissionDenied(path))
        case ENOSPC, EDQUOT: throw LibraryError.noSpace(path)
        case let code: throw LibraryError.file(.io(path, errno: code))
        }
    }
}
