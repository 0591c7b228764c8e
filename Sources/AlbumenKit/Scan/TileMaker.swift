// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the tiles of new photos after a scan has entered them, one at a time and less urgent than anything on the
// screen. Decoding also shows which of them are broken inside, which their facts do not; until then the catalog keeps
// them as unproven, so that whatever ends the program, the next start goes on.

import Imaging
import Metadata

/// Works through rows in order until it is let go of.
final class TileMaker: Sendable {
    /// Rows proven in one transaction at most: what is proven again where the program is killed before.
    private static let batchSize = 50

    private let rows: AsyncStream<[Int64]>.Continuation
    private let task: Task<Void, Never>

    init(library: PhotoLibrary) {
        let (stream, rows) = AsyncStream.makeStream(of: [Int64].self)
        self.rows = rows
        let reader = MediaReader(decoders: library.decoders, queue: BlockingQueue(label: "albumen-tiles"))
        task = Task {
            for await batch in stream {
                var proven: [Int64] = []
                for row in batch where !Task.isCancelled {
                    // A photo without a tile is no trouble: it is decoded when it is shown.
                    if (try? await Self.makeTile(row, library, reader)) == true { proven.append(row) }
                    if proven.count == Self.batchSize {
                        try? await library.catalog.markProven(proven)
                        proven = []
                    }
                }
                try? await library.catalog.markProven(proven)
            }
        }
    }

    deinit { task.cancel() }

    /// Makes the tiles of these rows, after those that were asked for before.
    func make(_ rows: [Int64]) {
        if !rows.isEmpty { self.rows.yield(rows) }
    }

    /// Returns whether the picture was decoded, now or before.
    private static func makeTile(
        _ row: Int64, _ library: PhotoLibrary, _ reader: MediaReader
    ) async throws -> Bool {
        guard let file = try await library.catalog.files(inRows: [row]).first, file.state == .ok else {
            return false
        }
        let key = ThumbnailKey(identity: file.localIdentifier, stamp: file.stamp)
        guard await library.thumbnails.thumbnail(for: key, atLeast: .small) == nil else { return true }
        switch try await reader.read(file.path, thumbnail: ThumbnailSize.small.request) {
        case .media(let read, _, let tile) where read.stamp.isUnchanged(since: file.stamp):
            if let tile { await library.thumbnails.store(tile.jpeg, for: key, size: .small) }
            return true
        case .broken(let read?, let facts, let fault, let reason)
        where read.stamp.isUnchanged(since: file.stamp):
            var record = FileRecord(
                folder: file.path.parent ?? FilePath("/"), name: file.path.lastComponent.bytes,
                stamp: read.stamp, facts: facts, state: .broken(reason: reason))
            record.isFinal = fault != .unreadable
            _ = try await library.catalog.record([record])
            return false
        default: return false
        }
    }
}
