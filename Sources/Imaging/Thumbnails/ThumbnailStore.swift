// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles on disk. A cache and nothing more: it may vanish, be damaged or find no room at any moment, and then
// tiles are made again; no caller ever sees an error of it.
//
// Scan and import: `DecoderPool.inspect(file, thumbnail: ThumbnailSize.small.request)` gives facts and tile
// in one reading of the file; once the asset has its identifier,
//     await library.thumbnails.store(
//         tile.jpeg, for: ThumbnailKey(identity: localIdentifier, stamp: stamp), size: .small)
// and, where somebody waits for tiles to be on disk, `await library.thumbnails.flush()` after a batch.

import Foundation
import Metadata
import SQLite

/// Tiles by picture and size, kept over restarts, within a number of bytes.
public actor ThumbnailStore {
    /// How a store works.
    public struct Configuration: Sendable {
        /// Bytes of tiles kept at most: 100,000 pictures at about 25 kB, and a tenth of them large.
        public var maximumBytes = 4 << 30
        /// Tiles that are written together.
        public var batchCount = 64
        /// How long a tile waits for others to be written with.
        public var batchDelay = Duration.milliseconds(200)
        /// A use is noted when the last one noted is older than this, so that looking at pictures writes
        /// little; milliseconds.
        public var useResolution: Int64 = 3_600_000
        /// How long after a failed opening the next one is tried.
        public var retryDelay = Duration.seconds(30)

        public init() {}
    }

    private let directory: FilePath
    private let configuration: Configuration
    private let log: @Sendable (String) -> Void
    /// Pages the file may have; for tests of a full disk.
    private let pageLimit: Int?

    private var current: ThumbnailDatabase?
    private var opening: Task<ThumbnailDatabase?, Never>?
    /// The file there is has to be deleted before the next opening.
    private var isBeyondUse = false
    private var nextOpening = ContinuousClock.now
    private var byteCount = 0

    /// A tile's place: one for each picture and size, whatever the state of its content.
    private struct Place: Hashable {
        let identity: String
        let size: ThumbnailSize
    }

    private var pending: [Place: PendingThumbnail] = [:]
    /// Being written: still answers requests.
    private var written: [Place: PendingThumbnail] = [:]
    private var usedRows: Set<Int64> = []
    private var writing: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var reported: Set<String> = []

    /// A store in `directory`, which is made when first needed; this touches no disk. `log` gets each kind of
    /// trouble once.
    public init(
        directory: FilePath, configuration: Configuration = Configuration(),
        log: @escaping @Sendable (String) -> Void = ThumbnailStore.printToStandardError
    ) {
        self.init(directory: directory, configuration: configuration, pageLimit: nil, log: log)
    }

    init(
        directory: FilePath, configuration: Configuration = Configuration(), pageLimit: Int?,
        log: @escaping @Sendable (String) -> Void = ThumbnailStore.printToStandardError
    ) {
        self.directory = directory
        self.configuration = configuration
        self.pageLimit = pageLimit
        self.log = log
    }

    public static let printToStandardError: @Sendable (String) -> Void = {
        FileHandle.standardError.write(Data("albumen: \($0)\n".utf8))
    }

    // MARK: Reading

    /// The smallest stored tile of this content that is at least as large as `size`.
    public func thumbnail(for key: ThumbnailKey, atLeast size: ThumbnailSize) async -> StoredThumbnail? {
        await find(key, atLeast: size)
    }

    /// The largest stored tile of this content.
    public func largestThumbnail(for key: ThumbnailKey) async -> StoredThumbnail? {
        await find(key, atLeast: nil)
    }

    private func find(_ key: ThumbnailKey, atLeast size: ThumbnailSize?) async -> StoredThumbnail? {
        if let waiting = findWaiting(key, atLeast: size) { return waiting }
        guard let database = await open() else { return nil }
        do {
            guard let found = try await database.find(key, atLeast: size) else { return nil }
            noteUse(found)
            return found.thumbnail
        } catch {
            handle(error, of: database)
            return nil
        }
    }

    /// Among those that are not on disk yet.
    private func findWaiting(_ key: ThumbnailKey, atLeast size: ThumbnailSize?) -> StoredThumbnail? {
        if written.isEmpty, pending.isEmpty { return nil }
        let ascending = ThumbnailSize.allCases.filter { $0.edge >= size?.edge ?? 0 }
        for candidate in size == nil ? ascending.reversed() : ascending {
            let place = Place(identity: key.identity, size: candidate)
            if let waiting = pending[place] ?? written[place], waiting.key == key {
                return StoredThumbnail(size: candidate, jpeg: waiting.jpeg)
            }
        }
        return nil
    }

    private func noteUse(_ found: FoundThumbnail) {
        guard Self.now() - found.lastUse >= configuration.useResolution else { return }
        usedRows.insert(found.row)
        startTimer()
    }

    // MARK: Writing

    /// Stores a tile, soon. It is found at once.
    public func store(_ jpeg: [UInt8], for key: ThumbnailKey, size: ThumbnailSize) {
        pending[Place(identity: key.identity, size: size)] = PendingThumbnail(
            key: key, size: size, jpeg: jpeg)
        if pending.count >= configuration.batchCount {
            Task { await flush() }
        } else {
            startTimer()
        }
    }

    /// Returns when all that was stored before is on disk, or cannot be.
    public func flush() async {
        // One at a time. A batch takes all that waits, so the second turn has what was stored meanwhile.
        while let writing { await writing.value }
        guard !pending.isEmpty || !usedRows.isEmpty else { return }
        let task = Task { await writeBatch() }
        writing = task
        await task.value
    }

    /// Deletes the tiles of pictures that are gone for good.
    public func remove(_ identities: [String]) async {
        await flush()
        guard let database = await open() else { return }
        do { try await database.remove(identities) } catch { handle(error, of: database) }
    }

    private func startTimer() {
        guard timer == nil else { return }
        timer = Task { [configuration] in
            try? await Task.sleep(for: configuration.batchDelay)
            timer = nil
            await flush()
        }
    }

    private func writeBatch() async {
        defer {
            written = [:]
            writing = nil
        }
        written = pending
        let rows = Array(usedRows)
        pending = [:]
        usedRows = []
        let batch = Array(written.values)
        // A damaged file is thrown away by the first attempt; the second writes to a new one.
        for attempt in 0..<2 {
            guard let database = await open() else { return }
            do {
                // Rows have other numbers in a new file.
                try await database.write(batch, used: attempt == 0 ? rows : [], at: Self.now())
                byteCount += batch.reduce(0) { $0 + $1.jpeg.count }
                if byteCount > configuration.maximumBytes {
                    // Some more than needed, so that not every batch evicts.
                    byteCount = try await database.evict(toBytes: configuration.maximumBytes / 10 * 9)
                }
                return
            } catch {
                guard handle(error, of: database) else { return }
            }
        }
    }

    // MARK: The file

    /// The open file; nil while there is none to be had.
    private func open() async -> ThumbnailDatabase? {
        if let current { return current }
        if let opening { return await opening.value }
        guard ContinuousClock.now >= nextOpening else { return nil }
        let task = Task { await openOrRemake() }
        opening = task
        return await task.value
    }

    private func openOrRemake() async -> ThumbnailDatabase? {
        defer { opening = nil }
        for attempt in 0..<2 {
            if isBeyondUse { await ThumbnailDatabase.remove(directory: directory) }
            isBeyondUse = false
            do {
                let database = try await ThumbnailDatabase.open(directory: directory, pageLimit: pageLimit)
                current = database
                byteCount = database.byteCountAtOpening
                return database
            } catch {
                report(error, attempt == 0 ? "is made again" : "cannot be opened")
                isBeyondUse = Self.meansBeyondUse(error)
            }
        }
        nextOpening = .now + configuration.retryDelay
        return nil
    }

    /// Lets go of a file that is of no more use. True when it did, or another caller has: worth a second
    /// attempt.
    @discardableResult
    private func handle(_ error: any Error, of database: ThumbnailDatabase) -> Bool {
        if error is CancellationError { return false }
        guard Self.meansBeyondUse(error) || error is ThumbnailFileMoved else {
            report(error, "cannot be written")
            return false
        }
        guard current === database else { return true }
        report(error, "is made again")
        current = nil
        // Not the one that moved here: it may be another process's.
        isBeyondUse = !(error is ThumbnailFileMoved)
        return true
    }

    /// Whether the file behind the error is damaged, another program's, or a newer Albumen's: there is no use
    /// in keeping it. A full disk or another process's lock pass.
    private static func meansBeyondUse(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return error is MigrationError }
        return ![.busy, .full, .interrupt].contains(error.code)
    }

    private func report(_ error: any Error, _ consequence: String) {
        // SQL and numbers differ from case to case; what follows does not.
        guard reported.insert(consequence).inserted else { return }
        let cause = error is ThumbnailFileMoved ? "it was deleted" : "\(error)"
        log("The thumbnail store “\(directory)” \(consequence): \(cause)")
    }

    /// Milliseconds since 1970, UTC.
    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
