// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept in memory, and within which bounds; many threads at once.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImageCachingTests {
    /// Bytes of a small tile.
    static let tileBytes = 384 * 256 * 3

    // MARK: Bounds

    @Test("Pictures in memory stay within their bounds, those used last")
    func bounds() async throws {
        var limits = ImageMemoryLimits()
        limits.tileBytes = Self.tileBytes * 10
        limits.screenBytes = 1620 * 1080 * 3 * 2
        let fixture = try ImageFixture(limits: limits)
        let manager = fixture.manager
        let assets = try (1...30).map { try fixture.asset(Int64($0)) }
        for asset in assets {
            _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
            // The first is used all along.
            #expect(manager.cachedImage(for: assets[0], size: .tile, mode: .aspectFill) != nil)
            #expect(manager.memoryByteCount <= limits.tileBytes)
        }
        #expect(manager.cachedImage(for: assets[29], size: .tile, mode: .aspectFill) != nil)
        #expect(manager.cachedImage(for: assets[1], size: .tile, mode: .aspectFill) == nil)

        // Screen-size pictures displace no tile.
        for asset in assets.prefix(5) {
            _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
            #expect(manager.memoryByteCount <= limits.tileBytes + limits.screenBytes)
        }
        #expect(manager.cachedImage(for: assets[0], size: .tile, mode: .aspectFill) != nil)
        #expect(manager.cachedImage(for: assets[4], size: .screen, mode: .aspectFit)?.isDegraded == false)
        // One that is larger than all of the bound is delivered, not kept.
        #expect(try await manager.image(for: assets[0], size: .zero, mode: .aspectFit).pixels.width == 6000)
        #expect(manager.memoryByteCount <= limits.tileBytes + limits.screenBytes)
    }

    @Test("Trimming lets go of screen-size pictures first")
    func trim() async throws {
        let fixture = try ImageFixture()
        let manager = fixture.manager
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        manager.trim(toBytes: Self.tileBytes)
        #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFill) != nil)
        #expect(manager.cachedImage(for: asset, size: .screen, mode: .aspectFit)?.isDegraded == true)
        manager.trim(toBytes: 0)
        #expect(manager.memoryByteCount == 0)
    }

    // MARK: Caching

    @Test("What caching has started is there when asked for; to start again decodes nothing more")
    func caching() async throws {
        let fixture = try ImageFixture()
        let caching = CachingImageManager(manager: fixture.manager)
        let assets = try (1...5).map { try fixture.asset(Int64($0)) }
        for _ in 0..<3 { caching.startCachingImages(for: assets, size: .screen, mode: .aspectFit) }
        #expect(await eventually { fixture.manager.jobs.count == 0 })
        caching.startCachingImages(for: assets, size: .screen, mode: .aspectFit)
        for asset in assets {
            let image = fixture.manager.cachedImage(for: asset, size: .screen, mode: .aspectFit)
            #expect(image?.isDegraded == false)
        }
        #expect(fixture.decoder.calls.count == 5)
    }

    @Test("What is cached outlives what is only looked at, until it is stopped")
    func keeping() async throws {
        var limits = ImageMemoryLimits()
        limits.tileBytes = Self.tileBytes * 6
        let fixture = try ImageFixture(limits: limits)
        let manager = fixture.manager
        let caching = CachingImageManager(manager: manager)
        let kept = try (1...3).map { try fixture.asset(Int64($0)) }
        caching.startCachingImages(for: kept, size: .tile, mode: .aspectFill)
        #expect(await eventually { manager.jobs.count == 0 })
        for row in 10..<30 {
            _ = try await manager.image(for: fixture.asset(Int64(row)), size: .tile, mode: .aspectFill)
        }
        for asset in kept { #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFill) != nil) }

        caching.stopCachingImages(for: kept, size: .tile, mode: .aspectFill)
        for row in 30..<50 {
            _ = try await manager.image(for: fixture.asset(Int64(row)), size: .tile, mode: .aspectFill)
        }
        for asset in kept { #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFill) == nil) }
    }

    @Test("To stop cancels what nobody else waits for, and only one's own")
    func stopping() async throws {
        let fixture = try ImageFixture()
        let (manager, decoder) = (fixture.manager, fixture.decoder)
        decoder.hold()
        let assets = try (1...2).map { try fixture.asset(Int64($0)) }
        let grid = CachingImageManager(manager: manager)
        var viewer: CachingImageManager? = CachingImageManager(manager: manager)
        grid.startCachingImages(for: [assets[0]], size: .screen, mode: .aspectFit)
        viewer?.startCachingImages(for: assets, size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 2 })
        // The viewer goes away: what it shares with the grid goes on.
        viewer = nil
        #expect(await eventually { decoder.cancelledCount == 1 && manager.jobs.count == 1 })
        grid.stopCachingImages(for: [assets[0]], size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.cancelledCount == 2 && manager.jobs.count == 0 })
    }

    @Test("A manager that goes away ends what waits for it")
    func managerGone() async throws {
        let decoder = ScriptedDecoder()
        let fixture = try ImageFixture()
        decoder.hold()
        var manager: ImageManager? = ImageManager(store: fixture.store, decoders: decoder)
        let images = try #require(manager).images(for: try fixture.asset(), size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 1 })
        manager = nil
        await #expect(throws: CancellationError.self) { for try await _ in images {} }
        #expect(await eventually { decoder.cancelledCount == 1 })
    }

    // MARK: Threads

    @Test(
        "Requests, cancellations, caching and trimming at once: each ends, once, with the right picture"
    )
    func hammer() async throws {
        var limits = ImageMemoryLimits()
        limits.tileBytes = Self.tileBytes * 4
        let fixture = try ImageFixture(limits: limits)
        let manager = fixture.manager
        let assets = try (1...12).map { try fixture.asset(Int64($0)) }
        let sizes: [PixelSize] = [
            .tile, .largeTile, PixelSize(width: 64, height: 64), PixelSize(width: 900, height: 900),
        ]
        let caching = CachingImageManager(manager: manager)
        let finals = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(state: UInt64(worker))
                    var finals = 0
                    for round in 0..<60 {
                        let asset = assets[Int.random(in: 0..<assets.count, using: &random)]
                        let size = sizes[Int.random(in: 0..<sizes.count, using: &random)]
                        switch round % 6 {
                        case 0:
                            let task = Task {
                                try await manager.image(for: asset, size: size, mode: .aspectFit)
                            }
                            if Bool.random(using: &random) { await Task.yield() }
                            task.cancel()
                            _ = await task.result
                        case 1:
                            caching.startCachingImages(
                                for: Array(assets.prefix(3)), size: size, mode: .aspectFill)
                        case 2: caching.stopCachingImages(for: assets, size: size, mode: .aspectFill)
                        case 3: manager.trim(toBytes: Int.random(in: 0..<2_000_000, using: &random))
                        default:
                            var images: [LibraryImage] = []
                            for try await image in manager.images(for: asset, size: size, mode: .aspectFit) {
                                images.append(image)
                            }
                            #expect((1...2).contains(images.count))
                            #expect(images.filter { !$0.isDegraded }.count == 1)
                            #expect(images.last?.isDegraded == false)
                            let needed = DecodeRequest(target: size).outputSize(of: asset.pixelSize)
                            #expect(images.last.map { $0.pixels.size.covers(needed) } == true)
                            finals += 1
                        }
                    }
                    return finals
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(finals == 8 * 20)
        caching.stopCachingImagesForAllAssets()
        #expect(await eventually { manager.jobs.count == 0 })
    }
}
