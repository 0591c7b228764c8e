// SPDX-License-Identifier: GPL-3.0-or-later
// Assets read lately, for all fetch results of a library. Bounded; a commit drops what it changed, so that
// what is here is never older than the last commit.

import Synchronization

/// Assets by row. Two halves: what is used moves to the young one; when that is full, the old one goes.
final class AssetCache: Sendable {
    /// Bytes of one half, as `Asset.memoryCost` reckons them.
    static let halfCapacityBytes = 3 << 20
    /// Commits that are remembered, to refuse what was read before one of them.
    private static let rememberedChanges = 32

    private struct State {
        var young: [Int64: Asset] = [:]
        var old: [Int64: Asset] = [:]
        var youngBytes = 0
        var oldBytes = 0
        var changes: [LibraryChange] = []
        /// Reads of an older generation than this are not kept.
        var oldestKnownGeneration: Int64 = 0
    }

    private let state = Mutex(State())

    func asset(row: Int64) -> Asset? {
        state.withLock { state in
            if let asset = state.young[row] { return asset }
            guard let asset = state.old.removeValue(forKey: row) else { return nil }
            state.oldBytes -= asset.memoryCost
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
        if state.youngBytes >= halfCapacityBytes {
            state.old = state.young
            state.oldBytes = state.youngBytes
            state.young = [:]
            state.youngBytes = 0
        }
        state.youngBytes += asset.memoryCost - (state.young[asset.rowID]?.memoryCost ?? 0)
        state.young[asset.rowID] = asset
    }

    /// Drops what a commit changed.
    func invalidate(_ change: LibraryChange) {
        state.withLock { state in
            // What was read for a view that is another now is not for it.
            if let rows = change.assetRows, !change.accessChanged {
                for row in rows {
                    state.youngBytes -= state.young.removeValue(forKey: row)?.memoryCost ?? 0
                    state.oldBytes -= state.old.removeValue(forKey: row)?.memoryCost ?? 0
                }
            } else {
                Self.removeAll(&state)
            }
            state.changes.append(change)
            if state.changes.count > Self.rememberedChanges {
                state.oldestKnownGeneration = state.changes.removeFirst().toGeneration
            }
        }
    }

    /// Drops everything, under memory pressure.
    func removeAll() { state.withLock { Self.removeAll(&$0) } }

    private static func removeAll(_ state: inout State) {
        state.young = [:]
        state.old = [:]
        state.youngBytes = 0
        state.oldBytes = 0
    }

    var bytes: Int { state.withLock { $0.youngBytes + $0.oldBytes } }
}

extension Asset {
    /// Bytes that keeping it takes, about: itself, its place in a table, and its texts.
    fileprivate var memoryCost: Int {
        MemoryLayout<Asset>.stride + 64 + localIdentifier.utf8.count + path.bytes.count
            + (title?.utf8.count ?? 0)
            + (caption?.utf8.count ?? 0) + (burstIdentifier?.utf8.count ?? 0)
    }
}
