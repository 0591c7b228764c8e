// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a file that is not there was deleted, and whether another is a copy of it.

import Foundation
import Glibc
import Metadata
import Testing

@testable import AlbumenKit

@Suite("Deleted or away", .timeLimit(.minutes(30)))
struct DeletedOrAwayTests {
    let photos = TemporaryFolder()

    /// The asset of a file that is written now. All have the same content, and `day` as their time, else that of `like`.
    private func file(
        _ name: String, like: FileRecord? = nil, day: String? = nil, model: String? = nil
    ) throws -> FileRecord {
        let path = photos.write(name)
        if let day { try touch(path, day) }
        if let time = like?.stamp.modificationTime {
            let second = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
            try #require(path.withCString { utimensat(AT_FDCWD, $0, [second, second], 0) } == 0)
        }
        var record = FileRecord.photo(1, folder: try #require(path.parent)) { $0.model = model }
        record.name = path.lastComponent.bytes
        record.stamp = try #require(FileStamp(at: path))
        return record
    }

    private func paths(_ test: TestLibrary) async throws -> [String] {
        let result = try await test.library.fetchAssets()
        return try await result.objects(at: 0..<result.count)
            .map { "\($0.path.displayString.dropFirst(photos.path.bytes.count + 1)) \($0.state)" }.sorted()
    }

    @Test("A folder that is empty may be where a volume was: its assets are away, whatever copies there are")
    func emptyFolder() async throws {
        let test = try await TestLibrary()
        let first = try file("from/a.jpg")
        try await test.record([first, file("to/a.jpg", like: first)])
        photos.remove("from/a.jpg")
        try await test.catalog.settleMissing([1])
        #expect(try await paths(test) == ["from/a.jpg offline", "to/a.jpg ok"])
    }

    @Test(
        "A folder that still holds what it held is there: what is missing was deleted, and goes on with its copy"
    )
    func deleted() async throws {
        let test = try await TestLibrary()
        let first = try file("from/a.jpg")
        try await test.record([first, file("to/a.jpg", like: first), file("from/b.jpg")])
        photos.remove("from/a.jpg")
        try await test.catalog.settleMissing([1])
        #expect(try await paths(test) == ["from/b.jpg ok", "to/a.jpg ok"])
        #expect(try await test.catalog.files(inRows: [1]).map(\.path) == [photos.path.appending("to/a.jpg")])
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("A file of the same name, size and time is a copy only where all that was read is the same")
    func otherFacts() async throws {
        let test = try await TestLibrary()
        let first = try file("from/a.jpg")
        try await test.record([first, file("to/a.jpg", like: first, model: "Another"), file("from/b.jpg")])
        photos.remove("from/a.jpg")
        try await test.catalog.settleMissing([1])
        #expect(try await paths(test) == ["from/a.jpg offline", "from/b.jpg ok", "to/a.jpg ok"])
    }

    @Test("A time in whole seconds is no evidence; the content's hash is", arguments: [false, true])
    func wholeSeconds(isHashed: Bool) async throws {
        let test = try await TestLibrary()
        let first = try file("from/a.jpg", day: "2001-02-03")
        try await test.record([first, file("to/a.jpg", like: first), file("from/b.jpg")])
        if isHashed {
            let hash = try ContentHash(of: OpenFile(path: photos.path.appending("from/a.jpg"))).bytes
            try await test.catalog.keepContentHashes([1: hash])
        }
        photos.remove("from/a.jpg")
        try await test.catalog.settleMissing([1])
        #expect(
            try await paths(test)
                == (isHashed ? [] : ["from/a.jpg offline"]) + ["from/b.jpg ok", "to/a.jpg ok"])
    }
}
