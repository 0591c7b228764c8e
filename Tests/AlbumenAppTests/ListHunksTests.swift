// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges a list model announces lead from the list before to the list after, each over the list as it is then.

import Testing

@testable import AlbumenApp

@Suite("Ranges of a changed list", .timeLimit(.minutes(1)))
struct ListHunksTests {
    /// Applies the ranges the way a list view follows them, reading each intermediate list only where it may.
    private func followed(_ hunks: ListHunks, from before: [Int], to after: [Int]) -> [Int] {
        var list = before
        for hunk in hunks.hunks {
            let start = hunk.inserted.lowerBound
            list.replaceSubrange(start..<start + hunk.removed.count, with: after[hunk.inserted])
        }
        return list
    }

    private func hunks(from before: [Int], to after: [Int]) -> ListHunks {
        let (old, new) = (Set(before), Set(after))
        return ListHunks(
            removed: before.indices.filter { !new.contains(before[$0]) },
            inserted: after.indices.filter { !old.contains(after[$0]) },
            hasMoves: before.filter(new.contains) != after.filter(old.contains),
            countBefore: before.count, countAfter: after.count)
    }

    @Test("one photo deleted is one range of one")
    func oneRemoved() {
        let hunks = hunks(from: [1, 2, 3, 4], to: [1, 2, 4])
        #expect(hunks.hunks == [ListHunk(removed: 2..<3, inserted: 2..<2)])
        #expect(hunks.indexAfter(0) == 0)
        #expect(hunks.indexAfter(2) == nil)
        #expect(hunks.indexAfter(3) == 2)
    }

    @Test("rows that change their order make one range over everything")
    func moves() {
        let hunks = hunks(from: [1, 2, 3], to: [3, 1, 2, 4])
        #expect(hunks.hunks == [ListHunk(removed: 0..<3, inserted: 0..<4)])
    }

    @Test("nothing changed is no range")
    func nothing() {
        #expect(hunks(from: [1, 2], to: [1, 2]).hunks.isEmpty)
        #expect(hunks(from: [], to: []).hunks.isEmpty)
    }

    @Test("any change leads to the list after", arguments: 0..<200)
    func anyChange(seed: Int) {
        // Given a list, and one with some rows taken out and others put in anywhere
        var generator = Linear(state: UInt64(seed) &* 7919 &+ 1)
        let before = Array(0..<Int.random(in: 0..<80, using: &generator))
        let share = Double.random(in: 0...0.6, using: &generator)
        var after = before.filter { _ in Double.random(in: 0..<1, using: &generator) >= share }
        for new in 0..<Int.random(in: 0..<60, using: &generator) {
            after.insert(1000 + new, at: Int.random(in: 0...after.count, using: &generator))
        }
        // When a list view follows the ranges
        let hunks = hunks(from: before, to: after)
        // Then it has the list after, in few steps, and knows where kept rows went
        #expect(followed(hunks, from: before, to: after) == after)
        #expect(hunks.hunks.count <= ListHunks.limit)
        for (index, row) in before.enumerated() {
            if let now = hunks.indexAfter(index) { #expect(after[now] == row) }
        }
    }
}

/// A generator that gives the same numbers each time.
private struct Linear: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
