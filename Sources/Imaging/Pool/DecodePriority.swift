// SPDX-License-Identifier: GPL-3.0-or-later
// How urgent a decode is, and the handle by which a waiting one is made more or less so.

import Synchronization

/// How urgent a decode is. Equal priorities are served in the order they came.
public enum DecodePriority: Int, Sendable, Comparable, CaseIterable {
    /// Scans and imports.
    case background
    /// Around what is on the screen.
    case prefetch
    /// On the screen.
    case visible
    /// What the person looks at or waits for.
    case immediate

    public static func < (left: DecodePriority, right: DecodePriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Names one request, so that its priority can change while it waits: `DecoderPool.reprioritize(_:to:)`.
public struct DecodeTicket: Sendable, Hashable {
    private static let next = Atomic<UInt64>(0)
    private let number: UInt64

    /// A ticket like no other.
    public init() {
        number = Self.next.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
