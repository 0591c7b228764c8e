// SPDX-License-Identifier: GPL-3.0-or-later
// Assets read lately, for all fetch results of a library, each under the view it was read through: what one client was
// shown is no answer to another. Bounded; a commit drops what it changed, so that what is here is never older than the
// last commit.

import Synchronization

/// Assets by view and row. Each view has two halves: what is used moves to the young one; when that is full, the old
/// one goes.
final class AssetCache: Sendable {
    /// Bytes of one half of a view, as `Asset.memoryCost` reckons them.
    static let halfCapacityBytes = 3 << 20
    /// Commits that are remembered, to refuse what was read before one of them.
    private static let rememberedChanges = 32

    private struct Shelf {
        var young: [Int64: Asset] = [:]
        var old: [Int64: Asset] = [:]
        var youngBytes = 0
        var oldBytes = 0

        mutating func asset(row: Int64) -> Asset? {
            if let asset = young[row] { return asset }
            guard let asset = old.removeValue(forKey: row) else { return nil }
            oldBytes -= asset.memoryCost
            insert(asset)
            return asset
        }

        mutating func insert(_ asset: Asset) {
            if youngBytes >= AssetCache.halfCapacityBytes {
                old = young
                oldBytes = youngBytes
                young = [:]
                youngBytes = 0
            }
            youngBytes += asset.memoryCost - (young[asset.rowID]?.memoryCost ?? 0)
            young[asset.rowID] = asset
        }

        mutating func remove(row: Int64) {
            youngBytes -= young.removeValue(forKey: row)?.memoryCost ?? 0
            oldBytes -= old.removeValue(forKey: row)?.memoryCost ?? 0
        }
    }

    private struct State {
        var shelves: [Viewer: Shelf] = [:]
        var changes: [LibraryChange] = []
        /// Reads of an older generation than this are not kept.
        var oldestKnownGeneration: Int64 = 0
    }

    private let state = Mutex(State())

    /// The asset of a row, if it was read through this view and nothing has changed it since.
    func asset(row: Int64, _ viewer: Viewer) -> Asset? {
        state.withLock { $0.shelves[viewer]?.asset(row: row) }
    }

    /// Keeps what was read through a view at `generation`, unless it, or what the view holds, has changed since.
    func insert(_ assets: some Sequence<Asset>, _ viewer: Viewer, generation: Int64) {
        state.withLock { state in
            guard generation >= state.oldestKnownGeneration else { return }
            let later = state.changes.filter { $0.toGeneration > generation }
            guard !later.contains(where: \.accessChanged) else { return }
            for asset in assets where !later.contains(where: { $0.assetRows?.contains(asset.rowID) ?? true })
            {
                state.shelves[viewer, default: Shelf()].insert(asset)
            }
        }
    }

    /// Drops what a commit changed; everything where it changed what clients may see.
    func invalidate(_ change: LibraryChange) {
        state.withLock { state in
            if let rows = change.assetRows, !change.accessChanged {
                for viewer in state.shelves.keys {
                    for row in rows { state.shelves[viewer]?.remove(row: row) }
                }
            } else {
                state.shelves = [:]
            }
            state.changes.append(change)
            if state.changes.count > Self.rememberedChanges {
                state.oldestKnownGeneration = state.changes.removeFirst().toGeneration
            }
        }
    }

    /// Drops everything, under memory pressure.
    func removeAll() { state.withLock { $0.shelves = [:] } }

    var bytes: Int {
        state.withLock { $0.shelves.values.reduce(0) { $0 + $1.youngBytes + $1.oldBytes } }
    }
}

extension Asset {
    /// Bytes that keeping it takes, about: itself, its place in a table, and its texts.
    fileprivate var memoryCost: Int {
        MemoryLayout<Asset>.stride + 64 + localIdentifier.utf8.count + path.bytes.count
            + (title?.utf8.count ?? 0)
            + (caption?.utf8.count ?? 0) + (burstIdentifier?.utf8.count ?? 0)
    }
}
