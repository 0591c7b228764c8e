// SPDX-License-Identifier: GPL-3.0-or-later
// What a process left that ended between giving a copy its name and entering it: removed where it is that very file, left
// where it is anything else.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("After an import that was cut short", .timeLimit(.minutes(30)))
struct ImportRecoveryTests {
    private static let taken = "2020:05:05 10:11:12"

    /// An import of one file whose process ended in that moment, and the copy.
    private func cutShort(
        _ test: ImportTestLibrary
    ) async throws -> (identifier: String, source: FilePath, copy: FilePath) {
        let bytes = SampleJPEG.bytes(seed: 1, takenAt: Self.taken)
        let source = test.photos.write(Array("a.jpg".utf8), bytes)
        let copy = test.home.write(Array("Pictures/Albumen/2020/05/a.jpg".utf8), bytes)
        let catalog = test.library.catalog
        let (queue, identifier) = try await ImportQueue.make(
            [source], ImportOptions(), client: .app, in: catalog)
        let named = try #require(try await queue.openSources().first)
        let folder = try await queue.folder(test.photos.path, of: named.row, isOwn: false).row
        let stamp = try #require(FileStamp(at: source))
        _ = try await queue.add([FoundItem(name: Array("a.jpg".utf8), content: .file(stamp))], to: folder)
        try await queue.markListed(source: named.row)
        let item = try #require(try await queue.waiting(in: folder, after: nil, limit: 1).first)
        let planned = PlannedCopy(
            item: item.id, folder: try #require(copy.parent), name: Array("a.jpg".utf8),
            stamp: try #require(FileStamp(at: copy)))
        try await queue.plan([planned])
        try await queue.setState(.running)
        return (identifier, source, copy)
    }

    private func names(_ test: ImportTestLibrary) throws -> [String] {
        try DirectoryListing(of: test.library.location.originals.appending("2020").appending("05")).entries
            .map { String(decoding: $0.name, as: UTF8.self) }
    }

    @Test("A copy that nobody told of is removed by the next import, and made when its own goes on")
    func removed() async throws {
        let test = try await ImportTestLibrary()
        let (identifier, _, copy) = try await cutShort(test)
        test.home.write("Pictures/Albumen/2020/05/.albumen-import-dead", "half")
        // When another import begins
        try await test.take([])
        // Then nothing lies about, and what is left is left
        #expect(try names(test).isEmpty)
        let record = try #require(try await test.library.fetchImports().first)
        #expect(record.state == .interrupted && record.left == 1)
        // And it goes on
        let results = try await test.results(of: test.library.resumeImport(identifier))
        #expect(results.map(\.verdict) == [.imported])
        #expect(try names(test) == ["a.jpg"])
        #expect(try await test.assets().map(\.path) == [copy])
    }

    @Test("A file that somebody put in its place stays")
    func replaced() async throws {
        let test = try await ImportTestLibrary()
        let (identifier, _, copy) = try await cutShort(test)
        test.home.remove("Pictures/Albumen/2020/05/a.jpg")
        test.home.write("Pictures/Albumen/2020/05/a.jpg", "mine")
        let results = try await test.results(of: test.library.resumeImport(identifier))
        #expect(results.map(\.verdict) == [.imported])
        #expect(try names(test) == ["a-1.jpg", "a.jpg"])
        #expect(try OpenFile(path: copy).size == 4)
    }

    @Test("A copy that a scan has found is an asset's")
    func found() async throws {
        let test = try await ImportTestLibrary()
        let (identifier, _, copy) = try await cutShort(test)
        var facts = FileFacts(format: .jpeg)
        facts.displaySize = PixelSize(width: SampleJPEG.width, height: SampleJPEG.height)
        let scanned = FileRecord(
            folder: try #require(copy.parent), name: copy.lastComponent.bytes,
            stamp: try #require(FileStamp(at: copy)), facts: facts, state: .ok)
        try await test.library.catalog.record([scanned])
        let results = try await test.results(of: test.library.resumeImport(identifier))
        #expect(results.map(\.verdict) == [.duplicate])
        #expect(try names(test) == ["a.jpg"])
        #expect(try await test.assets().map(\.path) == [copy])
    }

    @Test("An import at work is left alone")
    func atWork() async throws {
        let test = try await ImportTestLibrary()
        let (identifier, _, copy) = try await cutShort(test)
        let session = try await test.library.storedImport(identifier).row
        let locks = try await test.library.lock(session)
        try await test.take([])
        #expect(FileStamp(at: copy) != nil)
        #expect(try await test.library.fetchImports().map(\.state) == [.running])
        withExtendedLifetime(locks) {}
    }

    @Test("A whole copy that not even the catalog knows of, after a power cut, is taken as the copy")
    func adopted() async throws {
        let test = try await ImportTestLibrary()
        let bytes = SampleJPEG.bytes(seed: 1, takenAt: Self.taken)
        test.home.write("Pictures/Albumen/2020/05/a.jpg", "mine")
        let copy = test.home.write(Array("Pictures/Albumen/2020/05/a-1.jpg".utf8), bytes)
        let source = test.photos.write(Array("a.jpg".utf8), bytes)
        #expect(try await test.take([source]).map(\.verdict) == [.imported])
        #expect(try names(test) == ["a-1.jpg", "a.jpg"])
        #expect(try await test.assets().map(\.path) == [copy])
    }
}
