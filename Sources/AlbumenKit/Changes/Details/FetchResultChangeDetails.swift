// SPDX-License-Identifier: GPL-3.0-or-later
// How to get from one fetch result to the next, in PhotoKit's index rules.

/// The difference between two fetch results.
///
/// `removedIndexes` count in *before*, `insertedIndexes` and `changedIndexes` in *after*; `moves` count in
/// *before* with removals and insertions applied, and come last. No index is both moved and inserted.
public struct FetchResultChangeDetails<Element: LibraryObject>: Sendable {
    public let before: FetchResult<Element>
    public let after: FetchResult<Element>
    public let removedIndexes: [Int]
    public let insertedIndexes: [Int]
    /// What stands in both and is no longer what it was.
    public let changedIndexes: [Int]
    public let moves: [Move]
    /// False where more objects changed than are named one by one: `changedIndexes` is empty then, and every object
    /// counts as changed. The other indexes hold all the same.
    public let hasIncrementalChanges: Bool

    /// Moves are simultaneous: every `from` counts before any of them is applied, every `to` in *after*.
    public struct Move: Sendable, Hashable {
        public let from: Int
        public let to: Int
    }

    /// Whether nothing differs.
    public var isEmpty: Bool {
        removedIndexes.isEmpty && insertedIndexes.isEmpty && changedIndexes.isEmpty && moves.isEmpty
            && hasIncrementalChanges
    }

    /// Compares two results without a notification. Waits until both have all their ids.
    ///
    /// - Parameter changedObjects: those that count as changed where they are in both.
    public init(
        from before: FetchResult<Element>, to after: FetchResult<Element>, changedObjects: [Element] = []
    ) async throws {
        let rows = Set(changedObjects.map(before.storage.objects.row))
        try await self.init(from: before, to: after, changedRows: rows)
    }

    /// - Parameter changedRows: nil for too many to name.
    init(
        from before: FetchResult<Element>, to after: FetchResult<Element>, changedRows: Set<Int64>?
    ) async throws {
        try await before.storage.complete()
        let diff = try await after.withAllRows { rows in
            before.storage.rowIDs.withFilled {
                SnapshotDiff(from: $0, to: rows, changedRows: changedRows ?? [])
            }
        }
        self.init(before: before, after: after, diff, hasIncrementalChanges: changedRows != nil)
    }

    init(
        before: FetchResult<Element>, after: FetchResult<Element>, _ diff: SnapshotDiff,
        hasIncrementalChanges: Bool
    ) {
        self.before = before
        self.after = after
        removedIndexes = diff.removed
        insertedIndexes = diff.inserted
        changedIndexes = diff.changed
        moves = diff.moves.map { Move(from: $0.from, to: $0.to) }
        self.hasIncrementalChanges = hasIncrementalChanges
    }

    /// The objects that are new in *after*.
    public func insertedObjects() async throws -> [Element] { try await objects(insertedIndexes, of: after) }

    /// The changed objects as they are now.
    public func changedObjects() async throws -> [Element] { try await objects(changedIndexes, of: after) }

    /// The objects that are no longer in the result, as they are now; those that are gone altogether are left out.
    public func removedObjects() async throws -> [Element] { try await objects(removedIndexes, of: before) }

    private func objects(_ indexes: [Int], of result: FetchResult<Element>) async throws -> [Element] {
        try await result.storage.complete()
        let rows = result.storage.rowIDs.withFilled { rows in indexes.map { rows[$0] } }
        return try await result.storage.objects.load(rows).compactMap { $0 }
    }
}
