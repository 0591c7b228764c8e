// SPDX-License-Identifier: GPL-3.0-or-later
// The manager over real decoder processes and real photos.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImageDecodingTests {
    /// A JPEG of 4000 × 3000 with something to decode in it, made by ImageMagick.
    private func makePhoto(in folder: URL) async throws -> URL {
        let url = folder.appendingPathComponent("photo.jpg")
        try await runTool(
            "convert",
            ["-size", "1000x750", "plasma:red-blue", "-resize", "400%", "-quality", "90", url.path])
        return url
    }

    @Test(
        "Fifty photos: tiles from files, then from the store, then from memory; screen-size pictures besides")
    func fiftyPhotos() async throws {
        let fixture = try ImageFixture()
        let photo = try await makePhoto(in: fixture.folder)
        let assets = try (1...50).map { row in
            let url = fixture.folder.appendingPathComponent("photo \(row).jpg")
            try FileManager.default.copyItem(at: photo, to: url)
            return try fixture.asset(
                Int64(row), at: FilePath(url.path), size: PixelSize(width: 4000, height: 3000))
        }
        let pool = DecoderPool()
        let manager = fixture.manager(over: pool)
        let cold = try await tiles(of: assets, from: manager)
        #expect(cold.allSatisfy { $0 == PixelSize(width: 341, height: 256) })

        await fixture.store.flush()
        // The second start has a decoder that would give other sizes, and is not asked.
        let restarted = fixture.restarted()
        let stored = try await tiles(of: assets, from: restarted)
        #expect(stored == cold)
        #expect(fixture.decoder.calls.isEmpty)
        let inMemory = assets.allSatisfy {
            restarted.cachedImage(for: $0, size: .tile, mode: .aspectFill)?.isDegraded == false
        }
        #expect(inMemory)

        let screen = try await manager.image(for: assets[0], size: .screen, mode: .aspectFit)
        #expect(screen.pixels.size == PixelSize(width: 1440, height: 1080))
        pool.shutdown()
    }

    private func tiles(of assets: [Asset], from manager: ImageManager) async throws -> [PixelSize] {
        try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for asset in assets {
                group.addTask {
                    try await manager.image(for: asset, size: .tile, mode: .aspectFill).pixels.size
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
