// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct FolderWalkTests {
    let folder = TemporaryFolder()

    private func walk(_ roots: [FilePath]) throws -> [FolderContents] {
        let walk = FolderWalk(roots, scope: FolderScope(roots: roots, closed: []))
        var all: [FolderContents] = []
        while let next = walk.nextFolder() { if let contents = try walk.list(next) { all.append(contents) } }
        return all
    }

    private func names(_ contents: [FolderContents]) -> Set<[UInt8]> {
        Set(contents.flatMap { folder in folder.candidates.map { folder.path.appending($0.name).bytes } })
    }

    @Test func linksThatGoRoundAreWalkedOnce() throws {
        // Given a folder with links to itself, to each other, to nowhere, and to a folder beside it
        folder.write("a/one.jpg")
        folder.link("a/up", to: "..")
        folder.link("a/self", to: ".")
        folder.link("x", to: "y")
        folder.link("y", to: "x")
        folder.link("dangling.jpg", to: "nowhere.jpg")
        folder.link("again", to: "a")
        // When it is walked
        let contents = try walk([folder.path])
        // Then each folder is listed once, and each file found once, where it really lies
        #expect(contents.map(\.path) == [folder.path, folder.path.appending("a")])
        #expect(names(contents) == [folder.path.appending("a/one.jpg").bytes])
        let ignored = contents.flatMap(\.ignored)
        #expect(ignored.filter { $0.reason.contains("leads nowhere") }.count == 3)
    }

    @Test func linksOutOfTheFolderAreFollowedOnce() throws {
        // Given a watched folder with two links to one folder outside, and one to a file outside
        let outside = TemporaryFolder()
        outside.write("deep/far.jpg")
        outside.write("file.jpg")
        folder.link("l1", to: "\(outside.path)/deep")
        folder.link("l2", to: "\(outside.path)/deep")
        folder.link("file.jpg", to: "\(outside.path)/file.jpg")
        // When it is walked
        let contents = try walk([folder.path])
        // Then the folder's file is found by one of the ways, and the file by its link
        #expect(names(contents).count == 2)
        #expect(names(contents).contains(folder.path.appending("file.jpg").bytes))
    }

    @Test func namesAreBytes() throws {
        // Given names that are not UTF-8, hold a newline, or differ in nothing but their normal form
        let odd: [[UInt8]] = [
            Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), Array("a\nb.jpg".utf8),
            Array("e\u{301}.jpg".utf8),
            Array("é.jpg".utf8), Array("-rf.jpg".utf8),
        ]
        for name in odd { folder.write(name, [1]) }
        // When the folder is walked
        let found = try walk([folder.path])[0].candidates.map(\.name)
        // Then all are found, byte for byte
        #expect(Set(found) == Set(odd))
    }

    @Test func pipesAndHiddenThingsAreNamedAndLeftAlone() throws {
        // Given a pipe called x.jpg, a hidden folder, a hidden file, a text
        folder.pipe("x.jpg")
        folder.write(".thumbnails/y.jpg")
        folder.write(".z.jpg")
        folder.write("notes.txt")
        folder.write("noname")
        // When the folder is walked
        let contents = try walk([folder.path])
        // Then only what may be a photo is a candidate, and the rest has its reason
        #expect(contents.count == 1)
        #expect(contents[0].candidates.map(\.name) == [Array("noname".utf8)])
        let reasons = Dictionary(uniqueKeysWithValues: contents[0].ignored.map { ($0.name, $0.reason) })
        #expect(reasons[Array("x.jpg".utf8)] == "It is a named pipe, not a file")
        #expect(reasons[Array(".thumbnails".utf8)]?.contains("hidden") == true)
        #expect(reasons[Array("notes.txt".utf8)]?.contains("name is not that of a photo") == true)
    }

    @Test func whatIsClosedIsLeftAloneByWhateverWay() throws {
        // Given a closed folder inside, and links to it, to a file in it, and to a folder in it
        folder.write("library/data/catalog.jpg")
        folder.write("library/data/deep/edit.jpg")
        folder.write("library/Pictures/copy.jpg")
        folder.link("whole", to: "library/data")
        folder.link("file.jpg", to: "library/data/catalog.jpg")
        folder.link("part", to: "library/data/deep")
        let outside = TemporaryFolder()
        outside.link("in", to: "\(folder.path)/library/data/deep")
        outside.link("in.jpg", to: "\(folder.path)/library/data/catalog.jpg")
        // When both trees are walked
        for root in [folder.path, outside.path] {
            let scope = FolderScope(roots: [root], closed: [folder.path.appending("library/data")])
            let walk = FolderWalk([root], scope: scope)
            var found: [FolderContents] = []
            while let next = walk.nextFolder() {
                if let contents = try walk.list(next) { found.append(contents) }
            }
            // Then only what is not closed is found
            let expected = root == folder.path ? [root.appending("library/Pictures/copy.jpg").bytes] : []
            #expect(names(found) == Set(expected))
        }
        // And the closed folder itself is not listed
        let scope = FolderScope(roots: [], closed: [folder.path.appending("library/data")])
        #expect(try FolderWalk([], scope: scope).list(folder.path.appending("library/data"))?.path == nil)
        #expect(scope.isClosed(folder.path.appending("part/edit.jpg")))
        #expect(!scope.isClosed(folder.path.appending("library/Pictures/copy.jpg")))
    }

    @Test func aFolderThatIsMissingOrNoneSaysSo() throws {
        let walk = FolderWalk([], scope: FolderScope(roots: [], closed: []))
        #expect(throws: ListingError.self) { try walk.list(folder.path.appending("none")) }
        let file = folder.write("file")
        do throws(ListingError) {
            _ = try walk.list(file)
            Issue.record("a file was listed as a folder")
        } catch {
            #expect(error.message == "It is not a folder")
        }
    }

    @Test func newestFolderComesFirst() throws {
        // Given three folders, the middle one written to last
        for name in ["a", "b", "c"] { folder.write("\(name)/p.jpg") }
        for (name, time) in [("a", "2001-01-01"), ("c", "2002-01-01"), ("b", "2003-01-01")] {
            try touch(folder.path.appending(name), time)
        }
        // Then it is visited first
        let order = try walk([folder.path]).dropFirst().map { $0.path.lastComponent.displayString }
        #expect(Array(order) == ["b", "c", "a"])
    }
}
