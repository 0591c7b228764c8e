// SPDX-License-Identifier: GPL-3.0-or-later
// Imports on bad days: sources that go, names and clocks that are odd, folders of the library's own, and the promise that
// no source is ever changed.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Imports on bad days", .timeLimit(.minutes(30)))
struct ImportBadDayTests {
    @Test(
        "A card that is pulled out costs the files that were still on it, with the reason",
        arguments: [ImportMode.copy, .reference])
    func pulledCard(mode: ImportMode) async throws {
        let test = try await ImportTestLibrary()
        let card = test.write(200, in: "card")
        let other = test.photos.write(Array("other/a.jpg".utf8), SampleJPEG.bytes(seed: 900))
        // Given an import of a card and of something else, and the card goes when the first is done
        let session = try await test.start([test.photos.path.appending("card"), other]) { $0.mode = mode }
        var results: [ImportResult] = []
        for try await result in session.results {
            if results.isEmpty { test.photos.move("card", to: "elsewhere") }
            results.append(result)
        }
        // Then every file has its verdict, and what comes after the card is taken
        #expect(results.map(\.path) == card + [other])
        #expect(results.first?.verdict == .imported && results.last?.verdict == .imported)
        let lost = results.filter { $0.verdict == .unreadable }
        #expect(!lost.isEmpty)
        #expect(lost.allSatisfy { $0.reason?.contains("card") == true })
        #expect(results.allSatisfy { $0.verdict == .imported || $0.verdict == .unreadable })
    }

