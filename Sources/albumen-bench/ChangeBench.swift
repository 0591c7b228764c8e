// SPDX-License-Identifier: GPL-3.0-or-later
// Changes in a large library, beside what bare SQLite takes for the same rows.

import AlbumenKit
import CSQLite
import Foundation
import Glibc
import Metadata
import SQLite

/// `changes [--assets N] [--keep DIR]`
func runChangeBench(arguments: [String]) async throws {
    let count = arguments.value(of: "--assets").flatMap(Int.init) ?? 1_000_000
    try await withLibrary(of: count, keptIn: arguments.value(of: "--keep")) { library, folder in
        try await measureAlbum(library, folder)
        try await measureFavorite(library)
    }
}

/// Assets put into an album in one change.
private let albumSize = 10_000
private let rounds = 7

private func measureAlbum(_ library: PhotoLibrary, _ folder: String) async throws {
    let result = try await library.fetchAssets()
    let assets = try await result.objects(at: 0..<min(albumSize, result.count))
    var samples: [Double] = []
    for round in 0..<rounds {
        let start = ContinuousClock.now
        let done = try await library.performChanges { changes in
            let album = try changes.createAlbum(title: "Bench \(round)")
            try changes.request(forAlbum: album).addAssets(assets)
        }
        samples.append((ContinuousClock.now - start) / .microseconds(1) / Double(assets.count))
        try await library.undo(done.undo)
    }
    let bare = try bareAlbum(assets.map(\.rowID), path: catalogPath(in: folder))
    let each = samples.median
    print(
        String(
            format: "  %d assets into an album: %.1f µs each; bare SQLite: %.1f µs each; ratio: %.2f",
            assets.count, each, bare, each / bare))
}

/// The same inserts by SQLite alone, with the catalog's triggers; rolled back. Microseconds each.
private func bareAlbum(_ rows: [Int64], path: String) throws -> Double {
    let connection = try Connection(path: path)
    var samples: [Double] = []
    for _ in 0..<rounds {
        try connection.execute("BEGIN IMMEDIATE")
        let start = ContinuousClock.now
        try connection.execute(
            "INSERT INTO album(uuid, position, subtype, title, created_by, created_at) VALUES (randomblob(16), 0, 2, 'B', '', 0)"
        )
        let album = connection.lastInsertRowID
        try connection.withStatement("INSERT INTO album_member VALUES (?, ?, ?)", [nil, nil, nil]) {
            for (place, row) in rows.enumerated() {
                try $0.bind(.integer(row), at: 0)
                try $0.bind(.integer(album), at: 1)
                try $0.bind(.integer(Int64(place + 1) << 16), at: 2)
                _ = try $0.step()
                $0.reset()
            }
        }
        samples.append((ContinuousClock.now - start) / .microseconds(1) / Double(rows.count))
        try connection.execute("ROLLBACK")
    }
    return samples.median
}

/// A favourite is toggled while a result of everything is open: what the main thread spends, by its own clock, from
/// the toggle to the swapped result; and what all of it takes.
@MainActor
private func measureFavorite(_ library: PhotoLibrary) async throws {
    var result = try await library.fetchAssets()
    _ = try await result.object(at: result.count - 1)
    var changes = library.changes().makeAsyncIterator()
    var main: [Double] = []
    var total: [Double] = []
    for round in 0..<rounds * 3 {
        let asset = try await result.object(at: result.count / 2 + round)
        let (start, cpu) = (ContinuousClock.now, threadMicroseconds())
        try await library.performChanges { try $0.request(for: asset).isFavorite.toggle() }
        guard let change = await changes.next(),
            let details = try await library.changeDetails(for: result, in: change)
        else { throw BenchError(description: "a favourite was no change") }
        result = details.after
        main.append(threadMicroseconds() - cpu)
        total.append((ContinuousClock.now - start) / .microseconds(1))
    }
    print(
        String(
            format: "  a favourite with all %d open: %.3f ms on the main thread (worst %.3f), %.2f ms in all",
            result.count, main.median / 1_000, (main.max() ?? 0) / 1_000,
            total.median / 1_000))
}

/// Processor time of the calling thread.
private func threadMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
