// SPDX-License-Identifier: GPL-3.0-or-later
// An import at work: paused, resumed, cancelled, beside another, with its progress and its collection.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("An import at work", .timeLimit(.minutes(30)))
struct ImportSessionTests {
    @Test("Paused it rests, and going on it tells every file once")
    func pauses() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(60)
        // Given an import that is paused as soon as it has begun
        let session = try await test.start()
        session.pause()
        var rested: ImportProgress?
        for await progress in session.progress() where progress.state == .paused(.byPerson) {
            rested = progress
            break
        }
        // Then it has not done all, and what it says is done is there
        let done = try #require(rested?.done)
        #expect(done < files.count)
        #expect(try await test.library.fetchAssets().count == done)
        #expect(try await test.library.fetchImports().map(\.state) == [.running])
        // And when it goes on, each has one verdict
        session.resume()
        let results = try await test.results(of: session)
        #expect(results.map(\.path) == files)
        #expect(results.allSatisfy { $0.verdict == .imported })
        #expect(try await session.end().state == .finished)
    }

    @Test(
        "Cancelled it leaves what is done, tells what is left, and can go on",
        arguments: [ImportMode.copy, .reference])
    func cancels(mode: ImportMode) async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(200)
        let session = try await test.start { $0.mode = mode }
        var told: [ImportResult] = []
        for try await result in session.results {
            told.append(result)
            session.cancel()
        }
        let end = try await session.end()
        // Then everything told is there, the rest is counted, and nothing else lies about
        #expect(end.state == .stopped)
        #expect(end.done == told.count && end.left == files.count - told.count)
        #expect(end.left > 0)
        #expect(try await test.library.fetchAssets().count == told.count)
        #expect(try copies(test).count == (mode == .copy ? told.count : 0))
        let record = try #require(try await test.library.fetchImports().first)
        #expect(record.state == .cancelled && record.left == end.left)
        // And when it goes on, each of the rest has one verdict
        let rest = try await test.results(of: test.library.resumeImport(record.identifier))
        #expect((told + rest).map(\.path) == files)
        #expect(try await test.library.fetchAssets().count == files.count)
        #expect(try await test.library.fetchImports().map(\.left) == [0])
    }

    private func copies(_ test: ImportTestLibrary) throws -> [FilePath] {
        func files(_ folder: FilePath) throws -> [FilePath] {
            try DirectoryListing(of: folder).entries.flatMap { entry -> [FilePath] in
                let path = folder.appending(entry.name)
                if case .folder = entry.kind { return try files(path) }
                return [path]
            }
        }
        guard FolderIdentity(at: test.library.location.originals) != nil else { return [] }
        return try files(test.library.location.originals)
    }

    @Test("While it runs, nobody else resumes it or takes it back")
    func isRunOnce() async throws {
        let test = try await ImportTestLibrary()
        test.write(60)
        let session = try await test.start()
        session.pause()
        for await progress in session.progress() where progress.state == .paused(.byPerson) { break }
        let resuming = await thrown(LibraryError.self) {
            try await test.library.resumeImport(session.identifier)
        }
        #expect(resuming?.isNotAllowed == true)
        let undoing = await thrown(LibraryError.self) {
            try await test.library.undoImport(session.identifier)
        }
        #expect(undoing?.isNotAllowed == true)
        session.resume()
        try await session.end()
        try await test.library.undoImport(session.identifier)
        #expect(try await test.library.fetchAssets().count == 0)
    }

    @Test("Two imports of the same files at once take each content once")
    func besideAnother() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(80)
        let sessions = [try await test.start(), try await test.start()]
        async let first = test.results(of: sessions[0])
        async let second = test.results(of: sessions[1])
        let results = try await first + second
        #expect(results.count == 2 * files.count)
        #expect(results.count { $0.verdict == .imported } == files.count)
        #expect(results.count { $0.verdict == .duplicate } == files.count)
        #expect(try await test.library.fetchAssets().count == files.count)
        #expect(try copies(test).count == files.count)
    }

    @Test("Its progress counts files and bytes, and ends with all of them")
    func progress() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(30)
        test.photos.write("notes.txt", "no photo")
        let session = try await test.start()
        let results = try await test.results(of: session)
        let end = try await session.end()
        let bytes = try files.reduce(0) { $0 + Int(try OpenFile(path: $1).size) } + 8
        #expect(end.found == 31 && end.done == 31 && end.left == 0)
        #expect(end.foundBytes == Int64(bytes - 8) && end.doneBytes == end.foundBytes)
        #expect(end.counts == [.imported: 30, .skipped: 1])
        #expect(end.isListingComplete)
        #expect(results.count == 31)
    }

    @Test("Ten thousand names in one folder are queued in parts and told in their order")
    func largeFolder() async throws {
        let test = try await ImportTestLibrary()
        let names = (0..<10_000).map { "\(100_000 + $0).txt" }
        for name in names { test.photos.write(name, "") }
        let results = try await test.take()
        #expect(results.map { $0.path.lastComponent.displayString } == names)
        #expect(results.allSatisfy { $0.verdict == .skipped })
        // Nothing happened that anybody would ask for later
        #expect(try await test.library.fetchImports().isEmpty)
    }

    @Test("What it brought is a collection with its date, in no folder")
    func collection() async throws {
        let test = try await ImportTestLibrary()
        let old = test.photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 900))
        try await test.take([old])
        test.write(3)
        // When three new files are imported with one that is there
        try await test.take()
        // Then there are two imports, the latest first, each with what it brought
        let imports = try await test.imports()
        #expect(imports.map(\.assetCount) == [3, 1])
        #expect(imports.allSatisfy { $0.title == nil && $0.importTime != nil })
        #expect(try await test.library.fetchTopLevelUserCollections().isEmpty)
        // And one that brings nothing is none
        try await test.take()
        #expect(try await test.imports().count == 2)
        // And nobody puts anything else into one
        let asset = try await test.assets()[0]
        let error = await thrown(LibraryError.self) {
            try await test.library.performChanges { [imports] in
                try $0.request(forAlbum: imports[1]).addAssets([asset])
            }
        }
        #expect(error?.isNotAllowed == true)
        #expect(imports[0].canPerform(.delete) && !imports[0].canPerform(.addContent))
    }

    @Test("What the person selects for a limited client is none of the person's imports")
    func selection() async throws {
        let test = try await ImportTestLibrary()
        test.write(2)
        try await test.take {
            $0.mode = .reference
            $0.isSelection = true
        }
        #expect(try await test.imports().isEmpty)
    }
}
