// SPDX-License-Identifier: GPL-3.0-or-later
// A library that lies inside the folder that it watches never opens its own files, and so keeps its locks.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("The library's own folders", .timeLimit(.minutes(30)))
struct OwnFolderTests {
    let photos = TemporaryFolder()

    private func library() async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            at: LibraryLocation(directory: photos.path.appending("Library")), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        return library
    }

    private func names(_ library: PhotoLibrary) async throws -> [String] {
        let result = try await library.fetchAssets()
        return try await result.objects(at: 0..<result.count).map(\.path.lastComponent.displayString).sorted()
    }

    /// Whether this process holds the lock that SQLite keeps on a shared-memory file while it is open, on byte 128: as
    /// the kernel tells of SQLite's own descriptor, since to open the file would lose the lock.
    private func holdsLock(_ path: FilePath) throws -> Bool {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").contains { descriptor in
            guard
                (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == "\(path)",
                let told = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
            else { return false }
            return told.split(separator: "\n").contains { $0.hasPrefix("lock:") && $0.hasSuffix(" 128 128") }
        }
    }

    @Test("A scan and an import of the folder around it find the photos and leave the catalog's locks")
    func inside() async throws {
        // Given a library inside its Pictures, with something in its own folders that looks like a photo
        let library = try await library()
        photos.write(Array("a.jpg".utf8), SampleJPEG.bytes(seed: 1))
        photos.write(Array("Library/Pictures/Albumen/copy.jpg".utf8), SampleJPEG.bytes(seed: 2))
        photos.write(Array("Library/cache/tile.jpg".utf8), SampleJPEG.bytes(seed: 3))
        photos.write(Array("Library/data/edit".utf8), SampleJPEG.bytes(seed: 4))
        let shared = library.location.data.appending("catalog.sqlite-shm")
        try #require(try holdsLock(shared))
        // When it is scanned
        let scanner = LibraryScanner(library: library)
        try await scanner.watch(photos.path)
        await scanner.start()
        #expect(try await eventually { try await names(library) == ["a.jpg", "copy.jpg"] })
        for await progress in scanner.progress() where progress.isListingComplete && !progress.isScanning {
            break
        }
        await scanner.stop()
        #expect(try await names(library) == ["a.jpg", "copy.jpg"])
        #expect(try holdsLock(shared))
        // And when all of it is imported, even by name
        var options = ImportOptions()
        options.mode = .reference
        var verdicts: [String: ImportVerdict] = [:]
        for try await result in library.importFiles([photos.path, shared], options: options) {
            verdicts[result.path.lastComponent.displayString] = result.verdict
        }
        #expect(verdicts["a.jpg"] == .duplicate && verdicts["copy.jpg"] == .duplicate)
        #expect(verdicts["data"] == .skipped && verdicts["catalog.sqlite-shm"] == .skipped)
        #expect(verdicts["tile.jpg"] == nil && verdicts["edit"] == nil)
        #expect(try holdsLock(shared))
    }

    @Test("The home folder as Pictures folder means that there is none")
    func pictures() {
        let home = FilePath("/home/me")
        func folder(_ named: FilePath?) -> FilePath {
            LibraryLocation.picturesFolder(named: named, home: home)
        }
        for none in [nil, home, FilePath("/home/me/")] {
            #expect(folder(none) == FilePath("/home/me/Pictures"))
        }
        #expect(folder(FilePath("/home/me/Bilder")) == FilePath("/home/me/Bilder"))
    }
}
