// SPDX-License-Identifier: GPL-3.0-or-later
// The assets of one collection as a list that stays current: what grid and viewer show. Reads never block.

import AlbumenKit
import GTKBridge

/// What happened to a list; indexes are those after the change.
enum AssetListEvent {
    /// Rows came, went or moved. Sent after the list model has announced it.
    case listChanged
    /// Assets that stand where they stood and differ from before; nil: any may.
    case assetsChanged(rows: Set<Int64>?)
    /// Assets of these indexes can be read with `cachedAsset(at:)` now.
    case assetsLoaded(Range<Int>)
}

/// A collection's fetch result, replaced by a newer one as the library changes, on the main actor.
///
/// Fetching and comparing happen elsewhere; here a finished result is only put in place and announced.
@MainActor
final class AssetList {
    let session: LibrarySession
    let collection: AssetCollection
    /// For list views; its items stand for rows.
    private(set) lazy var model = LazyListModel { [weak self] index in
        self?.rowID(at: index) ?? Int64(-1 - index)
    }

    /// Called after the number of assets changed, and after the first fetch.
    var onCountChange: () -> Void = {}

    /// Nil until the first fetch is done.
    private var result: FetchResult<Asset>?
    /// While changes are announced: the result before them, and how far in `result` the model has come.
    private var transition: Transition?
    private var observers: [Observer] = []
    private var pendingChanges: [LibraryChange] = []
    private var updating: Task<Void, Never>?
    private var wanted: Range<Int>?
    private var loading: Task<Void, Never>?

    /// Items that are kept readable around the ones that were last asked for: a result swapped in is
    /// readable there before it is shown.
    private var watched: Range<Int> = 0..<AssetList.firstPage

    /// Assets loaded before the first result is shown.
    private static let firstPage = 128

    init(session: LibrarySession, collection: AssetCollection) {
        self.session = session
        self.collection = collection
        session.observeChanges(self) { [weak self] change in self?.enqueue(change) }
        updating = Task { [weak self] in
            await self?.fetchFirst()
            // Only here: within `apply`, another loop would begin beside the one that is running.
            self?.updating = nil
            self?.update()
        }
    }

    deinit {
        updating?.cancel()
        loading?.cancel()
    }

    // MARK: - Reading

    /// What there is; before the first fetch, what the collection said it holds.
    var count: Int { result?.count ?? collection.assetCount }

    /// The asset, if its page is in memory.
    func cachedAsset(at index: Int) -> Asset? {
        guard let result, index < result.count else { return nil }
        return result.cachedObject(at: index)
    }

    /// The asset; nil where the list is shorter or the asset is gone.
    func asset(at index: Int) async -> Asset? {
        guard let result, (0..<result.count).contains(index) else { return nil }
        return try? await result.object(at: index)
    }

    /// The assets of these indexes that are still there, in order.
    func assets(at indexes: [Range<Int>]) async -> [Asset] {
        guard let result else { return [] }
        var assets: [Asset] = []
        for range in indexes {
            assets += (try? await result.objects(at: range.clamped(to: 0..<result.count))) ?? []
        }
        return assets
    }

    /// The row, if its id is in memory.
    func rowID(at index: Int) -> Int64? {
        if let transition { return transition.rowID(at: index) }
        guard let result, index < result.count else { return nil }
        return result.rowID(at: index)
    }

    /// Where a row stands now.
    func index(ofRow row: Int64) async -> Int? {
        guard let result else { return nil }
        return (try? await result.index(ofRow: row)) ?? nil
    }

    /// Loads the assets of these indexes and says `assetsLoaded`. Requests made while one runs are joined.
    func load(_ range: Range<Int>) {
        guard let result else { return }
        let range = range.clamped(to: 0..<result.count)
        guard !range.isEmpty else { return }
        watched = range
        wanted =
            wanted.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) }
            ?? range
        // A jump leaves the range it came from behind.
        if let joined = wanted, joined.count > 2 * range.count { wanted = range }
        guard loading == nil else { return }
        loading = Task { [weak self] in
            while let self, let range = wanted, let result = self.result, !Task.isCancelled {
                wanted = nil
                _ = try? await result.objects(at: range.clamped(to: 0..<result.count))
                notify(.assetsLoaded(range))
            }
            self?.loading = nil
        }
    }

    // MARK: - Following

    /// Calls `handler` until `owner` is gone, which is held weakly.
    func observe(_ owner: AnyObject, _ handler: @escaping @MainActor (AssetListEvent) -> Void) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, handler: handler))
    }

    func stopObserving(_ owner: AnyObject) {
        observers.removeAll { $0.owner == nil || $0.owner === owner }
    }

    private func fetchFirst() async {
        do {
            let result = try await session.library.fetchAssets(in: collection)
            _ = try? await result.objects(at: watched.clamped(to: 0..<result.count))
            guard !Task.isCancelled else { return }
            self.result = result
            model.itemsChanged(at: 0, removed: 0, added: result.count)
            notify(.listChanged)
            onCountChange()
        } catch {
            session.report(error, doing: tr("Could not read the photos"))
        }
    }

    private func enqueue(_ change: LibraryChange) {
        pendingChanges.append(change)
        update()
    }

    private func update() {
        guard updating == nil, !pendingChanges.isEmpty else { return }
        updating = Task { [weak self] in
            while let self, !pendingChanges.isEmpty, !Task.isCancelled {
                await apply(pendingChanges.removeFirst())
            }
            self?.updating = nil
        }
    }

    private func apply(_ change: LibraryChange) async {
        guard let before = result else { return await fetchFirst() }
        // A result that was fetched after the change has it already; only cells may show what was.
        if change.toGeneration <= before.generation, !change.accessChanged {
            return notify(.assetsChanged(rows: change.assetRows))
        }
        do {
            guard let details = try await session.library.changeDetails(for: before, in: change) else {
                return
            }
            let after = details.after
            let hunks = ListHunks(
                removed: details.removedIndexes, inserted: details.insertedIndexes,
                moves: details.moves.map { (from: $0.from, to: $0.to) })
            _ = try? await after.objects(at: watched.clamped(to: 0..<after.count))
            guard !Task.isCancelled else { return }
            put(after, insteadOf: before, hunks)
            if !hunks.hunks.isEmpty { notify(.listChanged) }
            notify(.assetsChanged(rows: change.assetRows))
            if before.count != after.count { onCountChange() }
        } catch {
            session.report(error, doing: tr("Could not read the photos"))
        }
    }

    private func put(_ after: FetchResult<Asset>, insteadOf before: FetchResult<Asset>, _ hunks: ListHunks) {
        result = after
        for hunk in hunks.hunks {
            // List views read the list while it is half way: up to this run as it will be, then as it was.
            transition = Transition(before: before, after: after, hunk: hunk)
            model.itemsChanged(
                at: hunk.inserted.lowerBound, removed: hunk.removed.count, added: hunk.inserted.count,
                kept: hunks.kept)
        }
        transition = nil
    }

    private func notify(_ event: AssetListEvent) {
        for observer in observers where observer.owner != nil { observer.handler(event) }
    }

    private struct Observer {
        weak var owner: AnyObject?
        let handler: @MainActor (AssetListEvent) -> Void
    }

    /// The list between two results, when all runs up to `hunk` have been announced.
    private struct Transition {
        let before: FetchResult<Asset>
        let after: FetchResult<Asset>
        let hunk: ListHunk

        func rowID(at index: Int) -> Int64? {
            if index < hunk.inserted.upperBound { return after.rowID(at: index) }
            return before.rowID(at: index - hunk.inserted.upperBound + hunk.removed.upperBound)
        }
    }
}
