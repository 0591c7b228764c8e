// SPDX-License-Identifier: GPL-3.0-or-later
// Making one photo of several.

import AlbumenKit

extension AssetActions {
    /// Keeps the first of each and moves the others to Recently Deleted, all in one change, with Undo.
    func merge(_ merges: [(kept: Asset, others: [Asset])]) async {
        let count = merges.map(\.others.count).reduce(0, +)
        guard count > 0 else { return }
        let done = await perform(tr("Could not merge")) { changes in
            for (kept, others) in merges { try changes.mergeAssets(others, into: kept) }
        }
        guard let done else { return }
        let text = ntr(
            "Duplicate moved to Recently Deleted", "{count} duplicates moved to Recently Deleted", count)
        session.toast(text, undo: undoing(done.undo))
    }
}
