// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers readings into transactions: large ones while many arrive, soon ones while few do. Nothing that was added
// is lost: where the disk is full, it is held until there is room again.

import Metadata
import SQLite

/// The rows that readings were entered in.
struct RecordedRows: Sendable {
    /// Of photos whose picture is still to be decoded, in order.
    var photos: [Int64] = []
    /// Of every file.
    var all: Set<Int64> = []
}

/// Writes records to the catalog in batches.
actor RecordBatch {
    /// Records in one transaction at most.
    static let size = 200
    /// How long a record waits for others.
    static let patience = Duration.milliseconds(250)
    /// How long to wait before trying again on a full disk.
    static let retryInterval = Duration.seconds(2)

    private let catalog: Catalog
    /// Told while the disk is full.
    private let diskFull: ScanProblem
    private let progress: ProgressHub<ScanProgress>
    private let disk = BlockingQueue(label: "albumen-record")
    private var pending: [Entry] = []
    private var writing: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    /// Set by `close`.
    private var isClosed = false
    /// What was recorded since `takeRecorded`.
    private var recorded = RecordedRows()

    private struct Entry: Sendable {
        var record: FileRecord
        /// Whether it was an asset when it was found.
        var isKnown: Bool
    }

    init(catalog: Catalog, location: LibraryLocation, progress: ProgressHub<ScanProgress>) {
        self.catalog = catalog
        diskFull = ScanProblem(
            path: location.data, message: "The disk with Albumen's catalog is full; the scan waits for room")
        self.progress = progress
    }

    /// Adds a record; waits while the batch is full and being written, which holds readers back.
    func add(_ record: FileRecord, isKnown: Bool) async {
        pending.append(Entry(record: record, isKnown: isKnown))
        if pending.count >= Self.size {
            await flush()
        } else if timer == nil {
            timer = Task {
                try? await Task.sleep(for: Self.patience)
                await self.flush()
            }
        }
    }

    /// Does not wait for room on a full disk any more: what was not written is read again at the next start.
    func close() { isClosed = true }

    /// What was written since this was last asked.
    func takeRecorded() -> RecordedRows {
        defer { recorded = RecordedRows() }
        return recorded
    }

    private func note(_ records: [FileRecord], _ outcomes: [RecordOutcome]) {
        for (record, outcome) in zip(records, outcomes) {
            recorded.all.insert(outcome.rowID)
            if record.state == .ok, record.facts?.mediaType == .image {
                recorded.photos.append(outcome.rowID)
            }
        }
    }

    /// Waits until everything added so far is written.
    func flush() async {
        timer?.cancel()
        timer = nil
        while let writing { await writing.value }
        guard !pending.isEmpty else { return }
        let entries = pending
        pending = []
        let task = Task {
            let present = await self.present(entries)
            if !present.isEmpty { await self.write(present) }
            self.progress.update { $0.done += entries.count - present.count }
            self.writing = nil
        }
        writing = task
        await task.value
    }

    /// What is new and gone again, or has another name by now, never was an asset: temporary files.
    private func present(_ entries: [Entry]) async -> [FileRecord] {
        await disk.run {
            entries.filter { $0.isKnown || $0.record.folder.appending($0.record.name).isRegularFile }
                .map(\.record)
        }
    }

    private func write(_ records: [FileRecord]) async {
        while true {
            do {
                note(records, try await catalog.record(records))
                break
            } catch let error where LibraryError.isNoSpace(error) && !isClosed {
                report(diskFull)
                try? await Task.sleep(for: Self.retryInterval)
            } catch {
                await writeEach(records)
                break
            }
        }
        progress.update { [diskFull] progress in
            progress.done += records.count
            progress.problems.removeAll { $0 == diskFull }
        }
    }

    /// One record that the catalog refuses must not take the others with it.
    private func writeEach(_ records: [FileRecord]) async {
        for record in records {
            do {
                note([record], try await catalog.record([record]))
            } catch {
                report(
                    ScanProblem(
                        path: record.folder.appending(record.name),
                        message: "It could not be entered in the catalog: \(error)"))
            }
        }
    }

    private func report(_ problem: ScanProblem) {
        progress.update { if !$0.problems.contains(problem) { $0.problems.append(problem) } }
    }
}

extension LibraryError {
    /// Whether an error of the catalog means that its disk is full.
    static func isNoSpace(_ error: any Error) -> Bool {
        switch error {
        case let error as SQLiteError: error.isFull
        case LibraryError.database(let error): error.isFull
        case LibraryError.noSpace: true
        default: false
        }
    }
}
