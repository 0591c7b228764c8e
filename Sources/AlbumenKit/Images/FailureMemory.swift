// SPDX-License-Identifier: GPL-3.0-or-later
// Files that cannot be decoded are not decoded again, as long as they stay the same: scrolling past a broken
// photo costs nothing.

import Imaging
import Synchronization

/// Failures by asset and state of its content.
final class FailureMemory: Sendable {
    private struct Key: Hashable {
        let asset: AssetKey
        /// A tile may succeed where the whole picture takes too long.
        let isTile: Bool
    }

    private let failures = Mutex<[Key: DecodeFailure]>([:])
    /// Beyond it all are forgotten, and found again.
    private static let limit = 10_000

    func failure(of asset: AssetKey, isTile: Bool) -> DecodeFailure? {
        failures.withLock { $0[Key(asset: asset, isTile: isTile)] }
    }

    func remember(_ failure: DecodeFailure, of asset: AssetKey, isTile: Bool) {
        guard failure.isLasting else { return }
        failures.withLock { failures in
            if failures.count >= Self.limit { failures = [:] }
            failures[Key(asset: asset, isTile: isTile)] = failure
        }
    }
}

extension DecodeFailure {
    /// Whether it is the content's doing, and comes again.
    var isLasting: Bool {
        switch self {
        case .workerDied(.notStarted), .outOfMemory, .file, .cancelled: false
        case .workerDied(let end): !end.isFromOutside
        case .unsupported, .corrupt, .tooLarge, .timedOut: true
        }
    }
}
