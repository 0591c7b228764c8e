// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the catalog can be where it belongs: looked at before SQLite, whose words for all of it are "unable to open".

import Glibc
import Metadata

/// What is in the place of the catalog's file.
public enum CatalogObstacle: Sendable, Hashable {
    case directory
    /// A pipe, a socket or a device.
    case special
    /// A symbolic link to nothing.
    case danglingLink

    /// What is wrong and what to do, to follow the file's name.
    public var words: String {
        switch self {
        case .directory: "is a folder, where the catalog's file belongs. Move it away."
        case .special: "is no regular file, where the catalog belongs. Move it away."
        case .danglingLink: "is a link to a file that is not there. Bring that file back, or remove the link."
        }
    }
}

extension Catalog {
    /// Throws `catalogPlace` for an obstacle, and `file(.permissionDenied)` naming the file or its folder where it may not
    /// be written. Blocking, for some microseconds.
    static func checkPlace(_ path: FilePath, in folder: FilePath) throws {
        var link = stat()
        var file = stat()
        if path.withCString({ lstat($0, &link) }) == 0 {
            guard path.withCString({ stat($0, &file) }) == 0 else {
                throw LibraryError.catalogPlace(path, .danglingLink)
            }
            switch file.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw LibraryError.catalogPlace(path, .directory)
            default: throw LibraryError.catalogPlace(path, .special)
            }
            try checkWritable(path)
        }
        // Its log and its locks are files beside it.
        try checkWritable(folder)
    }

    private static func checkWritable(_ path: FilePath) throws {
        if path.withCString({ Glibc.access($0, W_OK) }) != 0, [EACCES, EPERM, EROFS].contains(errno) {
            throw LibraryError.file(.permissionDenied(path))
        }
    }
}
