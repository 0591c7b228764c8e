// SPDX-License-Identifier: GPL-3.0-or-later
// Which of many pictures look alike, without comparing each with each.

import Imaging

/// Finds groups by the pigeonhole principle: of two hashes that differ in at most seven bits, one of the eight parts of
/// sixteen bits is the same. So only hashes that share a part are compared.
enum SimilarPictures {
    private static let partBits = 16
    private static let partCount = PerceptualHash.byteCount * 8 / partBits
    /// Hashes that share a part and are compared with each other at most. Beyond it each is compared with so many
    /// neighbours in the order of their bits: ten thousand pages of text cost no hundred million comparisons.
    private static let longestRun = 256

    /// Groups of two and more, each in the order given; a picture is in one group at most. Groups are connected: not
    /// every two pictures of one need look alike.
    static func groups(_ pictures: [(row: Int64, hash: PerceptualHash)]) -> [[Int64]] {
        var rowsByHash: [PerceptualHash: [Int]] = [:]
        for (index, picture) in pictures.enumerated() { rowsByHash[picture.hash, default: []].append(index) }
        let hashes = Array(rowsByHash.keys)
        var sets = DisjointSets(count: hashes.count)
        for part in 0..<partCount { unite(hashes, sharing: part, in: &sets) }
        var members: [Int: [Int]] = [:]
        for (index, hash) in hashes.enumerated() {
            members[sets.root(of: index), default: []] += rowsByHash[hash] ?? []
        }
        return members.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
            .map { group in group.map { pictures[$0].row } }
    }

    private static func unite(_ hashes: [PerceptualHash], sharing part: Int, in sets: inout DisjointSets) {
        let order = hashes.indices.map { (key: key(of: hashes[$0], part), index: $0) }
            .sorted {
                ($0.key.part, $0.key.rows, $0.key.columns) < ($1.key.part, $1.key.rows, $1.key.columns)
            }
        var start = 0
        while start < order.count {
            let end = order[start...].firstIndex { $0.key.part != order[start].key.part } ?? order.count
            for first in start..<end {
                for second in (first + 1)..<max(first + 1, min(end, first + longestRun)) {
                    let (a, b) = (order[first].index, order[second].index)
                    if hashes[a].distance(to: hashes[b]) <= PerceptualHash.nearDistance { sets.unite(a, b) }
                }
            }
            start = end
        }
    }

    private static func key(
        of hash: PerceptualHash, _ part: Int
    ) -> (part: UInt16, rows: UInt64, columns: UInt64) {
        let perWord = 64 / partBits
        let word = part < perWord ? hash.rows : hash.columns
        let shift = UInt64(part % perWord * partBits)
        return (UInt16(truncatingIfNeeded: word >> shift), hash.rows, hash.columns)
    }
}

/// Numbers in sets that grow together (union–find, with path halving).
private struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    mutating func unite(_ a: Int, _ b: Int) {
        let (first, second) = (root(of: a), root(of: b))
        parents[max(first, second)] = min(first, second)
    }
}
