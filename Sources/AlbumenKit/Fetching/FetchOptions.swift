// SPDX-License-Identifier: GPL-3.0-or-later
// What to fetch, and in which order.

/// A key to sort assets by: PhotoKit's, and some of ours. What has no value comes before what has one.
public enum AssetSortKey: Sendable, Hashable, CaseIterable {
    /// Capture instant where the offset is known, the wall clock's own number where not, the file's time where there is
    /// neither: PhotoKit's creationDate.
    case captureTime
    case addedDate
    case modificationDate
    case trashedDate
    case localIdentifier
    /// The name of the file, by its bytes.
    case fileName
    /// Bytes.
    case fileSize
    case mediaType
    case mediaSubtypes
    case duration
    case pixelWidth
    case pixelHeight
    case isFavorite
    case isHidden
    case rating
    case burstIdentifier
}

public struct SortDescriptor: Sendable, Hashable {
    public var key: AssetSortKey
    public var ascending: Bool
    public init(_ key: AssetSortKey, ascending: Bool) {
        self.key = key
        self.ascending = ascending
    }
}

/// Options of a fetch; the defaults are PhotoKit's. An empty `sortDescriptors` means the collection's own
/// order.
public struct FetchOptions: Sendable, Hashable {
    /// The first decides; of equals the next; of equals in all, the one that was added later comes last, or first where
    /// the last descriptor descends. Only the library's own orders have an index: any other reads all that match.
    public var sortDescriptors: [SortDescriptor] = []
    /// 0 is no limit.
    public var fetchLimit = 0
    public var fetchOffset = 0
    public var includeHiddenAssets = false
    /// What the assets must be besides; nil is nothing in particular.
    public var predicate: AssetPredicate?
    /// All photos of each burst; otherwise the one that represents it and those that the person picked, or all where none
    /// represents it.
    public var includeAllBurstAssets = false
    /// Empty is every source.
    public var includeAssetSourceTypes: AssetSourceType = []
    public init() {}
}
