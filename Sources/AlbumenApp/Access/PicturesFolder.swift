// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the folders with the person's photos can be read. Checked away from the main thread.

import AlbumenKit
@preconcurrency import Dispatch
import Glibc

enum PicturesFolder {
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
