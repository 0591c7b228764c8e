// SPDX-License-Identifier: GPL-3.0-or-later
// What a request gets, how often, in which order; and what is decoded for it.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImageManagerTests {
    let fixture: ImageFixture
    var manager: ImageManager { fixture.manager }
    var decoder: ScriptedDecoder { fixture.decoder }

    init() throws { fixture = try ImageFixture() }

    /// The pictures of a sequence: their widths, negative where degraded.
    private func widths(_ images: AsyncThrowingStream<LibraryImage, any Error>) async throws -> [Int] {
        var widths: [Int] = []
        for try await image in images {
            widths.append(image.isDegraded ? -image.pixels.width : image.pixels.width)
        }
        return widths
    }

    // MARK: One picture

    @Test("A tile is decoded once, then comes from memory, then, after a restart, from the store")
    func tile() async throws {
        let asset = try fixture.asset()
        #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFill) == nil)

        let first = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(first.pixels.size == PixelSize(width: 384, height: 256))
        #expect(!first.isDegraded)
        let second = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(second.pixels === first.pixels)
        #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFill)?.pixels === first.pixels)

        let restarted = fixture.restarted()
        let third = try await restarted.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(third.pixels.size == first.pixels.size)
        #expect(decoder.calls.count == 1)
    }

    @Test("Sizes of a grid fall into few classes, each made from the same stored tile where it suffices")
    func classes() async throws {
        let asset = try fixture.asset()
        let tiny = try await manager.image(
            for: asset, size: PixelSize(width: 96, height: 96), mode: .aspectFill)
        #expect(tiny.pixels.size == PixelSize(width: 192, height: 128))
        for edge in [129, 160, 200, 256] {
            let image = try await manager.image(
                for: asset, size: PixelSize(width: edge, height: edge), mode: .aspectFill)
            #expect(image.pixels.height == 256)
        }
        #expect(decoder.calls.count == 1)
        let large = try await manager.image(for: asset, size: .largeTile, mode: .aspectFill)
        #expect(large.pixels.height == 512)
        let screen = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        #expect(screen.pixels.size == PixelSize(width: 1620, height: 1080))
        #expect(decoder.calls.map(\.isTile) == [true, true, false])
    }

    @Test("An empty size asks for the whole picture")
    func wholePicture() async throws {
        let image = try await manager.image(for: fixture.asset(), size: .zero, mode: .aspectFit)
        #expect(image.pixels.size == decoder.shape)
    }

    @Test("A screen-size picture serves lesser sizes, not greater ones")
    func screenSizes() async throws {
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        _ = try await manager.image(for: asset, size: PixelSize(width: 1600, height: 900), mode: .aspectFit)
        #expect(decoder.calls.count == 1)
        let larger = PixelSize(width: 2560, height: 1440)
        #expect(manager.cachedImage(for: asset, size: larger, mode: .aspectFit)?.isDegraded == true)
        _ = try await manager.image(for: asset, size: larger, mode: .aspectFit)
        #expect(decoder.calls.count == 2)
    }

    @Test("A file that has less than its catalog says is not decoded again for it")
    func smallerThanSaid() async throws {
        let path = try fixture.asset().path
        let asset = try fixture.asset(1, at: path, size: PixelSize(width: 12_000, height: 8_000))
        let size = PixelSize(width: 9_000, height: 9_000)
        let image = try await manager.image(for: asset, size: size, mode: .aspectFit)
        #expect(image.pixels.size == decoder.shape)
        _ = try await manager.image(for: asset, size: size, mode: .aspectFit)
        #expect(decoder.calls.count == 1)
    }

    // MARK: Degraded, then final

    @Test("Nothing is at hand: only the final picture comes")
    func coldSequence() async throws {
        let images = manager.images(for: try fixture.asset(), size: .screen, mode: .aspectFit)
        #expect(try await widths(images) == [1620])
    }

    @Test("The tile in memory comes first, the final picture last")
    func memoryFirst() async throws {
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        let images = manager.images(for: asset, size: .screen, mode: .aspectFit)
        #expect(try await widths(images) == [-384, 1620])
        // And once it is there, it alone.
        #expect(try await widths(manager.images(for: asset, size: .screen, mode: .aspectFit)) == [1620])
    }

    @Test("The stored tile comes first, while the file is being decoded", arguments: [1080, 400])
    func storedFirst(edge: Int) async throws {
        let size = PixelSize(width: edge, height: edge)
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        decoder.hold()
        let restarted = fixture.restarted()
        var iterator = restarted.images(for: asset, size: size, mode: .aspectFit).makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.isDegraded == true)
        #expect(first?.pixels.width == 384)
        decoder.release()
        let second = try await iterator.next()
        #expect(second?.isDegraded == false)
        #expect(try await iterator.next() == nil)
    }

    @Test("High quality means the final picture alone, fast the first alone")
    func deliveryModes() async throws {
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        let restarted = fixture.restarted()
        decoder.hold()
        // Fast, from the store: the decode that nobody waits for any more is cancelled.
        let fast = restarted.images(
            for: asset, size: .screen, mode: .aspectFit,
            options: ImageRequestOptions(deliveryMode: .fastFormat))
        #expect(try await widths(fast) == [-384])
        // Fast, from memory.
        let again = try await restarted.image(
            for: asset, size: .screen, mode: .aspectFit,
            options: ImageRequestOptions(deliveryMode: .fastFormat))
        #expect(again.pixels.width == 384 && again.isDegraded)
        #expect(await eventually { restarted.jobs.count == 0 && decoder.heldCount == 0 })
        decoder.release()
        let high = restarted.images(
            for: asset, size: .screen, mode: .aspectFit,
            options: ImageRequestOptions(deliveryMode: .highQualityFormat))
        #expect(try await widths(high) == [1620])
    }

    // MARK: Sharing and urgency

    @Test("Equal requests share one decode, and each gets its one picture")
    func coalescing() async throws {
        let asset = try fixture.asset()
        decoder.hold()
        async let first = manager.image(for: asset, size: .tile, mode: .aspectFill)
        async let second = manager.image(
            for: asset, size: PixelSize(width: 256, height: 256), mode: .aspectFill)
        let third = manager.images(for: asset, size: PixelSize(width: 300, height: 300), mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 1 })
        decoder.release()
        let pictures = try await [first, second].map(\.pixels)
        #expect(pictures[0] === pictures[1])
        #expect(try await widths(third) == [384])
        #expect(decoder.calls.count == 1)
    }

    @Test("A decode is as urgent as the most urgent of those who wait for it: it grows with them and falls")
    func urgency() async throws {
        let asset = try fixture.asset()
        decoder.hold()
        let caching = CachingImageManager(manager: manager)
        caching.startCachingImages(for: [asset], size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 1 })
        let call = try #require(decoder.calls.first)
        #expect(call.priority == .prefetch)

        let task = Task {
            try await manager.image(
                for: asset, size: .screen, mode: .aspectFit,
                options: ImageRequestOptions(priority: .immediate))
        }
        #expect(await eventually { decoder.changes.last?.priority == .immediate })
        let images = manager.images(for: asset, size: .screen, mode: .aspectFit)
        #expect(decoder.changes.count == 1)
        task.cancel()
        #expect(await eventually { decoder.changes.last?.priority == .visible })
        #expect(decoder.changes.allSatisfy { $0.ticket == call.ticket })
        decoder.release()
        #expect(try await widths(images) == [1620])
        #expect(decoder.calls.count == 1)
    }

    @Test("A prefetch of many opens few files, and what is on the screen goes before it")
    func boundedPrefetch() async throws {
        decoder.hold()
        let assets = try (1...100).map { try fixture.asset(Int64($0)) }
        let caching = CachingImageManager(manager: manager)
        caching.startCachingImages(for: assets, size: .tile, mode: .aspectFill)
        #expect(await eventually { decoder.heldCount > 1 })
        try await Task.sleep(for: .milliseconds(20))
        let bound = ProcessInfo.processInfo.activeProcessorCount + 3
        #expect(decoder.heldCount <= bound)

        // Asked last, decoding at once
        async let visible = manager.image(for: assets[99], size: .tile, mode: .aspectFill)
        #expect(await eventually { decoder.calls.contains { $0.path == assets[99].path } })
        #expect(decoder.heldCount <= bound + 1)
        caching.stopCachingImagesForAllAssets()
        #expect(await eventually { decoder.heldCount == 1 && manager.jobs.count == 1 })
        decoder.release()
        _ = try await visible
    }

    // MARK: Cancellation

    @Test("When the last that waits is cancelled the decode is, and each hears of it once")
    func cancellation() async throws {
        let asset = try fixture.asset()
        decoder.hold()
        let first = Task { try await manager.image(for: asset, size: .screen, mode: .aspectFit) }
        let second = Task { try await manager.image(for: asset, size: .screen, mode: .aspectFit) }
        // Both have asked: were the second late, the first would be the last that waits.
        #expect(await eventually { decoder.heldCount == 1 && manager.jobs.waiterCount == 2 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(decoder.cancelledCount == 0)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(await eventually { decoder.cancelledCount == 1 })
        #expect(manager.jobs.count == 0)
        // The next one starts afresh.
        decoder.release()
        #expect(try await manager.image(for: asset, size: .screen, mode: .aspectFit).pixels.width == 1620)
        #expect(decoder.calls.count == 2)
    }

    @Test("A sequence whose task is cancelled, or that is dropped, cancels its decode")
    func sequenceCancellation() async throws {
        let asset = try fixture.asset()
        decoder.hold()
        let task = Task { try await widths(manager.images(for: asset, size: .screen, mode: .aspectFit)) }
        #expect(await eventually { decoder.heldCount == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await eventually { decoder.cancelledCount == 1 && manager.jobs.count == 0 })

        do { _ = manager.images(for: asset, size: .screen, mode: .aspectFit) }
        #expect(await eventually { manager.jobs.count == 0 && decoder.heldCount == 0 })
    }

    @Test("A task that is cancelled before it asks decodes nothing")
    func cancelledBefore() async throws {
        let asset = try fixture.asset()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(decoder.calls.isEmpty)
    }

    // MARK: Failures

    @Test("A broken file throws its reason and path, and is not decoded again until it changes")
    func brokenFile() async throws {
        let asset = try fixture.asset()
        decoder.fail(with: .corrupt("bad marker"))
        for _ in 0..<3 {
            let error = await thrown(LibraryError.self) {
                try await manager.image(for: asset, size: .tile, mode: .aspectFill)
            }
            guard case .decoding(.corrupt("bad marker"), asset.path) = error else {
                Issue.record("threw \(String(describing: error))")
                return
            }
        }
        #expect(decoder.calls.count == 1)
        decoder.fail(with: nil)
        try Data("something else, and longer".utf8).write(to: URL(fileURLWithPath: asset.path.displayString))
        let changed = try fixture.asset(1, at: asset.path)
        _ = try await manager.image(for: changed, size: .tile, mode: .aspectFill)
    }

    @Test("A failure that is not the file's is not held against it")
    func passingFailure() async throws {
        let asset = try fixture.asset()
        decoder.fail(with: .outOfMemory)
        await #expect(throws: LibraryError.self) {
            try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        }
        decoder.fail(with: nil)
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
    }

    @Test("A file that is away gives its stored tile, then the error")
    func missingFile() async throws {
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        try FileManager.default.removeItem(atPath: asset.path.displayString)
        let restarted = fixture.restarted()
        _ = try await restarted.image(for: asset, size: .tile, mode: .aspectFill)
        let error = await thrown(LibraryError.self) {
            try await restarted.image(for: asset, size: .screen, mode: .aspectFit)
        }
        guard case .file(.notFound(asset.path)) = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
    }

    @Test("A video has a frame, a tile like a photo's, and no small picture in its file")
    func video() async throws {
        let asset = try fixture.asset(1, mediaType: .video)
        let pictures = manager.images(for: asset, size: .tile, mode: .aspectFill)
        #expect(try await widths(pictures) == [384])
        #expect(decoder.calls.count == 1 && decoder.previewCalls == 0)
    }

    // MARK: Content

    @Test("Changed content is decoded anew, whoever notices first")
    func contentChange() async throws {
        let asset = try fixture.asset()
        let old = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        try Data("something else, and longer".utf8).write(to: URL(fileURLWithPath: asset.path.displayString))

        // Given the catalog has noticed
        let changed = try fixture.asset(1, at: asset.path)
        #expect(manager.cachedImage(for: changed, size: .tile, mode: .aspectFill) == nil)
        let new = try await manager.image(for: changed, size: .tile, mode: .aspectFill)
        #expect(new.pixels !== old.pixels)
        #expect(decoder.calls.count == 2)

        // Given it has not: what is decoded is stored as what it is
        try Data("a third".utf8).write(to: URL(fileURLWithPath: asset.path.displayString))
        _ = try await fixture.restarted().image(for: asset, size: .tile, mode: .aspectFill)
        #expect(decoder.calls.count == 3)
        let third = try fixture.asset(1, at: asset.path)
        _ = try await fixture.restarted().image(for: third, size: .tile, mode: .aspectFill)
        #expect(decoder.calls.count == 3)
    }

    @Test("A stored tile that is damaged is made again")
    func damagedTile() async throws {
        let asset = try fixture.asset()
        let key = ThumbnailKey(identity: asset.localIdentifier, stamp: asset.stamp)
        await fixture.store.store([1, 2, 3], for: key, size: .small)
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(decoder.calls.count == 1)
        #expect(await fixture.store.thumbnail(for: key, atLeast: .small)?.jpeg.count ?? 0 > 3)
    }

    @Test("A tile that scan or import has stored is not decoded from the file again")
    func storedByImport() async throws {
        let asset = try fixture.asset()
        let tile = ScriptedDecoder.picture(of: PixelSize(width: 384, height: 256), grey: 9)
        await fixture.store.store(
            try JPEGEncoder.encode(tile),
            for: ThumbnailKey(identity: asset.localIdentifier, stamp: asset.stamp),
            size: .small)
        _ = try await manager.image(for: asset, size: .tile, mode: .aspectFill)
        #expect(decoder.calls.isEmpty)
    }
}
