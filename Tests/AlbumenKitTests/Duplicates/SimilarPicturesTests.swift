// SPDX-License-Identifier: GPL-3.0-or-later
// The index finds what comparing each with each finds.

import Imaging
import Testing

@testable import AlbumenKit

struct SimilarPicturesTests {
    /// Groups by comparing every two: slow, and beyond doubt.
    private func byComparingAll(_ pictures: [(row: Int64, hash: PerceptualHash)]) -> Set<Set<Int64>> {
        var group = Array(pictures.indices)
        for (a, first) in pictures.enumerated() {
            for (b, second) in pictures.enumerated().prefix(a)
            where first.hash.distance(to: second.hash) <= PerceptualHash.nearDistance {
                let (old, new) = (group[a], group[b])
                for index in group.indices where group[index] == old { group[index] = new }
            }
        }
        let sets = Dictionary(grouping: pictures.indices, by: { group[$0] }).values
        return Set(sets.filter { $0.count > 1 }.map { Set($0.map { pictures[$0].row }) })
    }

    @Test("As comparing every two", arguments: 0..<8)
    func sameAsComparing(seed: Int) {
        var generator = SeededGenerator(state: UInt64(seed))
        var pictures: [(row: Int64, hash: PerceptualHash)] = []
        for _ in 0..<60 {
            let hash = PerceptualHash(rows: generator.next(), columns: generator.next())
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                var (rows, columns) = (hash.rows, hash.columns)
                for _ in 0..<Int.random(in: 0...9, using: &generator) {
                    let bit = UInt64(1) << UInt64.random(in: 0..<64, using: &generator)
                    if Bool.random(using: &generator) { rows ^= bit } else { columns ^= bit }
                }
                pictures.append(
                    (Int64(pictures.count + 1), PerceptualHash(rows: rows, columns: columns)))
            }
        }
        let groups = SimilarPictures.groups(pictures)
        #expect(Set(groups.map(Set.init)) == byComparingAll(pictures))
        #expect(groups.allSatisfy { $0 == $0.sorted() })
    }

    @Test("Ten thousand pictures that are all alike are one group")
    func allAlike() {
        let pictures = (0..<10_000).map { number in
            (row: Int64(number), hash: PerceptualHash(rows: 7, columns: UInt64(number % 3)))
        }
        let groups = SimilarPictures.groups(pictures)
        #expect(groups.count == 1)
        #expect(groups.first?.count == 10_000)
    }
}
