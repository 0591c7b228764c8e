// SPDX-License-Identifier: GPL-3.0-or-later
// The difference between two id snapshots, in PhotoKit's index rules: applying removals, then insertions, then
// moves to the first gives the second.

/// How to get from one ordered list of distinct row ids to another.
///
/// - `removed` counts in *before*, ascending.
/// - `inserted` counts in *after*, ascending. Inserting in that order puts each where it stays: no move touches it.
/// - `moves` are simultaneous: `from` counts in *before* with removals and insertions applied, `to` in *after*.
/// - `changed` counts in *after*, ascending, and never holds an inserted index.
struct SnapshotDiff: Equatable, Sendable {
    struct Move: Equatable, Hashable, Sendable {
        var from: Int
        var to: Int
    }

    var removed: [Int] = []
    var inserted: [Int] = []
    var moves: [Move] = []
    var changed: [Int] = []

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moves.isEmpty && changed.isEmpty }

    init() {}

    init(from before: [Int64], to after: [Int64], changedRows: Set<Int64> = []) {
        self = before.withUnsafeBufferPointer { before in
            after.withUnsafeBufferPointer { SnapshotDiff(from: before, to: $0, changedRows: changedRows) }
        }
    }

    /// - Parameter changedRows: rows whose objects differ though they may stand where they stood.
    init(
        from before: UnsafeBufferPointer<Int64>, to after: UnsafeBufferPointer<Int64>,
        changedRows: Set<Int64> = []
    ) {
        // Most changes touch a few neighbours: what is equal at both ends costs a comparison, not a hash.
        let shorter = min(before.count, after.count)
        var prefix = 0
        while prefix < shorter, before[prefix] == after[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix,
            before[before.count - 1 - suffix] == after[after.count - 1 - suffix]
        {
            suffix += 1
        }
        let middleBefore = prefix..<(before.count - suffix)
        let middleAfter = prefix..<(after.count - suffix)

        let keptInAfter = Set(after[middleAfter])
        let keptInBefore = Set(before[middleBefore])
        removed = middleBefore.filter { !keptInAfter.contains(before[$0]) }
        inserted = middleAfter.filter { !keptInBefore.contains(after[$0]) }
        moves = Self.moves(
            common: middleBefore.lazy.map { before[$0] }.filter(keptInAfter.contains),
            after: after, in: middleAfter, inserted: inserted)
        if !changedRows.isEmpty {
            let new = Set(inserted)
            changed = Self.indexes(of: changedRows, in: after).filter { !new.contains($0) }
        }
    }

    /// Rows that are looked for one by one; more are looked up in a set.
    private static let fewRows = 4

    /// Where rows stand, ascending.
    static func indexes(of rows: Set<Int64>, in list: UnsafeBufferPointer<Int64>) -> [Int] {
        guard rows.count <= fewRows else { return list.indices.filter { rows.contains(list[$0]) } }
        return rows.compactMap { row in list.firstIndex(of: row) }.sorted()
    }

    /// Applies the difference; `row` gives the id of an inserted index. The definition that tests hold this to.
    func applied(to before: [Int64], row: (Int) -> Int64) -> [Int64] {
        var list = before
        for index in removed.reversed() { list.remove(at: index) }
        for index in inserted { list.insert(row(index), at: index) }
        let moved = moves.map { (to: $0.to, id: list[$0.from]) }
        for from in moves.map(\.from).sorted(by: >) { list.remove(at: from) }
        for move in moved.sorted(by: { $0.to < $1.to }) { list.insert(move.id, at: move.to) }
        return list
    }

    /// The fewest moves that leave every inserted index where it is.
    ///
    /// After removals and insertions, the inserted rows stand at their final index and cut the list into gaps. A kept
    /// row that has to change gap moves; within a gap, all but a longest increasing run of final indexes move.
    private static func moves(
        common: [Int64], after: UnsafeBufferPointer<Int64>, in range: Range<Int>, inserted: [Int]
    ) -> [Move] {
        let insertedSet = Set(inserted)
        let slots = range.filter { !insertedSet.contains($0) }
        if zip(slots, common).allSatisfy({ after[$0] == $1 }) { return [] }

        var finalIndex: [Int64: Int] = [:]
        finalIndex.reserveCapacity(slots.count)
        for slot in slots { finalIndex[after[slot]] = slot }

        var moves: [Move] = []
        var gapStart = 0
        var bounds = inserted[...]
        while gapStart < slots.count {
            // One gap: the slots below the next inserted index.
            while let bound = bounds.first, bound < slots[gapStart] { bounds.removeFirst() }
            let upper = bounds.first ?? Int.max
            var gapEnd = gapStart
            while gapEnd < slots.count, slots[gapEnd] < upper { gapEnd += 1 }
            let lowest = slots[gapStart]
            let highest = slots[gapEnd - 1]

            let targets = (gapStart..<gapEnd).map { finalIndex[common[$0]] ?? slots[$0] }
            let stays = longestIncreasingRun(of: targets, within: lowest...highest)
            for (offset, target) in targets.enumerated() where !stays.contains(offset) {
                moves.append(Move(from: slots[gapStart + offset], to: target))
            }
            gapStart = gapEnd
        }
        return moves
    }

    /// Offsets of a longest increasing subsequence among the values within `bounds`. O(n log n).
    private static func longestIncreasingRun(of values: [Int], within bounds: ClosedRange<Int>) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int](repeating: -1, count: values.count)
        for (offset, value) in values.enumerated() where bounds.contains(value) {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous[offset] = low > 0 ? tails[low - 1] : -1
            if low == tails.count { tails.append(offset) } else { tails[low] = offset }
        }
        var run: Set<Int> = []
        var offset = tails.last ?? -1
        while offset >= 0 {
            run.insert(offset)
            offset = previous[offset]
        }
        return run
    }
}
