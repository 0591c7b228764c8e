// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct OriginalsFolderTests {
    /// A copy that has its name.
    private struct Stored {
        var folder: FilePath
        var name: [UInt8]
        var stamp: FileStamp
    }

    let source = TemporaryFolder()
    let library = TemporaryFolder()
    /// 12 June 2021.
    let time = CaptureTime(wallSeconds: 1_623_492_672, source: .exif)

    private func store(_ path: FilePath) throws -> Stored { try store(OpenFile(path: path)) }

    private func store(_ file: OpenFile) throws -> Stored {
        let staged = try OriginalsFolder(root: library.path).stage(file, capturedAt: time)
        let (name, stamp) = try staged.file.publish(as: staged.name)
        return Stored(folder: staged.folder.path, name: name, stamp: stamp)
    }

    private func names(in folder: String) throws -> [String] {
        try DirectoryListing(of: library.path.appending(folder)).entries.map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    @Test func aCopyLiesInItsMonthWithItsTime() throws {
        // Given a file with an old time
        let file = source.write("IMG_1.JPG", "picture")
        try touch(file, "2015-03-04")
        let open = try OpenFile(path: file)
        // When it is stored
        let stored = try store(open)
        // Then it lies in its month, the same bytes, the same time, and nothing else
        #expect(stored.folder == library.path.appending("2021").appending("06"))
        let copy = try OpenFile(path: stored.folder.appending(stored.name))
        #expect(copy.stamp == stored.stamp)
        #expect(copy.stamp.modificationTime == open.stamp.modificationTime)
        #expect(try ContentHash(of: copy) == ContentHash(of: open))
        #expect(try names(in: "2021/06") == ["IMG_1.JPG"])
    }

    @Test func nothingIsEverReplaced() throws {
        // Given a month that already has files of that name
        library.write("2021/06/a.jpg", "mine")
        library.write("2021/06/a-1.jpg", "mine too")
        let open = try OpenFile(path: source.write("a.jpg", "other"))
        // When another is stored
        let stored = try store(open)
        // Then it gets the next free name
        #expect(stored.name == Array("a-2.jpg".utf8))
        #expect(try names(in: "2021/06") == ["a-1.jpg", "a-2.jpg", "a.jpg"])
        #expect(try OpenFile(path: library.path.appending("2021/06/a.jpg")).size == 4)
    }

    @Test func whatACrashLeftIsRemoved() throws {
        // Given a copy that was not finished
        library.write("2021/06/.albumen-import-dead", "pict")
        // When a file is stored in the same month
        _ = try store(source.write("a.jpg", "picture"))
        // Then there is one copy and no rest
        #expect(try names(in: "2021/06") == ["a.jpg"])
    }

    @Test func nothingOfImportsThatWereKilledIsLeftInAnyMonth() throws {
        let rests = [".albumen-import-a", "2020/05/.albumen-import-b", "2021/06/.albumen-import-c"]
        for rest in rests { library.write(rest, "pict") }
        library.write("2020/05/a.jpg", "mine")
        OriginalsFolder(root: library.path).sweep()
        #expect(rests.allSatisfy { FileStamp(at: library.path.appending($0)) == nil })
        #expect(try names(in: "2020/05") == ["a.jpg"])
    }

    @Test func aCopyAtWorkIsLeftAlone() throws {
        // Given another import in the middle of a file
        library.folder("2021/06")
        let other = try TemporaryFile(in: OriginalsFolder.Folder(library.path.appending("2021/06")))
        // When a file is stored in the same month
        _ = try store(source.write("a.jpg"))
        // Then the other's file is still there, and goes with it
        #expect(try names(in: "2021/06").count == 2)
        withExtendedLifetime(other) {}
    }

    @Test func aFileThatChangedIsNotTaken() throws {
        // Given a file that grows between opening and copying
        let path = source.write("a.jpg", "short")
        let open = try OpenFile(path: path)
        source.write("a.jpg", "longer than before")
        // Then it is refused, and leaves nothing
        let error = thrown(CopyError.self) { try store(open) }
        if case .changedWhileCopied = error {} else { Issue.record("\(String(describing: error))") }
        #expect(try names(in: "2021/06").isEmpty)
    }

    @Test func numberedNamesStayWithinTheLimitAndWhole() {
        #expect(TemporaryFile.numbered(Array("IMG.JPG".utf8), 0) == Array("IMG.JPG".utf8))
        #expect(TemporaryFile.numbered(Array("IMG.JPG".utf8), 3) == Array("IMG-3.JPG".utf8))
        #expect(TemporaryFile.numbered(Array(".hidden".utf8), 1) == Array(".hidden-1".utf8))
        // A name as long as names may be, of two-byte characters.
        let long = Array(String(repeating: "é", count: 125).utf8) + Array("a.jpg".utf8)
        #expect(long.count == 255)
        let numbered = TemporaryFile.numbered(long, 10)
        #expect(numbered.count <= 255)
        #expect(String(validating: numbered, as: UTF8.self)?.hasSuffix("-10.jpg") == true)
    }

    @Test func contentHashIsSHA256() throws {
        // The digest of "abc" in FIPS 180-2, appendix B.1.
        let hash = try ContentHash(of: OpenFile(path: source.write("abc", "abc")))
        let text = hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
