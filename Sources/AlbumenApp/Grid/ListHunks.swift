// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two fetch results as the ranges that a list model announces, in an order in which each
// intermediate list can be read from the two results.

/// One run of neighbours that was replaced.
struct ListHunk: Equatable {
    /// Indexes in the list before all changes.
    var removed: Range<Int>
    /// Indexes in the list after all changes.
    var inserted: Range<Int>
}

/// The runs that lead from one list to the next, ascending.
struct ListHunks: Equatable {
    /// More runs than this cost a list view more than one run over everything.
    static let limit = 24

    private(set) var hunks: [ListHunk] = []

    /// - Parameters:
    ///   - removed: ascending, in the list before.
    ///   - inserted: ascending, in the list after.
    ///   - moves: whether kept rows changed their order: they then make one run.
    init(removed: [Int], inserted: [Int], hasMoves: Bool, countBefore: Int, countAfter: Int) {
        if hasMoves {
            if countBefore > 0 || countAfter > 0 {
                hunks = [ListHunk(removed: 0..<countBefore, inserted: 0..<countAfter)]
            }
            return
        }
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
        if hunks.count > Self.limit, let first = hunks.first, let last = hunks.last {
            hunks = [
                ListHunk(
                    removed: first.removed.lowerBound..<last.removed.upperBound,
                    inserted: first.inserted.lowerBound..<last.inserted.upperBound)
            ]
        }
    }

    /// Where a row of the list before stands after; nil where it was removed or lies in a run that was merged.
    func indexAfter(_ index: Int) -> Int? {
        var shift = 0
        for hunk in hunks {
            if index < hunk.removed.lowerBound { break }
            if index < hunk.removed.upperBound { return nil }
            shift = hunk.inserted.upperBound - hunk.removed.upperBound
        }
        return index + shift
    }
}
