// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files that a scan found to be new or changed: a bounded number at once, and none can stop the others.

import Foundation
import Imaging
import Metadata

/// Reads candidates with decoder processes and hands what they say to a `RecordBatch`. Any isolation; nothing here
/// throws or blocks its caller's thread. A file that cannot be read becomes a broken asset only where its name
/// promises a photo or where it is an asset already.
struct CandidateReader: Sendable {
    /// Files on their way beside those that the decoders are working on, so that none of them waits.
    static let readAhead = 2

    private let reader: MediaReader
    private let batch: RecordBatch
    private let progress: ProgressHub<ScanProgress>
    private let width: Int

    init(library: PhotoLibrary, progress: ProgressHub<ScanProgress>) {
        reader = MediaReader(
            decoders: library.decoders, queue: BlockingQueue(label: "albumen-open", concurrent: true))
        batch = RecordBatch(catalog: library.catalog, location: library.location, progress: progress)
        self.progress = progress
        width = ProcessInfo.processInfo.activeProcessorCount + Self.readAhead
    }

    /// Reads until the stream ends, and returns when all is in the catalog. When cancelled it stops reading, and still
    /// writes what was read.
    func readAll(_ candidates: AsyncStream<Candidate>) async -> RecordedRows {
        await withTaskCancellationHandler {
            await readEach(candidates)
            await batch.flush()
        } onCancel: {
            Task { await batch.close() }
        }
        return await batch.takeRecorded()
    }

    private func readEach(_ candidates: AsyncStream<Candidate>) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await candidate in candidates {
                if Task.isCancelled { break }
                if running == width {
                    await group.next()
                    running -= 1
                }
                group.addTask { await read(candidate) }
                running += 1
            }
        }
    }

    private func read(_ candidate: Candidate) async {
        let path = candidate.folder.appending(candidate.entry.name)
        let reading: Reading
        do {
            reading = try await reader.read(path, thumbnail: nil)
        } catch {
            return
        }
        switch reading {
        case .media(let file, let facts, _):
            await record(candidate, stamp: file.stamp, facts, .ok)
        case .broken(let file, let facts, .unreadable, let reason):
            let isMeant = facts != nil || MediaName(candidate.entry.name) == .media
            guard candidate.isKnown || isMeant else { return settle() }
            await record(candidate, stamp: file?.stamp, facts, .broken(reason: reason), isFinal: false)
        case .broken(let file, let facts, _, let reason):
            await record(candidate, stamp: file?.stamp, facts, .broken(reason: reason))
        case .notMedia(let reason) where candidate.isKnown:
            await record(candidate, stamp: nil, nil, .broken(reason: reason))
        case .noDecoder(let reason):
            settle(ScanProblem(path: candidate.folder, message: "Photos cannot be read. \(reason)"))
        case .noResources(let reason):
            let message = "Some photos could not be read now; the next scan reads them. \(reason)"
            settle(ScanProblem(path: candidate.folder, message: message))
        case .notMedia, .gone: settle()
        }
    }

    /// Counts a file that gives no record, and tells why where it is new.
    private func settle(_ problem: ScanProblem? = nil) {
        progress.update { progress in
            progress.done += 1
            if let problem, !progress.problems.contains(where: { $0.message == problem.message }) {
                progress.problems.append(problem)
            }
        }
    }

    private func record(
        _ candidate: Candidate, stamp: FileStamp?, _ facts: FileFacts?, _ state: AssetState,
        isFinal: Bool = true
    ) async {
        var record = FileRecord(
            folder: candidate.folder, name: candidate.entry.name, stamp: stamp ?? candidate.entry.stamp,
            facts: facts, state: state)
        record.isProven = false
        record.isFinal = isFinal
        await batch.add(record, isKnown: candidate.isKnown)
    }
}
