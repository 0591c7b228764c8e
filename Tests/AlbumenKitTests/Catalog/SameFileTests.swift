// SPDX-License-Identifier: GPL-3.0-or-later
// When a file is taken for one that was elsewhere, and what becomes of the asset then. Deletions are of files, not paths.

import Foundation
import Metadata
import Testing

@testable import AlbumenKit

@Suite("Same files", .timeLimit(.minutes(30)))
struct SameFileTests {
    private func set(_ assignment: String, row: Int64, _ test: TestLibrary) async throws {
        try await test.catalog.write { writer in
            try writer.connection.execute("UPDATE asset SET \(assignment) WHERE id = ?", row)
            writer.note(.asset, .updated, row: row)
        }
    }

    private func isTrashed(_ row: Int64, _ test: TestLibrary) async throws -> Bool {
        try await test.catalog.read {
            try $0.int64("SELECT trashed_at IS NOT NULL FROM asset WHERE id = ?", row)
        } == 1
    }

    private func names(_ test: TestLibrary) async throws -> [String] {
        try await test.catalog.knownFiles(in: FilePath("/nowhere")).map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    @Test("Another picture at the path of a deleted one is not deleted; the same one is")
    func deletedAndReplaced() async throws {
        let test = try await TestLibrary()
        try await test.record([.photo(1, name: "a.jpg")])
        try await set("trashed_at = 1000", row: 1, test)
        try await test.record([.photo(1, name: "a.jpg", inode: 9)])
        #expect(try await isTrashed(1, test))
        try await test.record([.photo(2, name: "a.jpg")])
        #expect(try await !isTrashed(1, test))
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("A copy of a deleted file that turns up elsewhere is no deleted file")
    func copyOfDeleted() async throws {
        let test = try await TestLibrary()
        try await test.record([.photo(1, name: "a.jpg")])
        try await set("trashed_at = 1000", row: 1, test)
        let copy = FileRecord.photo(1, name: "a.jpg", folder: FilePath("/elsewhere"), inode: 99)
        #expect(try await test.catalog.record([copy]) == [.inserted(2)])
        // But one that was moved is the same file still
        let moved = FileRecord.photo(1, name: "b.jpg", folder: FilePath("/elsewhere"))
        #expect(try await test.catalog.record([moved]) == [.moved(1)])
        #expect(try await isTrashed(1, test))
    }

    @Test(
        "A file of the same name, size and time is the same where all that was read is, and the time is no round one"
    )
    func nameSizeTime() async throws {
        let test = try await TestLibrary()
        // The time of the second is in whole seconds
        try await test.record([.photo(1, name: "a.jpg"), .photo(0, name: "b.jpg")])
        let elsewhere = FilePath("/elsewhere")
        let other = FileRecord.photo(1, name: "a.jpg", folder: elsewhere, inode: 98) { $0.model = "Another" }
        let round = FileRecord.photo(0, name: "b.jpg", folder: elsewhere, inode: 97)
        #expect(try await test.catalog.record([other, round]) == [.inserted(3), .inserted(4)])
        let same = FileRecord.photo(1, name: "a.jpg", folder: FilePath("/third"), inode: 96)
        #expect(try await test.catalog.record([same]) == [.moved(1)])
    }

    @Test("Of two that become one, it is deleted only where both were")
    func mergedWithDeleted() async throws {
        let test = try await TestLibrary()
        try await test.record([.photo(1, name: "a.jpg-new"), .photo(2, name: "a.jpg")])
        try await set("trashed_at = 1000", row: 1, test)
        // When the older, deleted one is renamed over the other
        #expect(try await test.catalog.record([.photo(1, name: "a.jpg")]) == [.updated(1)])
        #expect(try await names(test) == ["a.jpg"])
        #expect(try await !isTrashed(1, test))
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("Of two that become one, everything that a person did is kept")
    func merged() async throws {
        let test = try await TestLibrary()
        try await test.record([
            .photo(1, name: "a.jpg") { $0.rating = 3 },
            .photo(2, name: "a.jpg-new") {
                $0.rating = 5
                $0.keywords = ["sea"]
            },
        ])
        // Given a rating that is the one that the other's file had, a time, a keyword taken away, and a trait
        try await set(
            "rating = 3, wall_seconds = 5, time_source = \(TimeSource.person.rawValue)", row: 2, test)
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM asset_keyword WHERE asset_id = 2")
            try writer.connection.execute(
                "INSERT INTO trait VALUES (2, 'selfPortraits', 'person', 1, 1, 'said so')")
        }
        // When the younger is renamed over the older
        let outcome = try await test.catalog.record([
            .photo(2, name: "a.jpg") {
                $0.rating = 5
                $0.keywords = ["sea"]
            }
        ])
        #expect(outcome == [.updated(1)])
        let asset = try await test.library.fetchAssets().object(at: 0)
        #expect(asset.rating == 3 && asset.captureTime?.wallSeconds == 5)
        #expect(try await test.library.fetchKeywords(of: asset) == [])
        let traits = try await test.catalog.read {
            try $0.int64("SELECT count(*) FROM trait WHERE asset_id = 1")
        }
        #expect(traits == 1)
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test(
        "An inode that another file has by now makes one of two only where the one can have been a stage of the other"
    )
    func stages() async throws {
        let test = try await TestLibrary()
        // Given a larger file whose inode comes to another path: it is another picture
        try await test.record([.photo(11, name: "a.jpg"), .photo(5_000, name: "b.jpg", inode: 77)])
        #expect(try await test.catalog.record([.photo(12, name: "a.jpg", inode: 77)]) == [.updated(1)])
        #expect(try await names(test) == ["a.jpg", "b.jpg"])
        // Given a smaller one of which a person said something
        try await test.record([.photo(21, name: "d-new", inode: 60), .photo(22, name: "d.jpg")])
        try await set("time_source = \(TimeSource.person.rawValue)", row: 3, test)
        #expect(try await test.catalog.record([.photo(23, name: "d.jpg", inode: 60)]) == [.updated(4)])
        #expect(try await names(test) == ["a.jpg", "b.jpg", "d-new", "d.jpg"])
        // Given one of which nobody said anything: it was a stage, and the asset of the path stays, though it is younger
        try await test.record([.photo(31, name: "e-new", inode: 50), .photo(32, name: "e.jpg")])
        #expect(try await test.catalog.record([.photo(33, name: "e.jpg", inode: 50)]) == [.updated(6)])
        #expect(try await names(test) == ["a.jpg", "b.jpg", "d-new", "d.jpg", "e.jpg"])
    }
}
