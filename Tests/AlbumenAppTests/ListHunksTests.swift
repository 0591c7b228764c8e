// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges a list model announces lead from the list before to the list after, each over the list as it is then.

import Testing

@testable import AlbumenApp
@testable import AlbumenKit

@Suite("Ranges of a changed list", .timeLimit(.minutes(30)))
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
        let diff = SnapshotDiff(from: before.map(Int64.init), to: after.map(Int64.init))
        return ListHunks(
            removed: diff.removed, inserted: diff.inserted,
            moves: diff.moves.map { (from: $0.from, to: $0.to) })
    }

    /// Where each row of the list before is said to be afterwards: by the ranges, and by what is kept within them.
    private func places(_ hunks: ListHunks, countBefore: Int) -> [Int?] {
        var places = (0..<countBefore).map { index -> Int? in
            var shift = 0
            for hunk in hunks.hunks {
                if index < hunk.removed.lowerBound { break }
                if index < hunk.removed.upperBound { return nil }
                shift = hunk.inserted.upperBound - hunk.removed.upperBound
            }
            return index + shift
        }
        for run in hunks.kept {
            for offset in 0..<run.count { places[run.before + offset] = run.after + offset }
        }
        return places
    }

    @Test("one photo deleted is one range of one")
    func oneRemoved() {
        let hunks = hunks(from: [1, 2, 3, 4], to: [1, 2, 4])
        #expect(hunks.hunks == [ListHunk(removed: 2..<3, inserted: 2..<2)])
        #expect(hunks.kept.isEmpty)
    }

    @Test("rows that change their order make one range from the first to the last of them")
    func moves() {
        let hunks = hunks(from: [1, 2, 3, 9], to: [3, 1, 2, 4, 9])
        #expect(hunks.hunks == [ListHunk(removed: 0..<3, inserted: 0..<4)])
        #expect(places(hunks, countBefore: 4) == [1, 2, 0, 4])
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
        #expect(places(hunks, countBefore: before.count) == before.map { after.firstIndex(of: $0) })
    }

    @Test("any new order leads to the list after, and every kept row is followed", arguments: 0..<200)
    func anyOrder(seed: Int) {
        // Given a list, and one with rows taken out, put in and put elsewhere
        var generator = Linear(state: UInt64(seed) &* 104_729 &+ 3)
        let before = Array(0..<Int.random(in: 1..<60, using: &generator))
        var after = before.filter { _ in Double.random(in: 0..<1, using: &generator) >= 0.2 }
        for new in 0..<Int.random(in: 0..<20, using: &generator) {
            after.insert(1000 + new, at: Int.random(in: 0...after.count, using: &generator))
        }
        for _ in 0..<Int.random(in: 0..<6, using: &generator) where !after.isEmpty {
            let row = after.remove(at: Int.random(in: 0..<after.count, using: &generator))
            after.insert(row, at: Int.random(in: 0...after.count, using: &generator))
        }
        // When a list view follows the ranges
        let hunks = hunks(from: before, to: after)
        // Then it has the list after, and each row's place in it
        #expect(followed(hunks, from: before, to: after) == after)
        #expect(places(hunks, countBefore: before.count) == before.map { after.firstIndex(of: $0) })
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
