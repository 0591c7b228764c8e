// SPDX-License-Identifier: GPL-3.0-or-later
// Where a library keeps its catalog, its caches, its logs, and the files it was given.

import CGio
import Metadata

/// The folders of one library. They are made where they do not exist: the first three on opening, the last with the
/// first copy.
public struct LibraryLocation: Sendable, Hashable {
    /// Catalog and edits: what must not be lost.
    public var data: FilePath
    /// Thumbnails and previews: may vanish at any time.
    public var cache: FilePath
    /// Logs.
    public var state: FilePath
    /// Imported copies, in `YYYY/MM/`.
    public var originals: FilePath

    /// - Parameter originals: nil for a folder beside the catalog.
    public init(data: FilePath, cache: FilePath, state: FilePath, originals: FilePath? = nil) {
        self.data = data
        self.cache = cache
        self.state = state
        self.originals = originals ?? data.appending("originals")
    }

    /// Everything under one folder, as `--library DIR` asks.
    public init(directory: FilePath) {
        self.init(
            data: directory.appending("data"),
            cache: directory.appending("cache"),
            state: directory.appending("state"),
            originals: directory.appending("Pictures").appending("Albumen"))
    }

    /// The person's own library, in the XDG folders. GLib's, which follow `$HOME`; Foundation's do not.
    public static var standard: LibraryLocation {
        LibraryLocation(
            data: FilePath(cString: g_get_user_data_dir()).appending("albumen"),
            cache: FilePath(cString: g_get_user_cache_dir()).appending("albumen"),
            state: FilePath(cString: g_get_user_state_dir()).appending("albumen"),
            originals: picturesFolder.appending("Albumen"))
    }

    /// Where the person keeps photos: the desktop's Pictures folder.
    public static var picturesFolder: FilePath {
        picturesFolder(
            named: g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map(FilePath.init(cString:)),
            home: FilePath(cString: g_get_home_dir()))
    }

    /// `Pictures` in the home folder where the desktop names none, or names the home folder itself, which is how
    /// xdg-user-dirs says "none".
    static func picturesFolder(named: FilePath?, home: FilePath) -> FilePath {
        guard let named, named.withoutTrailingSlash != home.withoutTrailingSlash else {
            return home.appending("Pictures")
        }
        return named
    }

    /// What the library keeps for itself and nothing may take for photos. Not its originals.
    var ownFolders: [FilePath] { [data, cache, state] }
}
