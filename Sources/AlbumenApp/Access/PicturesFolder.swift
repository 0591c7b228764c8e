// SPDX-License-Identifier: GPL-3.0-or-later
// Where the person keeps photos, and whether the folder can be read. Checked away from the main thread.

import AlbumenKit
import CAdwaita
@preconcurrency import Dispatch
import Glibc

enum PicturesFolder {
    /// The desktop's Pictures folder; `Pictures` in the home folder where the desktop names none, or names the home
    /// folder itself, which is how xdg-user-dirs says "none".
    static var path: FilePath {
        let home = FilePath(cString: g_get_home_dir())
        guard let special = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) else {
            return home.appending("Pictures")
        }
        let path = FilePath(cString: special)
        return path == home ? home.appending("Pictures") : path
    }

    /// The first of these folders that is missing or cannot be read.
    static func problem(among folders: [FilePath]) async -> FolderProblem? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: folders.lazy.compactMap(check).first)
            }
        }
    }

    private static func check(_ folder: FilePath) -> FolderProblem? {
        guard let directory = folder.withCString({ opendir($0) }) else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { return .missing(folder) }
            return .unreadable(folder, reason: String(cString: strerror(code)))
        }
        closedir(directory)
        return nil
    }
}
