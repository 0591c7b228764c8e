// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the tiles of new photos after a scan has entered them, one at a time and less urgent than anything on the
// screen. Decoding also shows which of them are broken inside, which their facts do not.

import Imaging
import Metadata

/// Works through rows in order until it is let go of.
final class TileMaker: Sendable {
    private let rows: AsyncStream<[Int64]>.Continuation
    private let task: Task<Void, Never>

    init(library: PhotoLibrary) {
        let (stream, rows) = AsyncStream.makeStream(of: [Int64].self)
        self.rows = rows
        let reader = MediaReader(decoders: library.decoders, queue: BlockingQueue(label: "albumen-tiles"))
        task = Task {
            for await batch in stream {
                for row in batch where !Task.isCancelled {
                    // A photo without a tile is no trouble: it is decoded when it is shown.
                    try? await Self.makeTile(row, library, reader)
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Makes the tiles of these rows, after those that were asked for before.
    func make(_ rows: [Int64]) {
        if !rows.isEmpty { self.rows.yield(rows) }
    }

    private static func makeTile(_ row: Int64, _ library: PhotoLibrary, _ reader: MediaReader) async throws {
        guard let file = try await library.catalog.files(inRows: [row]).first, file.state == .ok else {
            return
        }
        let key = ThumbnailKey(identity: file.localIdentifier, stamp: file.stamp)
        guard await library.thumbnails.thumbnail(for: key, atLeast: .small) == nil else { return }
        switch try await reader.read(file.path, thumbnail: ThumbnailSize.small.request) {
        case .media(let read, _, let tile?) where read.stamp.isUnchanged(since: file.stamp):
            await library.thumbnails.store(tile.jpeg, for: key, size: .small)
        case .broken(let read?, let facts?, _, let reason) where read.stamp.isUnchanged(since: file.stamp):
            let record = FileRecord(
                folder: file.path.parent ?? FilePath("/"), name: file.path.lastComponent.bytes,
                stamp: read.stamp,
                facts: facts, state: .broken(reason: reason))
            _ = try await library.catalog.record([record])
        default: break
        }
    }
}
