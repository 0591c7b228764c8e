// SPDX-License-Identifier: GPL-3.0-or-later
// An ordered, immutable snapshot of what matched, whose objects load on demand. OWNER: catalog.

/// Row ids at one catalog generation, and a bounded cache of the objects behind them.
///
/// `count` is exact from the start; the ids may still be arriving, first page first, from the same
/// read transaction, so that the first page never waits for the rest.
public struct FetchResult<Element: LibraryObject>: Sendable {
    /// The catalog's generation that this is a snapshot of.
    public var generation: Int64 { fatalError("catalog") }
    public var count: Int { fatalError("catalog") }

    /// The object if its page is in memory; never blocks. For drawing.
    public func cachedObject(at index: Int) -> Element? { fatalError("catalog") }

    /// The row at an index if its id has arrived; never blocks.
    public func rowID(at index: Int) -> Int64? { fatalError("catalog") }

    /// Waits for the page that holds the object. An object deleted since the snapshot throws `identifiersNotFound`.
    public func object(at index: Int) async throws -> Element { fatalError("catalog") }

    /// The objects of a range, in order. Objects that are gone since are left out.
    public func objects(at range: Range<Int>) async throws -> [Element] { fatalError("catalog") }

    public func index(ofRow rowID: Int64) async throws -> Int? { fatalError("catalog") }
    public func index(of object: Element) async throws -> Int? { fatalError("catalog") }
    public func contains(_ object: Element) async throws -> Bool { try await index(of: object) != nil }
    public func countOfAssets(with type: MediaType) async throws -> Int { fatalError("catalog") }
}
