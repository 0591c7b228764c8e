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

    enum Order: Sendable {
        /// The folder that was written to last comes first, so that a scan shows the latest photos first.
        case newestFirst
        /// The same each time, so that of two equal files an import always takes the same one.
        case byName
    }

    let scope: FolderScope
    private let order: Order
    private let state: Mutex<State>

    /// - Parameters:
    ///   - folders: where to begin, visited in this order.
    ///   - visited: folders not to go down into.
    init(
        _ folders: [FilePath], scope: FolderScope, order: Order = .newestFirst,
        visited: Set<FolderIdentity> = []
    ) {
        self.scope = scope
        self.order = order
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
            // The last one is taken first.
            switch order {
            case .newestFirst:
                state.pending += contents.subfolders.sorted { $0.modified < $1.modified }.map(\.path)
            case .byName: state.pending += contents.subfolders.reversed().map(\.path)
            }
            return contents
        }
    }
}
