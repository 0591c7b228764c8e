// SPDX-License-Identifier: GPL-3.0-or-later
// One import: files are read several at a time, judged in order, entered in the catalog in batches. A result is given
// when what it says is on disk.

import Foundation
import Imaging
import Metadata

actor ImportRun {
    /// Results in one transaction at most.
    private static let batchSize = 100
    /// How long a result waits for others.
    private static let patience = Duration.milliseconds(250)
    /// Files on their way beside those that the decoders are working on.
    private static let readAhead = 4

    private let library: PhotoLibrary
    private let options: ImportOptions
    private let give: @Sendable (ImportResult) -> Void
    private let reader: ImportReader
    private let originals: OriginalsFolder
    private let queue = BlockingQueue(label: "albumen-import")
    private var taken = TakenFiles()
    private var pending: [PendingResult] = []
    private var oldestPending = ContinuousClock.now

    init(library: PhotoLibrary, options: ImportOptions, give: @escaping @Sendable (ImportResult) -> Void) {
        self.library = library
        self.options = options
        self.give = give
        reader = ImportReader(library: library, options: options)
        originals = OriginalsFolder(root: library.location.originals)
    }

    func take(_ paths: [FilePath]) async throws {
        let source = ImportSource(paths, library: library)
        let width = ProcessInfo.processInfo.activeProcessorCount + Self.readAhead
        var ahead: [Task<Judgement, any Error>] = []
        defer { ahead.forEach { $0.cancel() } }
        do {
            while let items = try await source.next() {
                for item in items {
                    if ahead.count >= width { try await settle(ahead.removeFirst()) }
                    try Task.checkCancellation()
                    ahead.append(Task { [reader] in try await reader.judge(item) })
                }
            }
            while !ahead.isEmpty { try await settle(ahead.removeFirst()) }
        } catch is CancellationError {
            // What was already copied is entered; the rest has no trace.
            ahead.forEach { $0.cancel() }
            let last = Task { try await self.flush() }
            try await last.value
            throw CancellationError()
        }
        try await flush()
        await library.thumbnails.flush()
        // Last, so that a file which only moved was found in its new place first.
        guard options.mode == .reference else { return }
        do {
            try await library.catalog.settleMissing(source.missingAssets())
        } catch let error where LibraryError.isNoSpace(error) {
            // Every file has been told already; what is missing is found again the next time.
        }
    }

    /// Judges the next file against what this run has already taken, and does what it asks for.
    private func settle(_ judging: Task<Judgement, any Error>) async throws {
        let judgement = try await withTaskCancellationHandler {
            try await judging.value
        } onCancel: {
            judging.cancel()
        }
        switch judgement {
        case .settled(let result): append(PendingResult(result: result))
        case .existing(let result, let rowID, let isClaim):
            append(PendingResult(result: result, existing: rowID, isClaim: isClaim))
        case .broken(let record, let result): append(PendingResult(result: result, record: record))
        case .fresh(let file, let facts, let thumbnail, let hash):
            append(await store(file, facts, thumbnail, hash))
        }
        let isDue = ContinuousClock.now - oldestPending > Self.patience
        if pending.count >= Self.batchSize || isDue { try await flush() }
    }

    private func store(
        _ file: OpenFile, _ facts: FileFacts, _ thumbnail: InspectedThumbnail?, _ hash: ContentHash?
    ) async -> PendingResult {
        let path = file.path
        let (twin, hash) = await twin(of: file, hash)
        if let twin {
            let reason = "The same content as “\(twin.path)”"
            return PendingResult(
                result: ImportResult(path: path, verdict: .duplicate, reason: reason), twin: twin)
        }
        var record = FileRecord(
            folder: path.parent ?? FilePath("/"), name: path.lastComponent.bytes, stamp: file.stamp,
            facts: facts, state: .ok, addedBy: options.isSelection ? nil : library.client)
        if options.mode == .copy {
            do throws(CopyError) {
                let stored = try await copy(file, facts.captureTime)
                record.folder = stored.folder
                record.name = stored.name
                record.stamp = stored.stamp
            } catch {
                if case .noSpace = error {
                    return PendingResult(
                        result: ImportResult(path: path, verdict: .noSpace, reason: error.message))
                }
                return PendingResult(
                    result: ImportResult(path: path, verdict: .unreadable, reason: error.message))
            }
        }
        return PendingResult(
            result: ImportResult(path: path, verdict: .imported), record: record, thumbnail: thumbnail,
            taken: taken.add(path, size: file.size, hash: hash))
    }

    /// The file of the same content that this run has taken already; and the hash of `file`, where it was needed.
    private func twin(of file: OpenFile, _ hash: ContentHash?) async -> (TakenFile?, ContentHash?) {
        let others = taken.files(ofSize: file.size)
        guard !others.isEmpty, let ours = if let hash { hash } else { await reader.duplicates.hash(file) }
        else {
            return (nil, hash)
        }
        for other in others where other.hash == nil {
            other.hash = await reader.duplicates.hash(at: other.path)
        }
        return (others.first { $0.hash == ours }, ours)
    }

    private func copy(_ file: OpenFile, _ time: CaptureTime?) async throws(CopyError) -> StoredOriginal {
        let time = time ?? MediaReader.captureTime(ofFile: file)
        let result = await queue.run { [originals] () -> Result<StoredOriginal, CopyError> in
            do throws(CopyError) {
                return .success(try originals.store(file, capturedAt: time))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func append(_ result: PendingResult) {
        if pending.isEmpty { oldestPending = .now }
        pending.append(result)
    }

    // MARK: Entering

    /// Enters what is pending in the catalog, then gives its results.
    private func flush() async throws {
        guard !pending.isEmpty else { return }
        let batch = pending
        pending = []
        do {
            try await enter(batch)
        } catch let error where LibraryError.isNoSpace(error) {
            fail(batch)
        }
        for entry in batch { give(entry.result) }
    }

    /// The catalog's disk is full: what is not entered, or not filed in its album, is told so. A twin of such a file has
    /// nothing that it could be the duplicate of.
    private func fail(_ batch: [PendingResult]) {
        for entry in batch {
            let isNotEntered = entry.waits && entry.result.localIdentifier == nil
            let isNotFiled = options.album != nil && entry.rowID != nil
            if isNotEntered || isNotFiled {
                entry.result.verdict = .noSpace
                entry.result.reason = "There is no room left for the catalog in “\(library.location.data)”"
            }
            if let taken = entry.taken, taken.rowID == nil { taken.isLost = true }
        }
    }

    private func enter(_ batch: [PendingResult]) async throws {
        let recorded = batch.filter { $0.record != nil }
        if !recorded.isEmpty {
            let outcomes = try await library.catalog.record(recorded.compactMap(\.record))
            for (entry, outcome) in zip(recorded, outcomes) {
                entry.rowID = outcome.rowID
                entry.taken?.rowID = outcome.rowID
            }
        }
        for entry in batch { if let twin = entry.twin { entry.rowID = twin.rowID } }
        let rows = Array(Set(batch.compactMap(\.rowID)))
        let located = try await library.catalog.files(inRows: rows)
        let byRow = Dictionary(located.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        func name(_ entry: PendingResult) {
            if let row = entry.rowID { entry.result.localIdentifier = byRow[row]?.localIdentifier }
        }
        for entry in batch where !entry.isClaim { name(entry) }
        try await reenter(batch, rows)
        for entry in batch where entry.isClaim { name(entry) }
        try await keepHashes(of: recorded)
        try await storeThumbnails(of: batch, byRow)
        let identifiers = batch.compactMap(\.result.localIdentifier)
        if let album = options.album, !identifiers.isEmpty {
            try await library.performChanges { changes in
                try changes.request(forAlbum: changes.findOrCreateAlbum(title: album)).addAssets(identifiers)
            }
        }
    }

    /// Brings back what was deleted, and into view what the client could not see; the first result of each says so.
    private func reenter(_ batch: [PendingResult], _ rows: [Int64]) async throws {
        var changed = try await library.catalog.reenter(
            rows, claims: batch.filter(\.isClaim).compactMap(\.rowID), client: library.client)
        for entry in batch {
            guard let row = entry.rowID else { continue }
            let isRestored = changed.restored.remove(row) != nil
            let isClaimed = entry.isClaim && changed.claimed.remove(row) != nil
            guard isRestored || isClaimed, [.imported, .duplicate].contains(entry.result.verdict) else {
                continue
            }
            entry.result.verdict = .imported
            entry.result.reason =
                entry.isClaim ? nil : "It was in Recently Deleted and is back in the library"
        }
    }

    private func keepHashes(of entries: [PendingResult]) async throws {
        var hashes: [Int64: [UInt8]] = [:]
        for entry in entries {
            if let row = entry.rowID, let hash = entry.taken?.hash { hashes[row] = hash.bytes }
        }
        if !hashes.isEmpty { try await library.catalog.keepContentHashes(hashes) }
    }

    /// Reading a file gave its tile, so it is kept. Where tiles were asked for, those of files that were there before
    /// are made, and all are waited for.
    private func storeThumbnails(of batch: [PendingResult], _ files: [Int64: LocatedFile]) async throws {
        for entry in batch {
            guard let row = entry.rowID, let file = files[row] else { continue }
            let key = ThumbnailKey(identity: file.localIdentifier, stamp: file.stamp)
            var tile = entry.thumbnail
            if tile == nil, options.thumbnails, file.state == .ok,
                await library.thumbnails.thumbnail(for: key, atLeast: .small) == nil
            {
                tile = try await reader.tile(of: file)
            }
            if let tile { await library.thumbnails.store(tile.jpeg, for: key, size: .small) }
        }
        if options.thumbnails { await library.thumbnails.flush() }
    }
}
