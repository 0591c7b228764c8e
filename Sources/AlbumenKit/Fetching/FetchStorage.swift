// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch result's copies share: the ids, the loading of the rest, and the pages being loaded.

import Metadata
import SQLite
import Synchronization

/// Where the objects of a fetch result come from.
struct FetchObjects<Element: LibraryObject>: Sendable {
    /// The object of a row, if it is in memory.
    var cached: @Sendable (Int64) -> Element?
    /// The objects of rows, in their order; nil for a row that is gone.
    var load: @Sendable ([Int64]) async throws -> [Element?]
    var row: @Sendable (Element) -> Int64
    var countOfAssets: @Sendable (MediaType, [Int64]) async throws -> Int
}

final class FetchStorage<Element: LibraryObject>: Sendable {
    let query: FetchQuery
    let generation: Int64
    let rowIDs: RowIDs
    /// Counts of the whole result by media type, where they came with it.
    let countsByType: [Int: Int]?
    let objects: FetchObjects<Element>

    /// Brings the ids after the first page; nil where that is all.
    private let loading: Task<Void, any Error>?
    /// Pages on their way, so that many cells of one page read it once.
    private let pages = Mutex<[Int: Task<[Element?], any Error>]>([:])
    /// The last generation that is known to give the same rows.
    private let holding: Atomic<Int64>

    init(
        query: FetchQuery, generation: Int64, rowIDs: RowIDs, countsByType: [Int: Int]?,
        objects: FetchObjects<Element>, loading: Task<Void, any Error>?
    ) {
        self.query = query
        self.generation = generation
        self.rowIDs = rowIDs
        self.countsByType = countsByType
        self.objects = objects
        self.loading = loading
        holding = Atomic(generation)
    }

    /// The same rows at a later generation that left them as they were. `former` has all its ids.
    convenience init(_ former: FetchStorage, at generation: Int64) {
        self.init(
            query: former.query, generation: generation, rowIDs: former.rowIDs,
            countsByType: former.countsByType, objects: former.objects, loading: nil)
    }

    var lastKnownGeneration: Int64 { holding.load(ordering: .relaxed) }

    /// Called where every change up to `generation` was seen to leave the rows as they are.
    func isKnownToHold(at generation: Int64) { holding.store(generation, ordering: .relaxed) }

    /// Nobody can look at the rest any more.
    deinit { loading?.cancel() }

    /// Waits until every id is there.
    func complete() async throws {
        try await loading?.value
        guard rowIDs.filledCount == rowIDs.count else {
            throw LibraryError.database(
                SQLiteError(
                    code: .corrupt,
                    message: "\(rowIDs.filledCount) rows where the tally says \(rowIDs.count)"))
        }
    }

    /// The ids of a range, waiting only if they are not there yet.
    func rows(in range: Range<Int>) async throws -> [Int64] {
        if rowIDs.filledCount < range.upperBound { try await complete() }
        return rowIDs.withFilled { Array($0[range]) }
    }

    /// The page that holds an index; read once, however many ask.
    func page(at index: Int) async throws -> [Element?] {
        let page = FetchPage.index(of: index)
        let task = pages.withLock { pages in
            if let task = pages[page] { return task }
            let task = Task { [self] in
                // The next asker starts anew: the objects are in the cache then, or were dropped from it.
                defer { forget(page) }
                return try await objects.load(rows(in: FetchPage.range(page, count: rowIDs.count)))
            }
            pages[page] = task
            return task
        }
        return try await task.value
    }

    private func forget(_ page: Int) { pages.withLock { $0[page] = nil } }
}
