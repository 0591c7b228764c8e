// SPDX-License-Identifier: GPL-3.0-or-later
// What changed, in PhotoKit's index rules.

/// A set of changes between two generations of the catalog.
public struct LibraryChange: Sendable, Equatable {
    public let fromGeneration: Int64
    public let toGeneration: Int64
    /// Rows of assets that were inserted, updated or deleted. Nil: too many to list, treat all as changed.
    public let assetRows: Set<Int64>?
    /// Whether albums (titles, members, order) changed.
    public let collectionsChanged: Bool
    /// Whether what clients may see changed: an authorization, or a limited selection.
    public let accessChanged: Bool

    /// Both changes as one, this one first.
    func merged(with next: LibraryChange) -> LibraryChange {
        var rows: Set<Int64>?
        if let mine = assetRows, let others = next.assetRows {
            let union = mine.union(others)
            rows = union.count > CatalogWriter.assetRowLimit ? nil : union
        }
        return LibraryChange(
            fromGeneration: min(fromGeneration, next.fromGeneration),
            toGeneration: max(toGeneration, next.toGeneration), assetRows: rows,
            collectionsChanged: collectionsChanged || next.collectionsChanged,
            accessChanged: accessChanged || next.accessChanged)
    }
}

/// How to get from one fetch result to the next.
///
/// `removedIndexes` count in *before*, `insertedIndexes` and `changedIndexes` in *after*; `moves` count in
/// *before* with removals and insertions applied, and come last. No index is both moved and inserted.
public struct FetchResultChangeDetails<Element: LibraryObject>: Sendable {
    public let before: FetchResult<Element>
    public let after: FetchResult<Element>
    public let removedIndexes: [Int]
    public let insertedIndexes: [Int]
    public let changedIndexes: [Int]
    public let moves: [Move]
    /// Moves are simultaneous: every `from` counts before any of them is applied, every `to` in *after*.
    public struct Move: Sendable, Hashable {
        public let from: Int
        public let to: Int
    }
}
