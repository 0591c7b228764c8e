// SPDX-License-Identifier: GPL-3.0-or-later
// Everything at once, from many threads.

import Foundation
import Imaging
import Metadata
import Synchronization
import TestSupport
import Testing

@testable import AlbumenKit

/// How often each of some things happened.
private final class Tally: Sendable {
    private let counts: Mutex<[Int]>
    init(_ count: Int) { counts = Mutex([Int](repeating: 0, count: count)) }
    func add(_ index: Int) { counts.withLock { $0[index] += 1 } }
    func count(of index: Int) -> Int { counts.withLock { $0[index] } }
}

@Suite(.timeLimit(.minutes(30)))
struct ImageHammerTests {
    private static let sizes: [PixelSize] = [
        .tile, .largeTile, PixelSize(width: 64, height: 64), PixelSize(width: 900, height: 900),
    ]

    private static func options(_ random: inout SeededGenerator) -> ImageRequestOptions {
        let modes: [ImageDeliveryMode] = [.opportunistic, .highQualityFormat, .fastFormat]
        return ImageRequestOptions(
            deliveryMode: modes.randomElement(using: &random) ?? .opportunistic,
            resizeMode: Bool.random(using: &random) ? .exact : .fast,
            normalizedCropRect: Int.random(in: 0..<5, using: &random) == 0
                ? UnitRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) : nil,
            priority: ImagePriority(rawValue: Int.random(in: 0...3, using: &random)) ?? .visible)
    }

    @Test(
        "Requests, cancellations, caching and trimming at once: each ends, once, with the right picture"
    )
    func requests() async throws {
        var limits = ImageMemoryLimits()
        limits.tileBytes = ImageCachingTests.tileBytes * 4
        let fixture = try ImageFixture(limits: limits)
        fixture.decoder.embed(PixelSize(width: 160, height: 107))
        let manager = fixture.manager
        let assets = try (1...12).map { try fixture.asset(Int64($0)) }
        let caching = CachingImageManager(manager: manager)
        let finals = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(state: UInt64(worker))
                    var finals = 0
                    for round in 0..<60 {
                        let asset = assets[Int.random(in: 0..<assets.count, using: &random)]
                        let size = Self.sizes[Int.random(in: 0..<Self.sizes.count, using: &random)]
                        let options = Self.options(&random)
                        switch round % 6 {
                        case 0:
                            let task = Task {
                                try await manager.image(
                                    for: asset, size: size, mode: .aspectFit, options: options)
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
                            for try await image in manager.images(
                                for: asset, size: size, mode: .aspectFit, options: options)
                            {
                                images.append(image)
                            }
                            check(images, asset, size, options)
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

    /// Degraded first and one at most, final last and one; of the size that was asked for.
    private func check(
        _ images: [LibraryImage], _ asset: Asset, _ size: PixelSize, _ options: ImageRequestOptions
    ) {
        guard let last = images.last else {
            Issue.record("a sequence ended without a picture")
            return
        }
        if options.deliveryMode == .fastFormat {
            #expect(images.count == 1)
            if last.isDegraded { return }
        }
        #expect(images.count <= (options.deliveryMode == .opportunistic ? 2 : 1))
        #expect(images.filter { !$0.isDegraded }.count == 1 && !last.isDegraded)
        let part = options.normalizedCropRect?.pixels(of: asset.pixelSize).size ?? asset.pixelSize
        let needed = part.fitted(in: size)
        if options.resizeMode == .exact || options.normalizedCropRect != nil {
            #expect(last.size == needed)
        } else {
            #expect(last.size.covers(needed))
        }
    }

    @Test(
        "Whoever waits hears exactly one end, whatever joins, leaves, changes its priority or ends beside it")
    func ends() async throws {
        let fixture = try ImageFixture()
        let jobs = fixture.manager.jobs
        let assets = try (1...4).map { try fixture.asset(Int64($0)) }
        let waiters = 8 * 300
        let ends = Tally(waiters)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(state: UInt64(100 + worker))
                    var waiting: [(ImageKey, ImageWaiter.ID)] = []
                    for round in 0..<300 {
                        let number = worker * 300 + round
                        let asset = assets[Int.random(in: 0..<assets.count, using: &random)]
                        let question = ImageQuestion(asset, size: .tile, mode: .aspectFill)
                        let id = ImageWaiter.ID()
                        let appetites: [ImageWaiter.Appetite] = [.finalOnly, .degradedToo, .first]
                        let appetite = appetites[round % 3]
                        for _ in 0...(round % 2) {
                            // The second time, where it waits still, is another priority and nothing else.
                            let priority = ImagePriority(rawValue: Int.random(in: 0...3, using: &random))
                            guard ends.count(of: number) == 0 else { break }
                            jobs.join(
                                question,
                                ImageWaiter(
                                    id: id, appetite: appetite, priority: priority ?? .visible
                                ) { event in
                                    if case .degraded = event { return }
                                    ends.add(number)
                                })
                            if round % 2 == 0 { break }
                        }
                        waiting.append((question.key, id))
                        if round % 4 == 0, let (key, id) = waiting.randomElement(using: &random) {
                            jobs.leave(key, id)
                        }
                        if round % 10 == 0 { fixture.manager.trim(toBytes: 0) }
                        if round % 7 == 0 { await Task.yield() }
                    }
                }
            }
        }
        #expect(await eventually { jobs.count == 0 })
        // One that was told its end while it joined again may wait a second time, and hears that one's end too.
        #expect(await eventually { (0..<waiters).allSatisfy { ends.count(of: $0) >= 1 } })
        #expect((0..<waiters).filter { ($0 % 300) % 2 == 0 }.allSatisfy { ends.count(of: $0) == 1 })
    }
}
