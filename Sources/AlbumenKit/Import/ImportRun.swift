// SPDX-License-Identifier: GPL-3.0-or-later
// One import at work: files are read and copied several at a time, judged in order, entered in the catalog in batches. A
// result is given when what it says is on disk.

import Foundation
import Imaging
import Metadata

/// Ends a pass over what waits.
private struct ImportStop: Error {
    let pause: ImportPause
}

actor ImportRun {
    /// Results in one transaction at most.
    private static let batchSize = 100
    /// How long a result waits for others.
    private static let patience = Duration.milliseconds(250)
    /// Files on their way beside those that the decoders are working on.
    private static let readAhead = 4
    /// Waiting files that are asked of the catalog at once.
    private static let page = 500

    private struct Started {
        let item: ImportItem
        /// How many batches had been entered when it was begun.
        let batch: Int
        let judging: Task<Judgement, any Error>
    }

    private let library: PhotoLibrary
    private let options: ImportOptions
    private let queue: ImportQueue
    private let control: ImportControl
    private let meter: ImportMeter
    private let give: @Sendable (ImportResult) -> Void
    private let originals: OriginalsFolder
    private let reader: ImportReader
    private let lister: ImportLister
    private let entering: ImportEntering
    private let disk = BlockingQueue(label: "albumen-import")
    private var ahead: [Started] = []
    private var taken = TakenFiles()
    private var pending: [ImportEntry] = []
    private var oldestPending = ContinuousClock.now
    private var batchCount = 0

    init(
        library: PhotoLibrary, options: ImportOptions, queue: ImportQueue, locks: ImportLocks,
        control: ImportControl, meter: ImportMeter, give: @escaping @Sendable (ImportResult) -> Void
    ) {
        self.library = library
        self.options = options
        self.queue = queue
        self.control = control
        self.meter = meter
        self.give = give
        originals = OriginalsFolder(root: library.location.originals)
        reader = ImportReader(
            library: library, options: options, originals: originals, meter: meter, control: control)
        lister = ImportLister(queue: queue, location: library.location, meter: meter)
        entering = ImportEntering(
            library: library, options: options, queue: queue, locks: locks, reader: reader)
    }

    /// Works until everything has its verdict, or there is no room and nobody waits for it.
    func run() async throws {
        do {
            guard try await work() else {
                try? await queue.setState(.paused)
                meter.become(.stopped)
                return
            }
            await library.thumbnails.flush()
            try await settleMissing()
            try await finish()
            meter.become(.finished)
        } catch {
            // What was already copied is entered; the rest has no trace.
            await dropAhead()
            let last = Task { try await self.flush() }
            let ending = await last.result
            let state: StoredImportState = control.isCancelled ? .cancelled : .paused
            try? await Task { [queue] in try await queue.setState(state) }.value
            meter.become(.stopped)
            if error is CancellationError { try ending.get() }
            throw error
        }
    }

    private func finish() async throws {
        do {
            try await queue.finish()
        } catch let error where LibraryError.isNoSpace(error) {
            // Every file has been told already; who resumes it has it tidied up.
        }
    }

    /// Last, so that a file which only moved was found in its new place first.
    private func settleMissing() async throws {
        guard options.mode == .reference else { return }
        do {
            try await library.catalog.settleMissing(queue.missingAssets())
        } catch let error where LibraryError.isNoSpace(error) {
            // Every file has been told already; what is missing is found again the next time.
        }
    }

    // MARK: Passes

    /// False where it ended because there is no room.
    private func work() async throws -> Bool {
        var isFirst = true
        while true {
            do {
                try await pass(checksRoom: isFirst)
                try await settleAll()
                return true
            } catch let stop as ImportStop {
                await dropAhead()
                // What came before it.
                do { try await flush() } catch is ImportStop {}
                taken = TakenFiles()
                guard options.waitsForRoom else {
                    try await tellRest(stop.pause)
                    return false
                }
                control.pause()
                try await rest(stop.pause)
            }
            isFirst = false
        }
    }

    /// Lists what is still to be listed, and works through what waits.
    private func pass(checksRoom: Bool) async throws {
        let (folders, feed) = AsyncThrowingStream<Int64, any Error>.makeStream()
        let listing = Task { [lister] in
            do {
                try await lister.list { feed.yield($0) }
                feed.finish()
            } catch {
                feed.finish(throwing: error)
            }
        }
        do {
            if options.mode == .copy {
                // How much there is to copy has to be known before the first copy.
                var all: [Int64] = []
                for try await folder in folders { all.append(folder) }
                try Task.checkCancellation()
                if checksRoom { try await checkRoom(for: all) }
                for folder in all { try await work(in: folder) }
            } else {
                for try await folder in folders { try await work(in: folder) }
            }
            try Task.checkCancellation()
        } catch {
            listing.cancel()
            await listing.value
            throw stop(of: error) ?? error
        }
    }

    private func work(in folder: Int64) async throws {
        var last: [UInt8]?
        while true {
            let page = try await queue.waiting(in: folder, after: last, limit: Self.page)
            guard let end = page.last else { return }
            for item in page {
                try Task.checkCancellation()
                if control.isPaused {
                    try await settleAll()
                    try await rest(.byPerson)
                }
                if ahead.count >= ProcessInfo.processInfo.activeProcessorCount + Self.readAhead {
                    try await settle(ahead.removeFirst())
                }
                let judging = Task { [reader] in try await reader.judge(item) }
                ahead.append(Started(item: item, batch: batchCount, judging: judging))
            }
            last = end.name
        }
    }

    /// Waits, paused, for somebody to let it go on.
    private func rest(_ pause: ImportPause) async throws {
        meter.become(.paused(pause))
        try? await queue.setState(.paused)
        await control.waitUntilResumed()
        try Task.checkCancellation()
        try? await queue.setState(.running)
        meter.become(.running)
    }

    /// Stops where what is to be copied is more than there is room for. What the file system can share takes none.
    private func checkRoom(for folders: [Int64]) async throws {
        let needed = try await queue.bytesToCopy()
        guard let available = await disk.run({ [originals] in originals.availableBytes() }),
            needed > available,
            let folder = folders.first
        else { return }
        let sample = try await queue.waiting(in: folder, after: nil, limit: 1).first
        let takesNone = await disk.run { [originals] in
            sample.flatMap { try? OpenFile(path: $0.path) }.map(originals.shares) ?? false
        }
        if takesNone { return }
        throw ImportStop(
            pause: .noSpace(folder: originals.root, file: nil, missingBytes: needed - available))
    }

    /// Gives each that is left the verdict of the room there is not; it waits on in the queue.
    private func tellRest(_ pause: ImportPause) async throws {
        var verdict = ImportVerdict.noSpace
        if case .cannotWrite = pause { verdict = .unreadable }
        for folder in try await queue.waitingFolders() {
            var last: [UInt8]?
            while true {
                let page = try await queue.waiting(in: folder, after: last, limit: Self.page)
                guard let end = page.last else { break }
                for item in page {
                    give(ImportResult(path: item.path, verdict: verdict, reason: pause.message))
                }
                last = end.name
            }
        }
        for source in try await queue.openSources() {
            give(ImportResult(path: source.path, verdict: verdict, reason: pause.message))
        }
    }

    // MARK: Judging

    private func settleAll() async throws {
        while !ahead.isEmpty { try await settle(ahead.removeFirst()) }
        try await flush()
    }

    /// Gives up what is on its way; it waits on in the queue.
    private func dropAhead() async {
        let dropped = ahead
        ahead = []
        dropped.forEach { $0.judging.cancel() }
        for started in dropped {
            _ = await started.judging.result
            meter.hasDropped(started.item.id)
        }
    }

    /// Judges the next file against what this run has already taken, and notes what it asks for.
    private func settle(_ started: Started) async throws {
        let judgement: Judgement
        do {
            judgement = try await withTaskCancellationHandler {
                try await started.judging.value
            } onCancel: {
                started.judging.cancel()
            }
        } catch {
            meter.hasDropped(started.item.id)
            throw stop(of: error) ?? error
        }
        taken.forget(enteredBy: started.batch)
        let item = started.item
        func entry(_ result: ImportResult) -> ImportEntry {
            ImportEntry(item: item.id, size: item.size, result: result)
        }
        switch judgement {
        case .settled(let result): append(entry(result))
        case .existing(let result, let rowID, let isClaim):
            var entry = entry(result)
            entry.rowID = rowID
            entry.isClaim = isClaim
            append(entry)
        case .broken(let record, let result):
            var entry = entry(result)
            entry.record = record
            append(entry)
        case .fresh(let fresh): append(await self.entry(fresh, item))
        case .stopped(let pause): throw ImportStop(pause: pause)
        }
        let isDue = ContinuousClock.now - oldestPending > Self.patience
        if pending.count >= Self.batchSize || isDue { try await flush() }
    }

    private func entry(_ fresh: FreshFile, _ item: ImportItem) async -> ImportEntry {
        let path = item.path
        var entry = ImportEntry(
            item: item.id, size: item.size, result: ImportResult(path: path, verdict: .imported))
        let (twin, hash) = await twin(of: fresh)
        if let twin {
            entry.result.verdict = .duplicate
            entry.result.reason = "The same content as “\(twin.path)”"
            entry.rowID = twin.entered?.row
            entry.twin = twin.item
            return entry
        }
        entry.record = FileRecord(
            folder: fresh.copy?.folder.path ?? path.parent ?? FilePath("/"),
            name: path.lastComponent.bytes, stamp: fresh.file.stamp, facts: fresh.facts, state: .ok,
            addedBy: options.isSelection ? nil : library.client)
        entry.copy = fresh.copy
        entry.isCopy = fresh.copy != nil
        entry.isInPlace = item.isOwn
        entry.hash = hash
        entry.thumbnail = fresh.thumbnail
        taken.add(TakenFile(item: item.id, path: path, hash: hash), size: fresh.file.size)
        return entry
    }

    /// The file of the same content that this run has taken already; and the hash of `file`, where it is known.
    private func twin(of fresh: FreshFile) async -> (TakenFile?, ContentHash?) {
        let others = taken.files(ofSize: fresh.file.size)
        guard !others.isEmpty,
            let ours = if let hash = fresh.hash { hash } else { await reader.duplicates.hash(fresh.file) }
        else { return (nil, fresh.hash) }
        for other in others where other.hash == nil {
            other.hash = await reader.duplicates.hash(at: other.path)
        }
        return (others.first { $0.hash == ours }, ours)
    }

    private func append(_ entry: ImportEntry) {
        if pending.isEmpty { oldestPending = .now }
        pending.append(entry)
    }

    // MARK: Entering

    /// Enters what is pending in the catalog, then gives its results.
    private func flush() async throws {
        guard !pending.isEmpty else { return }
        var batch = pending
        pending = []
        // A twin's hash may have been found out since.
        for index in batch.indices where batch[index].hash == nil {
            batch[index].hash = takenFile(of: batch[index])?.hash
        }
        let entered: [ImportEntry]
        do {
            entered = try await entering.enter(batch)
        } catch {
            batch.forEach { meter.hasDropped($0.item) }
            throw stop(of: error) ?? error
        }
        batchCount += 1
        for entry in entered {
            if let row = entry.rowID { takenFile(of: entry)?.isEntered(as: row, inBatch: batchCount) }
            meter.hasSettled(entry.item, bytes: entry.size, entry.result.verdict)
            give(entry.result)
        }
    }

    private func takenFile(of entry: ImportEntry) -> TakenFile? {
        guard let record = entry.record else { return nil }
        return taken.files(ofSize: record.stamp.size).first { $0.item == entry.item }
    }

    /// What an error asks for that is nobody's file's fault; nil where it is an error of its own.
    private func stop(of error: any Error) -> ImportStop? {
        if let error = error as? CopyError {
            switch error {
            case .noSpace(let folder):
                return ImportStop(pause: .noSpace(folder: folder, file: nil, missingBytes: nil))
            case .destination(let path, let code):
                return ImportStop(pause: .cannotWrite(path, errno: code))
            case .source, .changedWhileCopied, .cancelled: return nil
            }
        }
        guard LibraryError.isNoSpace(error) else { return nil }
        return ImportStop(
            pause: .noSpace(folder: library.location.data, file: nil, missingBytes: nil))
    }
}
