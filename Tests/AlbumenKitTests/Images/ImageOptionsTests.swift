// SPDX-License-Identifier: GPL-3.0-or-later
// Resize modes, parts and versions: how large the result is, and what it costs.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImageOptionsTests {
    let fixture: ImageFixture
    var manager: ImageManager { fixture.manager }
    var decoder: ScriptedDecoder { fixture.decoder }

    init() throws { fixture = try ImageFixture() }

    /// A size, how it is met, and the exact result for a picture of 6000 × 4000.
    struct ExactCase: Sendable {
        let size: PixelSize
        let mode: ImageContentMode
        let result: PixelSize

        init(_ width: Int, _ height: Int, _ mode: ImageContentMode, _ resultWidth: Int, _ resultHeight: Int) {
            size = PixelSize(width: width, height: height)
            self.mode = mode
            result = PixelSize(width: resultWidth, height: resultHeight)
        }
    }

    static let exactCases = [
        ExactCase(200, 200, .aspectFit, 200, 133),
        ExactCase(200, 200, .aspectFill, 200, 200),
        ExactCase(123, 77, .aspectFill, 123, 77),
        ExactCase(1001, 1001, .aspectFit, 1001, 667),
        ExactCase(700, 1001, .aspectFill, 700, 1001),
        // Larger than the picture: as much of the size's shape as there is.
        ExactCase(8000, 8000, .aspectFit, 6000, 4000),
        ExactCase(8000, 8000, .aspectFill, 4000, 4000),
        ExactCase(8000, 1000, .aspectFill, 6000, 750),
    ]

    @Test(
        "Exact means to the pixel: the fitted size, or the size with the middle cut out",
        arguments: exactCases)
    func exact(example: ExactCase) async throws {
        let (size, mode, expected) = (example.size, example.mode, example.result)
        let asset = try fixture.asset()
        let options = ImageRequestOptions(resizeMode: .exact)
        let image = try await manager.image(for: asset, size: size, mode: mode, options: options)
        #expect(image.size == expected && !image.isDegraded)
        // From memory, the same; and from the same decode as a request that is not exact.
        let again = try await manager.images(for: asset, size: size, mode: mode, options: options)
            .reduce(into: []) { $0.append($1.size) }
        #expect(again == [expected])
        _ = try await manager.image(for: asset, size: size, mode: mode)
        // What is larger than memory's bounds is decoded each time.
        #expect(decoder.calls.count == (size.width == 8000 ? decoder.calls.count : 1))
    }

    @Test("Any exact size of any shape is to the pixel, and costs no decode where a larger one is in memory")
    func exactProperty() async throws {
        var random = SeededGenerator(state: 7)
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        for _ in 0..<200 {
            let size = PixelSize(
                width: Int.random(in: 1...1000, using: &random),
                height: Int.random(in: 1...1000, using: &random))
            let mode: ImageContentMode = Bool.random(using: &random) ? .aspectFit : .aspectFill
            let image = try await manager.image(
                for: asset, size: size, mode: mode, options: ImageRequestOptions(resizeMode: .exact))
            #expect(image.size == (mode == .aspectFill ? size : asset.pixelSize.fitted(in: size)))
        }
        #expect(decoder.calls.count == 1)
    }

    @Test("Without resizing, and with an empty size, the whole picture comes")
    func none() async throws {
        let asset = try fixture.asset()
        let image = try await manager.image(
            for: asset, size: .tile, mode: .aspectFill, options: ImageRequestOptions(resizeMode: .none))
        #expect(image.size == decoder.shape)
        let maximum = try await manager.image(
            for: asset, size: .zero, mode: .aspectFit, options: ImageRequestOptions(resizeMode: .exact))
        #expect(maximum.size == decoder.shape)
    }

    @Test(
        "A part is exact, of the part's size, decoded alone, shared, and kept out of what the whole is answered from"
    )
    func part() async throws {
        let asset = try fixture.asset()
        let crop = try #require(UnitRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5))
        let options = ImageRequestOptions(normalizedCropRect: crop)
        let whole = try await manager.image(for: asset, size: .zero, mode: .aspectFit, options: options)
        #expect(whole.size == PixelSize(width: 1500, height: 2000))
        let square = try await manager.image(
            for: asset, size: PixelSize(width: 300, height: 300), mode: .aspectFill, options: options)
        #expect(square.size == PixelSize(width: 300, height: 300))
        #expect(decoder.calls.map(\.crop) == [crop, crop])
        #expect(manager.cachedImage(for: asset, size: .tile, mode: .aspectFit) == nil)
        let sequence = try await manager.images(for: asset, size: .tile, mode: .aspectFit, options: options)
            .reduce(into: []) { $0.append($1.isDegraded) }
        #expect(sequence == [false])
        decoder.hold()
        async let first = manager.image(for: asset, size: .screen, mode: .aspectFit, options: options)
        async let second = manager.image(for: asset, size: .screen, mode: .aspectFit, options: options)
        #expect(await eventually { manager.jobs.waiterCount == 2 })
        decoder.release()
        #expect(try await first.pixels === second.pixels)
    }

    @Test("Versions of an asset without adjustments are one picture", arguments: [0, 1, 2])
    func versions(rawValue: Int) async throws {
        let asset = try fixture.asset()
        let version = try #require(ImageVersion(rawValue: rawValue))
        _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        _ = try await manager.image(
            for: asset, size: .screen, mode: .aspectFit, options: ImageRequestOptions(version: version))
        #expect(decoder.calls.count == 1)
    }

    @Test("The defaults and raw values are PhotoKit's")
    func defaults() {
        let options = ImageRequestOptions()
        #expect(options.version == .current && options.deliveryMode == .opportunistic)
        #expect(options.resizeMode == .fast && options.normalizedCropRect == nil)
        #expect(ImageVersion.unadjusted.rawValue == 1 && ImageVersion.original.rawValue == 2)
        #expect(ImageResizeMode.none.rawValue == 0 && ImageResizeMode.exact.rawValue == 2)
        #expect(AssetResourceType.allCases.map(\.rawValue) == Array(1...12) + [19])
    }
}
