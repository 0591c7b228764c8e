// SPDX-License-Identifier: GPL-3.0-or-later
// What to fetch, and in which order.

/// A key to sort assets by.
public enum AssetSortKey: Sendable, Hashable {
    /// Capture instant where the offset is known, the wall clock's own number where not.
    case captureTime
    case addedTime
    case trashedTime
    case fileName
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
    public var sortDescriptors: [SortDescriptor] = []
    /// 0 is no limit.
    public var fetchLimit = 0
    public var fetchOffset = 0
    public var includeHiddenAssets = false
    /// What the assets must be besides; nil is nothing in particular.
    public var predicate: AssetPredicate?
    public init() {}
}
