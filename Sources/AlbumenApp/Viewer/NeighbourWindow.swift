// SPDX-License-Identifier: GPL-3.0-or-later
// Which photos around the shown one are kept decoded, and in which order they are asked for.

/// Two photos on each side, those in the direction of travel first.
enum NeighbourWindow {
    /// Photos kept on each side.
    static let reach = 2

    /// Indexes in order of need; the shown one is not among them.
    static func indexes(around index: Int, count: Int, forward: Bool) -> [Int] {
        let ahead = (1...reach).map { forward ? index + $0 : index - $0 }
        let behind = (1...reach).map { forward ? index - $0 : index + $0 }
        return (ahead + behind).filter { (0..<count).contains($0) }
    }
}
