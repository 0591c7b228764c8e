// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of random edits: applying the difference to what was gives what is, and the index rules hold.

import Testing

@testable import AlbumenKit

@Suite("Differences of snapshots", .timeLimit(.minutes(30)))
struct SnapshotDiffTests {
    /// A generator that gives the same edits on every run.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var mixed = state
            mixed ^= mixed >> 33
            mixed = mixed &* 0xff51_afd7_ed55_8ccd
            return mixed ^ (mixed >> 33)
        }
    }

    @Test("apply(difference, before) is after, for random removals, insertions and moves")
    func randomEdits() {
        var random = Seeded(state: 20_261_130)
        for round in 0..<4_000 {
            let size = Int.random(in: 0...40, using: &random)
            let before = (0..<Int64(size)).shuffled(using: &random)
            var after = before
            for _ in 0..<Int.random(in: 0...8, using: &random) where !after.isEmpty {
                after.remove(at: Int.random(in: 0..<after.count, using: &random))
            }
            for _ in 0..<Int.random(in: 0...5, using: &random) where after.count > 1 {
                let moved = after.remove(at: Int.random(in: 0..<after.count, using: &random))
                after.insert(moved, at: Int.random(in: 0...after.count, using: &random))
            }
            for fresh in 0..<Int64.random(in: 0...8, using: &random) {
                after.insert(1_000 + fresh, at: Int.random(in: 0...after.count, using: &random))
            }
            let touched = Set(after.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })

            let diff = SnapshotDiff(from: before, to: after, changedRows: touched)

            #expect(
                diff.applied(to: before, row: { after[$0] }) == after, "round \(round): \(before) to \(after)"
            )
            expectIndexRules(diff, before: before, after: after, touched: touched)
        }
    }

    private func expectIndexRules(_ diff: SnapshotDiff, before: [Int64], after: [Int64], touched: Set<Int64>)
    {
        #expect(diff.removed.map { before[$0] } == before.filter { !after.contains($0) })
        #expect(diff.inserted.map { after[$0] } == after.filter { !before.contains($0) })
        #expect(
            Set(diff.moves.map(\.to)).isDisjoint(with: diff.inserted), "nothing is both moved and inserted")
        #expect(
            diff.changed == after.indices.filter { touched.contains(after[$0]) && before.contains(after[$0]) }
        )
    }

    @Test("Moving one photo is one move, wherever it goes")
    func oneMoveIsOneMove() {
        let before = Array(Int64(0)..<50)
        for (from, to) in [(0, 49), (49, 0), (10, 30), (30, 10)] {
            var after = before
            after.insert(after.remove(at: from), at: to)
            let diff = SnapshotDiff(from: before, to: after)
            #expect(diff.moves == [SnapshotDiff.Move(from: from, to: to)])
            #expect(diff.removed.isEmpty && diff.inserted.isEmpty)
        }
    }

    @Test("Equal snapshots differ in nothing, and a changed row is told where it stands")
    func nothingAndChanged() {
        #expect(SnapshotDiff(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
        #expect(SnapshotDiff(from: [1, 2, 3], to: [1, 2, 3], changedRows: [3, 9]).changed == [2])
    }
}
