// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two fetch results as the ranges that a list model announces, in an order in which each
// intermediate list can be read from the two results.

import GTKBridge

/// One run of neighbours that was replaced.
struct ListHunk: Equatable {
    /// Indexes in the list before all changes.
    var removed: Range<Int>
    /// Indexes in the list after all changes.
    var inserted: Range<Int>
}

/// The runs that lead from one list to the next, ascending.
struct ListHunks: Equatable {
    /// More runs than this cost a list view more than one run over all of them.
    static let limit = 24

    private(set) var hunks: [ListHunk] = []
    /// Rows within a run that was merged which are in both lists: they are announced as replaced and keep being
    /// selected. Empty where nothing was merged.
    private(set) var kept: [ListRun] = []

    /// - Parameters:
    ///   - removed: ascending, in the list before.
    ///   - inserted: ascending, in the list after.
    ///   - moves: of kept rows, from where they stand in the list before with removals and insertions applied, to where
    ///     they stand in the list after. Rows that move must not be away in between: all runs are merged then.
    init(removed: [Int], inserted: [Int], moves: [(from: Int, to: Int)] = []) {
        let moved = Self.moved(moves, removed: removed, inserted: inserted)
        walk(
            removed: (removed + moved.map(\.before)).sorted(),
            inserted: (inserted + moved.map(\.after)).sorted())
        guard hunks.count > Self.limit || !moved.isEmpty else { return }
        merge()
        kept += moved
    }

    /// The rows that move, by their index in the list before.
    private static func moved(
        _ moves: [(from: Int, to: Int)], removed: [Int], inserted: [Int]
    ) -> [ListRun] {
        var insertedBefore = 0
        var removedBefore = 0
        return moves.sorted { $0.from < $1.from }.map { move in
            while insertedBefore < inserted.count, inserted[insertedBefore] < move.from {
                insertedBefore += 1
            }
            // Without the insertions, and then with the rows that were removed.
            let ordinal = move.from - insertedBefore
            while removedBefore < removed.count, removed[removedBefore] <= ordinal + removedBefore {
                removedBefore += 1
            }
            return ListRun(before: ordinal + removedBefore, after: move.to, count: 1)
        }
    }

    private mutating func walk(removed: [Int], inserted: [Int]) {
        var before = 0
        var after = 0
        var nextRemoved = removed.startIndex
        var nextInserted = inserted.startIndex
        while nextRemoved < removed.endIndex || nextInserted < inserted.endIndex {
            // Rows kept between here and the next change stand in both lists.
            let keptBeforeRemoval = nextRemoved < removed.endIndex ? removed[nextRemoved] - before : Int.max
            let keptBeforeInsertion =
                nextInserted < inserted.endIndex ? inserted[nextInserted] - after : Int.max
            let kept = min(keptBeforeRemoval, keptBeforeInsertion)
            before += kept
            after += kept
            var hunk = ListHunk(removed: before..<before, inserted: after..<after)
            while nextRemoved < removed.endIndex, removed[nextRemoved] == before {
                before += 1
                nextRemoved += 1
            }
            while nextInserted < inserted.endIndex, inserted[nextInserted] == after {
                after += 1
                nextInserted += 1
            }
            hunk = ListHunk(
                removed: hunk.removed.lowerBound..<before, inserted: hunk.inserted.lowerBound..<after)
            hunks.append(hunk)
        }
    }

    /// Makes one run of all, and notes what stays between them.
    private mutating func merge() {
        guard let first = hunks.first, let last = hunks.last else { return }
        kept = zip(hunks, hunks.dropFirst()).map { hunk, next in
            ListRun(
                before: hunk.removed.upperBound, after: hunk.inserted.upperBound,
                count: next.removed.lowerBound - hunk.removed.upperBound)
        }
        hunks = [
            ListHunk(
                removed: first.removed.lowerBound..<last.removed.upperBound,
                inserted: first.inserted.lowerBound..<last.inserted.upperBound)
        ]
    }
}
