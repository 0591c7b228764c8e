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

    @Test(
        "What is cached for two sizes of one class stays until both are stopped; to stop what was not started is nothing"
    )
    func sizesOfOneClass() async throws {
        let fixture = try ImageFixture()
        let (manager, decoder) = (fixture.manager, fixture.decoder)
        decoder.hold()
        let asset = try fixture.asset()
        let caching = CachingImageManager(manager: manager)
        let other = PixelSize(width: 220, height: 220)
        caching.startCachingImages(for: [asset], size: .tile, mode: .aspectFill)
        caching.startCachingImages(for: [asset], size: other, mode: .aspectFill)
        #expect(await eventually { decoder.heldCount == 1 })
        caching.stopCachingImages(for: [asset], size: .tile, mode: .aspectFill)
        caching.stopCachingImages(for: [asset], size: .tile, mode: .aspectFill)
        caching.stopCachingImages(for: [asset], size: PixelSize(width: 240, height: 240), mode: .aspectFill)
        #expect(manager.jobs.count == 1)
        caching.stopCachingImages(for: [asset], size: other, mode: .aspectFill)
        #expect(manager.jobs.count == 0)
        #expect(await eventually { decoder.cancelledCount == 1 })
    }

    @Test("What is cached answers lesser and exact sizes without a decode")
    func nearestLarger() async throws {
        let fixture = try ImageFixture()
        let caching = CachingImageManager(manager: fixture.manager)
        let asset = try fixture.asset()
        caching.startCachingImages(for: [asset], size: .screen, mode: .aspectFit)
        #expect(await eventually { fixture.manager.jobs.count == 0 })
        let lesser = try await fixture.manager.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(lesser.size == PixelSize(width: 1620, height: 1080))
        let exact = try await fixture.manager.image(
            for: asset, size: .tile, mode: .aspectFill, options: ImageRequestOptions(resizeMode: .exact))
        #expect(exact.size == .tile)
        #expect(fixture.decoder.calls.count == 1)
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
        var manager: ImageManager? = fixture.manager(over: decoder)
        let images = try #require(manager).images(for: try fixture.asset(), size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 1 })
        manager = nil
        await #expect(throws: CancellationError.self) { for try await _ in images {} }
        #expect(await eventually { decoder.cancelledCount == 1 })
    }

}
