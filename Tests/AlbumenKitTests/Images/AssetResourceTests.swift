// SPDX-License-Identifier: GPL-3.0-or-later
// The files of assets as bytes.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct AssetResourceTests {
    let fixture: ImageFixture
    let test: TestLibrary

    init() async throws {
        fixture = try ImageFixture()
        test = try await TestLibrary()
    }

    /// An asset of so many bytes that no two pieces are alike.
    private func asset(byteCount: Int) throws -> (Asset, Data) {
        let url = fixture.folder.appendingPathComponent("original.jpg")
        var random = SeededGenerator(state: 3)
        var data = Data(capacity: byteCount)
        while data.count < byteCount { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
        data = data.prefix(byteCount)
        try data.write(to: url)
        return (try fixture.asset(1, at: FilePath(url.path)), data)
    }

    private func resource(of asset: Asset) throws -> AssetResource {
        try #require(AssetResource.assetResources(for: asset).first)
    }

    @Test("A photo is one resource, and says what it is")
    func description() throws {
        let (asset, data) = try asset(byteCount: 100)
        let resources = AssetResource.assetResources(for: asset)
        #expect(resources.count == 1)
        let resource = try resource(of: asset)
        #expect(resource.type == .photo)
        #expect(resource.assetLocalIdentifier == asset.localIdentifier)
        #expect(resource.originalFilename == "original.jpg")
        #expect(resource.uniformTypeIdentifier == "public.jpeg" && resource.contentType == "image/jpeg")
        #expect(resource.pixelWidth == 6000 && resource.pixelHeight == 4000)
        #expect(resource.byteCount == Int64(data.count))
        let film = try fixture.asset(2, mediaType: .video)
        #expect(AssetResource.assetResources(for: film).map(\.type) == [.video])
    }

    @Test("The bytes come in pieces, all and in order", arguments: [-1, 0, 1])
    func pieces(more: Int) async throws {
        let (asset, data) = try asset(byteCount: 2 * AssetResourceData.pieceLength + more)
        var pieces: [[UInt8]] = []
        for try await piece in test.library.data(for: try resource(of: asset)) { pieces.append(piece) }
        #expect(pieces.dropLast().allSatisfy { $0.count == AssetResourceData.pieceLength })
        #expect(Data(pieces.joined()) == data)
    }

    @Test("A file that changes while it is read is an error, not half of each")
    func changedMeanwhile() async throws {
        let (asset, data) = try asset(byteCount: 2 * AssetResourceData.pieceLength)
        var iterator = test.library.data(for: try resource(of: asset)).makeAsyncIterator()
        _ = try await iterator.next()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: asset.path.displayString))
        try handle.truncate(atOffset: UInt64(data.count - 1))
        try handle.close()
        do {
            _ = try await iterator.next()
            Issue.record("half of a file was read without an error")
        } catch {
            guard case LibraryError.invalidResource(asset.path, _) = error else {
                Issue.record("threw \(error)")
                return
            }
        }
    }

    @Test("What the client may not see has no bytes")
    func access() async throws {
        let (asset, _) = try asset(byteCount: 100)
        let resource = try resource(of: asset)
        try await test.library.setAuthorization(.denied, for: .readWrite)
        let target = FilePath(fixture.folder.path).appending("copy.jpg")
        let errors = [
            await thrown(LibraryError.self) { for try await _ in test.library.data(for: resource) {} },
            await thrown(LibraryError.self) {
                try await test.library.writeData(for: resource, toFile: target)
            },
            await thrown(LibraryError.self) {
                _ = try await ImageManager(library: test.library).imageDataAndOrientation(for: asset)
            },
            await thrown(LibraryError.self) {
                _ = try await ImageManager(library: test.library).image(
                    for: asset, size: .tile, mode: .aspectFill)
            },
            await thrown(LibraryError.self) {
                _ = try await test.library.thumbnailJPEG(for: asset, within: .tile)
            },
        ]
        #expect(errors.allSatisfy { $0?.isNotAuthorized == true })
        try await test.library.setAuthorization(.limited, for: .readWrite)
        let limited = await thrown(LibraryError.self) {
            for try await _ in test.library.data(for: resource) {}
        }
        guard case .identifiersNotFound([asset.localIdentifier]) = limited else {
            Issue.record("threw \(String(describing: limited))")
            return
        }
    }

    @Test("A copy is whole, has the original's time, and never replaces a file")
    func writing() async throws {
        let (asset, data) = try asset(byteCount: 300_000)
        let target = fixture.folder.appendingPathComponent("copy.jpg")
        let path = FilePath(target.path)
        let last = Counter()
        try await test.library.writeData(for: try resource(of: asset), toFile: path) { fraction in
            if fraction == 1 { last.add() }
        }
        #expect(last.value >= 1)
        #expect(try Data(contentsOf: target) == data)
        #expect(try OpenFile(path: path).stamp.modificationTime == asset.stamp.modificationTime)
        let again = await thrown(LibraryError.self) {
            try await test.library.writeData(for: try resource(of: asset), toFile: path)
        }
        guard case .file(.io(path, errno: EEXIST)) = again else {
            Issue.record("threw \(String(describing: again))")
            return
        }
        #expect(try Data(contentsOf: target) == data)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(names.sorted() == ["copy.jpg", "original.jpg"])
    }

    @Test("A copy that is cancelled leaves nothing")
    func cancelledWriting() async throws {
        let (asset, _) = try asset(byteCount: 300_000)
        let resource = try resource(of: asset)
        let path = FilePath(fixture.folder.path).appending("copy.jpg")
        let library = test.library
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await library.writeData(for: resource, toFile: path)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["original.jpg"])
    }

    @Test("A picture as data: the file's bytes, type and orientation, once")
    func imageData() async throws {
        let (asset, data) = try asset(byteCount: AssetResourceData.pieceLength + 5)
        let fractions = Counter()
        let image = try await fixture.manager.imageDataAndOrientation(for: asset) { _ in fractions.add() }
        #expect(Data(image.data) == data)
        #expect(image.uniformTypeIdentifier == "public.jpeg" && image.orientation == 1)
        #expect(fractions.value == 2)
        let film = try fixture.asset(2, mediaType: .video)
        let error = await thrown(LibraryError.self) {
            _ = try await fixture.manager.imageDataAndOrientation(for: film)
        }
        #expect(error?.isNotAllowed == true)
    }
}
