// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through folders and what is below them. Each folder is visited once, whatever links lead to it, so that no
// loop can exist.

import Metadata
import Synchronization

/// Folders still to visit. Any thread, one at a time.
final class FolderWalk: Sendable {
    private struct State {
        var visited: Set<FolderIdentity>
        /// The next one is the last.
        var pending: [FilePath]
    }

    let scope: FolderScope
    private let state: Mutex<State>

    /// - Parameters:
    ///   - folders: where to begin, visited in this order.
    ///   - visited: folders not to go down into.
    init(_ folders: [FilePath], scope: FolderScope, visited: Set<FolderIdentity> = []) {
        self.scope = scope
        state = Mutex(State(visited: visited, pending: folders.reversed()))
    }

    /// The folder to `list` next; nil at the end.
    func nextFolder() -> FilePath? { state.withLock { $0.pending.popLast() } }

    /// Lists a folder and remembers what is below it; nil where it was visited before, by another way, or is closed.
    /// Blocking: never call it on the cooperative pool.
    func list(_ path: FilePath) throws(ListingError) -> FolderContents? {
        let contents = try FolderContents(of: path, scope: scope)
        return state.withLock { state in
            guard !scope.isClosed(contents.identity), state.visited.insert(contents.identity).inserted else {
                return nil
            }
            // The last one is taken first: the folder that was written to last, so that a scan shows the latest photos
            // first.
            state.pending += contents.subfolders.sorted { $0.modified < $1.modified }.map(\.path)
            return contents
        }
    }
}
