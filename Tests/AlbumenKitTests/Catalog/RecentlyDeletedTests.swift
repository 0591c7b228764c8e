// SPDX-License-Identifier: GPL-3.0-or-later
// What was deleted long ago goes to the trash; what was not, is away, or is another file by now, stays.

import Foundation
import Glibc
import Metadata
import Synchronization
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Recently Deleted", .timeLimit(.minutes(30)))
struct RecentlyDeletedTests {
    private let day = Clock.millisecondsPerDay

    /// An asset of a file that is really there.
    private func file(_ name: String, in folder: URL) throws -> FileRecord {
        let url = folder.appendingPathComponent(name)
        try Data(name.utf8).write(to: url)
        var record = FileRecord.photo(1, name: name, folder: FilePath(folder.path))
        record.stamp = try #require(FileStamp(at: FilePath(url.path)))
        return record
    }

    @Test("After thirty days a file goes to the trash and its asset is gone; albums keep the rest")
    func purge() async throws {
        // Given four photos in an album, three of them deleted
        let test = try await TestLibrary()
        let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
        try await test.record(names.map { try file($0, in: test.folder) })
        var identifiers: [String: String] = [:]
        for name in names {
            let path = FilePath(test.folder.path).appending(name)
            identifiers[name] = try #require(try await test.library.fetchAsset(at: path)).localIdentifier
        }
        let all = names.compactMap { identifiers[$0] }
        try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Trip")
            try changes.request(forAlbum: album).addAssets(all)
            try changes.deleteAssets(Array(all[0..<3]))
        }
        // And of these one was written anew, and one was removed by hand
        try Data("something else".utf8).write(to: test.folder.appendingPathComponent("b.jpg"))
        try FileManager.default.removeItem(at: test.folder.appendingPathComponent("c.jpg"))
        let start = try await test.library.currentChangeToken()
        let trashed = Mutex<[String]>([])
        let moveToTrash: @Sendable (FilePath) -> Bool = { path in
            trashed.withLock { $0.append(path.lastComponent.displayString) }
            return unlink(path.displayString) == 0
        }
        // When it is too early, then nothing happens
        let now = Clock.now()
        #expect(
            try await test.library.purgeRecentlyDeleted(now: now + 29 * day, moveToTrash: moveToTrash) == 0)
        // When thirty days have passed, but there is no trash
        let later = now + 30 * day + 1_000
        #expect(try await test.library.purgeRecentlyDeleted(now: later) { _ in false } == 1)
        // Then only what was gone anyway is forgotten
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 2)
        // When there is one
        #expect(try await test.library.purgeRecentlyDeleted(now: later, moveToTrash: moveToTrash) == 1)
        // Then the file that is the deleted one went, and the other stayed
        #expect(trashed.withLock { $0 } == ["a.jpg"])
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 1)
        #expect(FileManager.default.fileExists(atPath: test.folder.appendingPathComponent("b.jpg").path))
        // And what is restored is where it was
        try await test.library.performChanges { try $0.restoreAssets([all[1]]) }
        let album = try #require(try await test.library.fetchAlbums(titled: "Trip").first)
        #expect(try await test.identifiers(test.library.fetchAssets(in: album)) == [all[1], all[3]])
        // And the history names what is gone
        guard case .changes(let changes, _) = try await test.library.changes(since: start) else {
            Issue.record("no history")
            return
        }
        #expect(changes.map(\.assets.deleted) == [[all[2]], [all[0]], []])
        #expect(try await test.library.catalogProblems() == [])
    }

    @Test("A file whose volume is away is kept")
    func away() async throws {
        // Given a deleted photo whose folder is there no more, and one in whose folder's place is one of another device
        let test = try await TestLibrary()
        var other = FileRecord.photo(2, folder: FilePath(test.folder.path))
        other.stamp = FileStamp(device: 1, inode: 1, size: 1, modificationTime: 0, changeTime: 0)
        try await test.record([.photo(1), other])
        let all = try await test.identifiers(test.library.fetchAssets())
        try await test.library.performChanges { try $0.deleteAssets(all) }
        let later = Clock.now() + 31 * day
        #expect(try await test.library.purgeRecentlyDeleted(now: later) { _ in true } == 0)
        #expect(try await test.library.fetchSmartAlbum(.smartAlbumRecentlyDeleted).assetCount == 2)
    }
}
