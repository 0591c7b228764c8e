// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown first of a file that was never seen before.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImagePreviewTests {
    let fixture: ImageFixture
    var manager: ImageManager { fixture.manager }
    var decoder: ScriptedDecoder { fixture.decoder }

    init() throws { fixture = try ImageFixture() }

    /// Puts a file where the desktop would have a thumbnail of `asset`, and returns what a decoder is to be asked.
    private func placeThumbnail(of asset: Asset, in folder: String) throws -> DecodeSource {
        let uri = try #require(DesktopThumbnails.uri(of: asset.path))
        let path = try #require(
            fixture.desktopThumbnails.candidates(for: uri, covering: 1).first {
                $0.parent?.lastComponent == FilePath(folder)
            })
        let url = URL(fileURLWithPath: path.displayString)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("a thumbnail".utf8).write(to: url)
        return .desktopThumbnail(uri: uri, modificationTime: asset.stamp.modificationTime / 1_000_000_000)
    }

    @Test("The file's own small picture comes first, for a tile and for the screen", arguments: [200, 1080])
    func embedded(edge: Int) async throws {
        decoder.embed(PixelSize(width: 160, height: 107))
        decoder.hold()
        let asset = try fixture.asset()
        let size = PixelSize(width: edge, height: edge)
        var images = manager.images(for: asset, size: size, mode: .aspectFit).makeAsyncIterator()
        let first = try await images.next()
        #expect(first?.isDegraded == true && first?.size == PixelSize(width: 160, height: 107))
        decoder.release()
        let second = try await images.next()
        #expect(second?.isDegraded == false)
        #expect(try await images.next() == nil)
    }

    @Test(
        "A thumbnail of the desktop's comes before the file's own, and none where the desktop has another file's"
    )
    func desktop() async throws {
        decoder.embed(PixelSize(width: 160, height: 107))
        decoder.hold()
        let asset = try fixture.asset()
        let source = try placeThumbnail(of: asset, in: "large")
        decoder.expectDesktopThumbnail(source, PixelSize(width: 256, height: 171))
        var images = manager.images(for: asset, size: .screen, mode: .aspectFit).makeAsyncIterator()
        #expect(try await images.next()?.size.width == 256)

        let other = try fixture.asset(2)
        _ = try placeThumbnail(of: other, in: "normal")
        var others = manager.images(for: other, size: .screen, mode: .aspectFit).makeAsyncIterator()
        #expect(try await others.next()?.size.width == 160)
        decoder.release()
    }

    @Test("Nothing is looked for where only the final picture is wanted, or a part")
    func unwanted() async throws {
        decoder.embed(PixelSize(width: 160, height: 107))
        let asset = try fixture.asset()
        _ = try await manager.image(for: asset, size: .screen, mode: .aspectFit)
        let options = ImageRequestOptions(
            normalizedCropRect: UnitRect(x: 0, y: 0, width: 0.5, height: 0.5))
        for try await _ in manager.images(for: asset, size: .tile, mode: .aspectFit, options: options) {}
        #expect(decoder.previewCalls == 0)
    }

    @Test("Who comes late to a load that nobody wanted a preview of gets one")
    func late() async throws {
        decoder.embed(PixelSize(width: 160, height: 107))
        decoder.hold()
        let asset = try fixture.asset()
        let caching = CachingImageManager(manager: manager)
        caching.startCachingImages(for: [asset], size: .screen, mode: .aspectFit)
        #expect(await eventually { decoder.heldCount == 1 })
        var images = manager.images(for: asset, size: .screen, mode: .aspectFit).makeAsyncIterator()
        #expect(try await images.next()?.isDegraded == true)
        decoder.release()
        #expect(try await images.next()?.isDegraded == false)
        #expect(decoder.calls.count == 1)
    }

    @Test(
        "Fast is the file's own small picture where nothing better is at hand, and says that it is degraded")
    func fast() async throws {
        decoder.embed(PixelSize(width: 160, height: 107))
        decoder.hold()
        let image = try await manager.image(
            for: fixture.asset(), size: .screen, mode: .aspectFit,
            options: ImageRequestOptions(deliveryMode: .fastFormat))
        #expect(image.isDegraded && image.size.width == 160)
        #expect(await eventually { decoder.heldCount == 0 && manager.jobs.count == 0 })
    }

    @Test("Thumbnails have the names of the freedesktop standard's example")
    func names() throws {
        let thumbnails = DesktopThumbnails(directory: FilePath("/cache/thumbnails"))
        let uri = try #require(DesktopThumbnails.uri(of: FilePath("/home/jens/photos/me.png")))
        let name = "c6ee772d9e49320e97ec29a7eb5b1697.png"
        #expect(uri == "file:///home/jens/photos/me.png")
        #expect(
            thumbnails.candidates(for: uri, covering: 200).map(\.displayString) == [
                "/cache/thumbnails/large/\(name)", "/cache/thumbnails/x-large/\(name)",
                "/cache/thumbnails/xx-large/\(name)", "/cache/thumbnails/normal/\(name)",
            ])
        #expect(
            DesktopThumbnails.uri(of: FilePath(bytes: Array("/a b".utf8) + [0xFF])) == "file:///a%20b%FF")
    }

    @Test("The kernel's word that memory is short reaches the handler, until the watch goes")
    func pressure() async throws {
        // Urgent data is what poll tells as the kernel's pressure files tell theirs.
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let calls = Counter()
        var watch = MemoryPressureWatch(watching: ends[0]) { calls.add() }
        #expect(watch != nil)
        guard send(ends[1], [1], 1, Int32(MSG_OOB)) == 1 else { return }
        #expect(await eventually { calls.value >= 1 })
        watch = nil
        // Its end of the pair is closed with it.
        #expect(await eventually { send(ends[1], [1], 1, Int32(MSG_NOSIGNAL)) < 0 })
    }
}
