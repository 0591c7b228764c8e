// SPDX-License-Identifier: GPL-3.0-or-later
// Assets read lately, for all fetch results of a library. Bounded; a commit drops what it changed, so that
// what is here is never older than the last commit.

import Synchronization

/// Assets by row. Two halves: what is used moves to the young one; when that is full, the old one goes.
final class AssetCache: Sendable {
    /// Assets in one half; about 600 bytes each, so some 5 MB in all.
    static let halfCapacity = 4_096
    /// Commits that are remembered, to refuse what was read before one of them.
    private static let rememberedChanges = 32

    private struct State {
        var young: [Int64: Asset] = [:]
        var old: [Int64: Asset] = [:]
        var changes: [LibraryChange] = []
        /// Reads of an older generation than this are not kept.
        var oldestKnownGeneration: Int64 = 0
    }

    private let state = Mutex(State())

    func asset(row: Int64) -> Asset? {
        state.withLock { state in
            if let asset = state.young[row] { return asset }
            guard let asset = state.old.removeValue(forKey: row) else { return nil }
            Self.insert(asset, into: &state)
            return asset
        }
    }

    /// Keeps what was read at `generation`, unless it has changed since.
    func insert(_ assets: some Sequence<Asset>, generation: Int64) {
        state.withLock { state in
            guard generation >= state.oldestKnownGeneration else { return }
            let later = state.changes.filter { $0.toGeneration > generation }
            for asset in assets where !later.contains(where: { $0.assetRows?.contains(asset.rowID) ?? true })
            {
                Self.insert(asset, into: &state)
            }
        }
    }

    private static func insert(_ asset: Asset, into state: inout State) {
        if state.young.count >= halfCapacity {
            state.old = state.young
            state.young = [:]
        }
        state.young[asset.rowID] = asset
    }

    /// Drops what a commit changed.
    func invalidate(_ change: LibraryChange) {
        state.withLock { state in
            if let rows = change.assetRows {
                for row in rows {
                    state.young[row] = nil
                    state.old[row] = nil
                }
            } else {
                state.young = [:]
                state.old = [:]
            }
            state.changes.append(change)
            if state.changes.count > Self.rememberedChanges {
                state.oldestKnownGeneration = state.changes.removeFirst().toGeneration
            }
        }
    }

    /// Drops everything, under memory pressure.
    func removeAll() {
        state.withLock {
            $0.young = [:]
            $0.old = [:]
        }
    }

    var count: Int { state.withLock { $0.young.count + $0.old.count } }
}
