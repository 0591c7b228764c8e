// SPDX-License-Identifier: GPL-3.0-or-later
// Assets of which one would do.

import Metadata

/// Assets with the same content, or that look alike.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
    public enum Likeness: Sendable, Hashable {
        /// The files are the same, byte for byte.
        case identical
        /// The pictures look the same; sizes, formats or the moment may differ. Only a person can tell.
        case similar
    }

    public let likeness: Likeness
    /// Two or more, the best one first: what a merge keeps unless it is told otherwise.
    public let assets: [Asset]

    public var id: String { assets[0].localIdentifier }

    init(_ likeness: Likeness, _ assets: [Asset]) {
        self.likeness = likeness
        self.assets = assets.sorted { Self.isBetter($0, $1) }
    }

    /// What can be shown, then more pixels, then what says when it was taken, then more bytes, then what came first.
    private static func isBetter(_ a: Asset, _ b: Asset) -> Bool {
        func rank(_ asset: Asset) -> (Int, Int, Int, Int64) {
            let knowsTime = asset.captureTime.map { $0.source != .file } ?? false
            return (
                asset.state == .ok ? 1 : 0, asset.pixelSize.width * asset.pixelSize.height, knowsTime ? 1 : 0,
                asset.stamp.size
            )
        }
        let (first, second) = (rank(a), rank(b))
        return first == second ? a.rowID < b.rowID : first > second
    }
}
