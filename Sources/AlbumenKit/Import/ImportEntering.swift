// SPDX-License-Identifier: GPL-3.0-or-later
// Enters a batch of verdicts: assets, what was brought back, the import's own collection, the album asked for and the
// queue's note of it, all in one transaction.

import Imaging
import Metadata
import SQLite

struct ImportEntering: Sendable {
    private let library: PhotoLibrary
    private let options: ImportOptions
    private let queue: ImportQueue
    private let locks: ImportLocks
    private let reader: ImportReader
    private let publisher: ImportPublisher
    private let disk = BlockingQueue(label: "albumen-import-enter")

    init(
        library: PhotoLibrary, options: ImportOptions, queue: ImportQueue, locks: ImportLocks,
        reader: ImportReader
    ) {
        self.library = library
        self.options = options
        self.queue = queue
        self.locks = locks
        self.reader = reader
        publisher = ImportPublisher(queue: queue)
    }

    /// Enters a batch, in order; returns it with all that is known then. Throws with nothing entered.
    func enter(_ batch: [ImportEntry]) async throws -> [ImportEntry] {
        let entered: [ImportEntry]
        if batch.contains(where: { $0.copy != nil }) {
            await disk.run { [locks] in locks.beginEntering() }
            defer { locks.endEntering() }
            let named = try await publisher.publish(try await withoutTwins(batch))
            do {
                entered = try await record(named)
            } catch {
                await publisher.takeBack(named)
                throw error
            }
        } else {
            entered = try await record(batch)
        }
        try await storeThumbnails(of: entered)
        return entered
    }

    /// Copies whose content another import has entered since are none any more.
    private func withoutTwins(_ batch: [ImportEntry]) async throws -> [ImportEntry] {
        var batch = batch
        let sizes = Set(batch.filter { $0.copy != nil }.compactMap(\.record?.stamp.size))
        let known = try await library.catalog.fileSizes(among: sizes)
        for index in batch.indices {
            guard let copy = batch[index].copy, let size = batch[index].record?.stamp.size,
                known.contains(size),
                case .existing(let result, let row, let isClaim)? = try await reader.judgeAgain(
                    copy, of: batch[index].result.path, batch[index].hash)
            else { continue }
            batch[index].result = result
            batch[index].rowID = row
            batch[index].isClaim = isClaim
            batch[index].record = nil
            batch[index].copy = nil
            batch[index].isCopy = false
        }
        return batch
    }

    private func record(_ batch: [ImportEntry]) async throws -> [ImportEntry] {
        let recorded = batch.indices.filter { batch[$0].record != nil }
        let lost = try await library.catalog.lostAssets(for: recorded.compactMap { batch[$0].record })
        let lostByIndex = Dictionary(uniqueKeysWithValues: zip(recorded, lost))
        let (library, options, session) = (library, options, queue.session)
        return try await library.catalog.write(isDurable: true) { writer in
            let entry = ImportTransaction(
                writer: writer, client: library.client, access: library.catalog.access, options: options,
                session: session)
            return try entry.enter(batch, lost: lostByIndex)
        }
    }

    /// Reading a file gave its tile, so it is kept. Where tiles were asked for, those of files that were there before
    /// are made, and all are waited for.
    private func storeThumbnails(of batch: [ImportEntry]) async throws {
        let rows = batch.filter { $0.thumbnail != nil || options.thumbnails }.compactMap(\.rowID)
        let located = try await library.catalog.files(inRows: Array(Set(rows)))
        let files = Dictionary(located.map { ($0.rowID, $0) }, uniquingKeysWith: { first, _ in first })
        for entry in batch {
            guard let row = entry.rowID, let file = files[row] else { continue }
            let key = ThumbnailKey(identity: file.localIdentifier, stamp: file.stamp)
            var tile = entry.record == nil ? nil : entry.thumbnail
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
