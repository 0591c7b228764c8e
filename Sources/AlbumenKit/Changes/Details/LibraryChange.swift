// SPDX-License-Identifier: GPL-3.0-or-later
// What one commit changed, or several that nobody had looked at yet: which objects, and what of them.

/// A set of changes between two generations of the catalog.
public struct LibraryChange: Sendable, Equatable {
    public let fromGeneration: Int64
    public let toGeneration: Int64
    /// Rows of assets that were inserted, updated or deleted. Nil: too many to list, treat all as changed.
    public let assetRows: Set<Int64>?
    /// What of those assets may have changed.
    let assetAspects: AssetAspects
    /// Rows of albums that changed; a 0 among them stands for any.
    let albumRows: Set<Int64>
    /// Whether albums (titles, members, order) changed.
    public let collectionsChanged: Bool
    /// Whether what clients may see changed: an authorization, or a limited selection.
    public let accessChanged: Bool

    /// Where it is not known what of assets changed, or which albums, any may have.
    init(
        fromGeneration: Int64, toGeneration: Int64, assetRows: Set<Int64>?,
        assetAspects: AssetAspects = .everything, albumRows: Set<Int64>? = nil, collectionsChanged: Bool,
        accessChanged: Bool
    ) {
        self.fromGeneration = fromGeneration
        self.toGeneration = toGeneration
        self.assetRows = assetRows
        self.assetAspects = assetAspects
        self.albumRows = albumRows ?? (collectionsChanged ? [0] : [])
        self.collectionsChanged = collectionsChanged
        self.accessChanged = accessChanged
    }

    /// The same change of other assets.
    func with(assetRows: Set<Int64>?) -> LibraryChange {
        LibraryChange(
            fromGeneration: fromGeneration, toGeneration: toGeneration, assetRows: assetRows,
            assetAspects: assetAspects, albumRows: albumRows, collectionsChanged: collectionsChanged,
            accessChanged: accessChanged)
    }

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
            assetAspects: assetAspects.union(next.assetAspects), albumRows: albumRows.union(next.albumRows),
            collectionsChanged: collectionsChanged || next.collectionsChanged,
            accessChanged: accessChanged || next.accessChanged)
    }
}
