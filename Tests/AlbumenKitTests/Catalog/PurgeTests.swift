// SPDX-License-Identifier: GPL-3.0-or-later
// Who may end what is in Recently Deleted, and what happens to the catalog while a trash takes its time.

import Dispatch
import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Purging", .timeLimit(.minutes(30)))
struct PurgeTests {
    let photos = TemporaryFolder()
    private let later = Clock.now() + 31 * Clock.millisecondsPerDay

    /// A library with deleted photos of these names, and one that is not deleted.
    private func library(deleted names: String...) async throws -> TestLibrary {
        let test = try await TestLibrary()
        photos.write("stays.jpg")
        try await test.record(
            (["stays.jpg"] + names).enumerated().map { index, name in
                let path = photos.path.appending(name)
                var record = FileRecord.photo(index, folder: try #require(path.parent))
                record.name = path.lastComponent.bytes
                record.stamp = try #require(FileStamp(followingLinksAt: path))
                return record
            })
        try await test.catalog.write { writer in
            try writer.connection.execute("UPDATE asset SET trashed_at = ? WHERE id > 1", Clock.now())
            writer.note(.asset, .updated, row: 0)
        }
        return test
    }

    private func remaining(_ test: TestLibrary) async throws -> Int64? {
        try await test.catalog.read { try $0.int64("SELECT count(*) FROM asset") }
    }

    @Test(
        "Only a client that may see everything purges",
        arguments: [AuthorizationStatus.notDetermined, .denied, .limited])
    func notAuthorized(status: AuthorizationStatus) async throws {
        photos.write("a.jpg")
        let test = try await library(deleted: "a.jpg")
        try await test.library.setAuthorization(status, for: .readWrite)
        let error = await thrown(LibraryError.self) {
            try await test.library.purgeRecentlyDeleted(now: later) { _ in
                Issue.record("a file was trashed")
                return true
            }
        }
        let isRefused = if case .notAuthorized(let found)? = error { found == status } else { false }
        #expect(isRefused)
        #expect(try await remaining(test) == 2)
    }

    @Test("While a trash takes its time, others write; what is restored then is kept, without its file")
    func restoredMeanwhile() async throws {
        photos.write("a.jpg")
        let test = try await library(deleted: "a.jpg")
        let count = try await test.library.purgeRecentlyDeleted(now: later) { [catalog = test.catalog] path in
            let done = DispatchSemaphore(value: 0)
            Task {
                try? await catalog.write { writer in
                    try writer.connection.execute("UPDATE asset SET trashed_at = NULL WHERE id = 2")
                    writer.note(.asset, .updated, row: 2)
                }
                done.signal()
            }
            // On the purge's own thread.
            done.wait()
            return unlink(path.displayString) == 0
        }
        #expect(count == 0)
        let asset = try #require(try await test.library.fetchAsset(at: photos.path.appending("a.jpg")))
        #expect(asset.state == .offline && asset.trashedDate == nil)
    }

    @Test("Links go as the links that they are; what went with its folder is forgotten")
    func linksAndFolders() async throws {
        photos.write("a.jpg")
        photos.link("link.jpg", to: "stays.jpg")
        photos.write("folder/deep/b.jpg")
        photos.write("stays.jpg")
        let test = try await library(deleted: "a.jpg", "link.jpg", "folder/deep/b.jpg")
        photos.remove("folder")
        let count = try await test.library.purgeRecentlyDeleted(now: later) {
            unlink($0.displayString) == 0
        }
        #expect(count == 3)
        #expect(try await remaining(test) == 1)
        #expect(FileStamp(at: photos.path.appending("stays.jpg")) != nil)
        #expect(try await test.library.catalogProblems() == [])
    }
}