    @Test("Names are bytes: each is kept as it is, and one that is taken gets a number")
    func names() async throws {
        let test = try await ImportTestLibrary()
        let utf8 = [
            "new\nline.jpg", "-rf.jpg", " space .jpg", "a\u{1B}[2J.jpg", "100% & <b>\"q\"'.jpg",
            "e\u{301}te\u{301}.jpg",
            "\u{E9}t\u{E9}.jpg", "全家福 照片.jpg", "no extension", "IMG_1.jpg", "IMG_1.JPG", "img_1.jpg",
            String(repeating: "n", count: 251) + ".jpg",
        ].map { Array($0.utf8) }
        let names =
            utf8 + [Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8)]
        for folder in ["a", "b"] {
            for (seed, name) in names.enumerated() {
                let content = SampleJPEG.bytes(
                    seed: seed + (folder == "a" ? 0 : 1_000), takenAt: "2020:05:05 10:11:12")
                test.photos.write(Array("\(folder)/".utf8) + name, content)
            }
        }
        let results = try await test.take()
        #expect(results.count == 2 * names.count)
        #expect(
            results.allSatisfy { $0.verdict == .imported }, "\(results.filter { $0.verdict != .imported })")
        let month = test.library.location.originals.appending("2020").appending("05")
        let copies = Set(try DirectoryListing(of: month).entries.map(\.name))
        #expect(copies == Set(names.flatMap { [$0, TemporaryFile.numbered($0, 1)] }))
        for asset in try await test.assets() { #expect(FileStamp(at: asset.path) == asset.stamp) }
    }

    @Test(
        "What a file says of its time may be absurd",
        arguments: [-4_000_000_000, -1, 0, 13_600_000_000, 95_000_000_000])
    func clocks(second: Int) async throws {
        let test = try await ImportTestLibrary()
        let file = test.write(1)[0]
        let times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
        #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        // As the file system took it.
        let time = try #require(FileStamp(at: file)?.modificationTime)
        #expect(try await test.take().map(\.verdict) == [.imported])
        let asset = try #require(try await test.assets().first)
        #expect(FileStamp(at: asset.path)?.modificationTime == time)
        #expect(try test.content(of: asset.path) == test.content(of: file))
    }

    @Test("The library's folder of copies is taken where it is, and the rest of the library left alone")
    func ownFolders() async throws {
        let test = try await ImportTestLibrary()
        test.write(3)
        try await test.take()
        let copies = try await test.assets().map(\.path)
        let stray = test.home.write(Array("Pictures/Albumen/stray.jpg".utf8), SampleJPEG.bytes(seed: 900))
        // When the whole library is dropped onto itself
        let results = try await test.take([test.home.path, test.library.location.data]) { $0.mode = .copy }
        // Then what it knows is there already, what it does not is taken in its place, and nothing is copied
        let verdicts = Dictionary(
            results.map { ($0.path, $0.verdict) }, uniquingKeysWith: { first, _ in first })
        #expect(copies.allSatisfy { verdicts[$0] == .duplicate })
        #expect(verdicts[stray] == .imported)
        #expect(verdicts[test.library.location.data] == .skipped)
        #expect(results.count { $0.reason == FolderContents.closedReason } == 4)
        #expect(try await Set(test.assets().map(\.path)) == Set(copies + [stray]))
    }

    @Test("Copies that cannot be written anywhere are told with the place, and nothing is lost")
    func unwritableFolder() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(3)
        // Given something else in the place of the folder of copies
        test.home.write("Pictures", "a file")
        let results = try await test.take()
        #expect(results.map(\.verdict) == [.unreadable, .unreadable, .unreadable])
        #expect(results.allSatisfy { $0.reason?.contains("Pictures") == true })
        #expect(files.allSatisfy { FileStamp(at: $0) != nil })
        #expect(try await test.library.fetchAssets().count == 0)
    }

    private func undoLatest(_ test: ImportTestLibrary) async throws {
        let latest = try await test.library.fetchImports().first
        try await test.library.undoImport(try #require(latest).identifier)
    }

    @Test("Sources keep every byte and every time, whatever is done with them")
    func sources() async throws {
        let test = try await ImportTestLibrary()
        let files = test.write(20)
        for file in files.prefix(10) { try touch(file, "2015-03-04") }
        // By programs that are not ours
        func sums() async throws -> String {
            let paths = files.map(\.displayString)
            return try await runTool("sha256sum", paths).text
                + runTool("stat", ["--format=%n %s %Y %y %a %i"] + paths).text
        }
        let before = try await sums()
        try await test.take { $0.mode = .reference }
        try await undoLatest(test)
        try await test.take { $0.album = "Album" }
        try await test.take { $0.mode = .reference }
        let assets = try await test.assets()
        try await test.library.performChanges { changes in
            for asset in assets { try changes.request(for: asset).title = "a title" }
            try changes.deleteAssets(assets)
        }
        try await undoLatest(test)
        #expect(try await sums() == before)
    }

    @Test("A second import and a second scan of unchanged files open none of them")
    func unchanged() async throws {
        let test = try await ImportTestLibrary()
        test.write(50)
        try await test.take { $0.mode = .reference }
        let watch = try #require(OpenWatch(test.photos.path))
        let again = try await test.take { $0.mode = .reference }
        #expect(again.allSatisfy { $0.verdict == .duplicate })
        let scan = try await SteppedScan(of: test.photos, home: test.home)
        await scan.look()
        scan.monitor.stop()
        #expect(watch.opened() == [])
        // And the watch does see what is opened
        _ = try test.content(of: test.photos.path.appending("107.jpg"))
        #expect(watch.opened() == ["107.jpg"])
    }
}

/// Files of a folder that any program opens, as the kernel tells (inotify(7)).
private final class OpenWatch {
    private let descriptor: Int32

    init?(_ folder: FilePath) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0, folder.withCString({ inotify_add_watch(descriptor, $0, UInt32(IN_OPEN)) }) >= 0
        else {
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Names of files that were opened since this was last asked; not the folder itself.
    func opened() -> [String] {
        var names: [String] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let length = read(descriptor, buffer.baseAddress, buffer.count)
            guard length > 0 else { return names }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= length {
                let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                offset += MemoryLayout<inotify_event>.size
                let name = buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }
                if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
                offset += Int(event.len)
            }
        }
    }
}
