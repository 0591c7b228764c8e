// SPDX-License-Identifier: GPL-3.0-or-later
// Files to stored tiles and to pictures for the screen, beside the library that decodes them. The library decodes as much as
// it has to for that size, and nothing else: no facts, no colour, no exact size, no other process.

import Foundation
import Imaging
import Metadata

struct ImageDecodeBench {
    let files: ImageFiles
    let rounds: Int
    let folder: String

    private static let screen = PixelSize(width: 1920, height: 1920)

    func run(_ table: inout ImageTable) async throws {
        let pool = DecoderPool()
        defer { pool.shutdown() }
        let store = ThumbnailStore(directory: FilePath("\(folder)/tiles"))
        let jpeg = BareJPEG()
        let photos = [("12 MP JPEG", files.photo), ("48 MP JPEG", files.largePhoto)]
        for (name, path) in photos {
            try await measure(name, path, pool, store, table, screenBudget: .ratio(atMost: 1.15)) {
                try jpeg.decode(path, covering: $0)
            }
        }
        for (name, path) in [
            ("12 MP JPEG on its side", files.photoOnItsSide), ("12 MP JPEG in Display P3", files.photoInP3),
        ] {
            try await measureScreen(name, path, .exact, pool, table, .none) {
                try jpeg.decode(path, covering: $0)
            }
        }
        let others: [(ImageFile, (FilePath, PixelSize) throws -> Void)] = [
            (files.heic, { path, _ in try BareLibraries.decodeHEIF(path) }),
            (files.raw, { path, size in try BareLibraries.decodePreview(path, covering: size, with: jpeg) }),
            (files.png, { path, _ in try BareLibraries.decodePNG(path) }),
        ]
        for (file, decode) in others {
            guard let path = file.path else {
                table.skip(file.name, file.reason)
                continue
            }
            try await measure(file.name, path, pool, store, table, screenBudget: .none) {
                try decode(path, $0)
            }
        }
    }

    private func measure(
        _ name: String, _ path: FilePath, _ pool: DecoderPool, _ store: ThumbnailStore, _ table: ImageTable,
        screenBudget: ImageTable.Budget, bare: (PixelSize) throws -> Void
    ) async throws {
        let request = ThumbnailSize.small.request
        let file = try OpenFile(path: path)
        guard let size = try await pool.inspect(file).facts?.displaySize, !size.isEmpty else {
            throw BenchError(description: "“\(path)” has no size")
        }
        let name = name == files.raw.name ? "\(name) of \(size.pixelCount / 1_000_000) MP" : name
        let tile = try await byTurns(rounds, bare: { try bare(request.outputSize(of: size)) }) {
            guard let tile = try await pool.inspect(OpenFile(path: path), thumbnail: request).thumbnail else {
                throw BenchError(description: "“\(path)” gives no tile")
            }
            await store.store(tile.jpeg, for: .bench(path.displayString), size: .small)
            await store.flush()
        }
        table.add("\(name) to a stored tile", bare: tile.bare, ours: tile.ours)
        try await measureScreen(name, path, .exact, pool, table, screenBudget, bare: bare)
        try await measureScreen(name, path, .fast, pool, table, .none, bare: bare)
    }

    private func measureScreen(
        _ name: String, _ path: FilePath, _ mode: ResizeMode, _ pool: DecoderPool, _ table: ImageTable,
        _ budget: ImageTable.Budget, bare: (PixelSize) throws -> Void
    ) async throws {
        let request = DecodeRequest(target: Self.screen, resizeMode: mode)
        let size = try await pool.image(OpenFile(path: path), request).size
        let times = try await byTurns(rounds, bare: { try bare(size) }) {
            _ = try await pool.image(OpenFile(path: path), request)
        }
        table.add("\(name) to \(size), \(mode)", bare: times.bare, ours: times.ours, budget)
    }
}
