// SPDX-License-Identifier: GPL-3.0-or-later
// An ordered, immutable snapshot of what matched, whose objects load on demand.

import Dispatch
import Metadata

/// Row ids at one catalog generation, and a bounded cache of the objects behind them.
///
/// `count` is exact from the start; the ids may still be arriving, first page first, from the same
/// read transaction, so that the first page never waits for the rest. Objects are as of their last commit:
/// the snapshot is of which ones there are, and of their order.
public struct FetchResult<Element: LibraryObject>: Sendable {
    let storage: FetchStorage<Element>

    /// The catalog's generation that this is a snapshot of.
    public var generation: Int64 { storage.generation }
    /// Exact from the start, before the last id has arrived.
    public var count: Int { storage.rowIDs.count }
    /// Whether nothing matched.
    public var isEmpty: Bool { count == 0 }

    /// The object if its page is in memory; never blocks. For drawing.
    public func cachedObject(at index: Int) -> Element? {
        storage.rowIDs[index].flatMap(storage.objects.cached)
    }

    /// The row at an index if its id has arrived; never blocks.
    public func rowID(at index: Int) -> Int64? { storage.rowIDs[index] }

    /// Waits for the page that holds the object. An object deleted since the snapshot throws
    /// `identifiersNotFound`.
    public func object(at index: Int) async throws -> Element {
        precondition(index >= 0 && index < count, "index \(index) is outside of a fetch result of \(count)")
        if let object = cachedObject(at: index) { return object }
        let page = try await storage.page(at: index)
        guard let object = page[index % FetchPage.size] else { throw LibraryError.identifiersNotFound([]) }
        return object
    }

    /// The objects of a range, in order. Objects that are gone since are left out.
    public func objects(at range: Range<Int>) async throws -> [Element] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside of a fetch result")
        let cached = range.map(cachedObject(at:))
        if !cached.contains(where: { $0 == nil }) { return cached.compactMap { $0 } }
        let rows = try await storage.rows(in: range)
        return try await storage.objects.load(rows).compactMap { $0 }
    }

    /// The objects at these indexes, in their order. Objects that are gone since are left out.
    public func objects(at indexes: some Sequence<Int>) async throws -> [Element] {
        let indexes = Array(indexes)
        precondition(indexes.allSatisfy { $0 >= 0 && $0 < count }, "an index outside of a fetch result")
        guard let last = indexes.max() else { return [] }
        if storage.rowIDs.filledCount <= last { try await storage.complete() }
        let rows = storage.rowIDs.withFilled { rows in indexes.map { rows[$0] } }
        return try await storage.objects.load(rows).compactMap { $0 }
    }

    /// As `object(at:)`.
    public subscript(index: Int) -> Element {
        get async throws { try await object(at: index) }
    }

    /// Nil where the result is empty, or the object is gone since.
    public var firstObject: Element? {
        get async throws { isEmpty ? nil : try await objects(at: 0..<1).first }
    }

    /// Nil where the result is empty, or the object is gone since.
    public var lastObject: Element? {
        get async throws { isEmpty ? nil : try await objects(at: count - 1..<count).first }
    }

    /// Where the asset of a row stands; nil where it is not in the result. Waits for all ids.
    public func index(ofRow rowID: Int64) async throws -> Int? {
        try await storage.complete()
        return storage.rowIDs.withFilled { $0.firstIndex(of: rowID) }
    }

    /// Where an object stands; nil where it is not in the result. Waits for all ids.
    public func index(of object: Element) async throws -> Int? {
        try await index(ofRow: storage.objects.row(object))
    }

    /// Whether an object is in the result. Waits for all ids.
    public func contains(_ object: Element) async throws -> Bool { try await index(of: object) != nil }

    /// How many of the result are of a media type: known at once for the library and its smart albums, else counted, without
    /// those that are gone since or that the client does not see any more.
    public func countOfAssets(with type: MediaType) async throws -> Int {
        if let counts = storage.countsByType { return counts[type.rawValue] ?? 0 }
        return try await storage.objects.countOfAssets(type, storage.rows(in: 0..<count))
    }

    /// All ids. Blocking, where they are still arriving: for a thread of no pool.
    func waitForAllRows() throws -> [Int64] {
        if storage.rowIDs.filledCount < count {
            let arrived = DispatchSemaphore(value: 0)
            Task.detached { [storage] in
                // What went wrong shows in the number of ids that are there.
                try? await storage.complete()
                arrived.signal()
            }
            arrived.wait()
            guard storage.rowIDs.filledCount == count else {
                throw LibraryError.notAllowed("the ids of the fetch result could not be read")
            }
        }
        return storage.rowIDs.withFilled { Array($0) }
    }

    /// All ids, once they have arrived, without a copy.
    func withAllRows<T>(_ body: (UnsafeBufferPointer<Int64>) throws -> T) async throws -> T {
        try await storage.complete()
        return try storage.rowIDs.withFilled(body)
    }
}

/// The unit of loading.
enum FetchPage {
    /// Objects; some 300 microseconds of reading.
    static let size = 64
    /// Ids that are there when a fetch returns: more than a grid asks for at first.
    static let firstRows = 512

    static func index(of position: Int) -> Int { position / size }
    static func range(_ page: Int, count: Int) -> Range<Int> {
        page * size..<min((page + 1) * size, count)
    }
}
