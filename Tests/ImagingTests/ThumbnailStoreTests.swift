// SPDX-License-Identifier: GPL-3.0-or-later
// The store of tiles: finds what it was given, never what has changed since, and outlives whatever is done to
// its file.

import Foundation
import Metadata
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Imaging

@Suite(.timeLimit(.minutes(30)))
struct ThumbnailStoreTests {
    let fixture = Fixture()
    let trouble = Trouble()

    /// What a store reported.
    final class Trouble: Sendable {
        private let storage = Mutex<[String]>([])
        var messages: [String] { storage.withLock { $0 } }
        func append(_ message: String) { storage.withLock { $0.append(message) } }
    }

    private func store(
        pageLimit: Int? = nil, _ change: (inout ThumbnailStore.Configuration) -> Void = { _ in }
    ) -> ThumbnailStore {
        var configuration = ThumbnailStore.Configuration()
        // Nothing is written but by `flush` and full batches.
        configuration.batchDelay = .seconds(600)
        change(&configuration)
        return ThumbnailStore(
            directory: fixture.path("cache"), configuration: configuration, pageLimit: pageLimit
        ) { [trouble] in trouble.append($0) }
    }

    private var file: FilePath { ThumbnailDatabase.path(in: fixture.path("cache")) }

    private func key(_ identity: String, size: Int64 = 1_000, modified: Int64 = 5, inode: UInt64 = 1)
        -> ThumbnailKey
    {
        ThumbnailKey(
            identity: identity,
            stamp: FileStamp(device: 1, inode: inode, size: size, modificationTime: modified, changeTime: 7))
    }

    private func bytes(_ value: UInt8, count: Int = 20_000) -> [UInt8] {
        Array(repeating: value, count: count)
    }

    // MARK: Finding

    @Test("A tile is found at once, after a flush, and by the next store on the same folder")
    func roundTrip() async {
        let first = store()
        await first.store(bytes(1), for: key("a"), size: .small)
        #expect(await first.thumbnail(for: key("a"), atLeast: .small)?.jpeg == bytes(1))
        await first.flush()
        #expect(await first.thumbnail(for: key("a"), atLeast: .small)?.jpeg == bytes(1))

        let second = store()
        #expect(await second.thumbnail(for: key("a"), atLeast: .small)?.jpeg == bytes(1))
        #expect(await second.thumbnail(for: key("b"), atLeast: .small) == nil)
        #expect(trouble.messages.isEmpty)
    }

    @Test(
        "Of two sizes the smallest that suffices is given, and the largest on demand",
        arguments: [false, true])
    func sizes(isFlushed: Bool) async {
        let store = store()
        await store.store(bytes(1), for: key("a"), size: .small)
        await store.store(bytes(2), for: key("a"), size: .large)
        await store.store(bytes(3), for: key("large"), size: .large)
        await store.store(bytes(4), for: key("small"), size: .small)
        if isFlushed { await store.flush() }

        #expect(await store.thumbnail(for: key("a"), atLeast: .small)?.size == .small)
        #expect(await store.thumbnail(for: key("a"), atLeast: .large)?.jpeg == bytes(2))
        #expect(await store.largestThumbnail(for: key("a"))?.size == .large)
        #expect(await store.thumbnail(for: key("large"), atLeast: .small)?.size == .large)
        #expect(await store.thumbnail(for: key("small"), atLeast: .large) == nil)
        #expect(await store.largestThumbnail(for: key("small"))?.size == .small)
    }

    @Test("Changed content finds nothing and takes the place of the old; a moved file keeps its tile")
    func contentChange() async throws {
        let store = store()
        await store.store(bytes(1), for: key("a"), size: .small)
        await store.flush()

        #expect(await store.thumbnail(for: key("a", size: 1_001), atLeast: .small) == nil)
        #expect(await store.thumbnail(for: key("a", modified: 6), atLeast: .small) == nil)
        #expect(await store.thumbnail(for: key("a", inode: 99), atLeast: .small) != nil)

        await store.store(bytes(2), for: key("a", modified: 6), size: .small)
        await store.flush()
        #expect(await store.thumbnail(for: key("a", modified: 6), atLeast: .small)?.jpeg == bytes(2))
        #expect(await store.thumbnail(for: key("a"), atLeast: .small) == nil)
        // By an oracle that is not ours: nothing is left of the old one.
        #expect(try await query("SELECT count(*), sum(length(jpeg)) FROM picture") == "1|20000")
    }

    @Test("Tiles of another version of the code are not used")
    func version() async throws {
        let first = store()
        await first.store(bytes(1), for: key("a"), size: .small)
        await first.flush()
        _ = try await query("UPDATE thumbnail SET version = version - 1")
        #expect(await store().thumbnail(for: key("a"), atLeast: .small) == nil)
    }

    @Test("Tiles of pictures that are gone are deleted")
    func removal() async throws {
        let store = store()
        await store.store(bytes(1), for: key("a"), size: .small)
        await store.store(bytes(2), for: key("b"), size: .small)
        await store.remove(["a"])
        #expect(await store.thumbnail(for: key("a"), atLeast: .small) == nil)
        #expect(await store.thumbnail(for: key("b"), atLeast: .small) != nil)
        #expect(try await query("SELECT count(*) FROM picture") == "1")
    }

    @Test("A full batch is written without a flush, and a part of one after its delay")
    func batches() async throws {
        let full = store { $0.batchCount = 4 }
        for number in 0..<4 { await full.store(bytes(1), for: key("\(number)"), size: .small) }
        #expect(await isOnDisk("3"))

        let delayed = store { $0.batchDelay = .milliseconds(1) }
        await delayed.store(bytes(1), for: key("delayed"), size: .small)
        #expect(await isOnDisk("delayed"))
    }

    /// Whether another store, which sees what is on disk only, finds a tile in the end.
    private func isOnDisk(_ identity: String) async -> Bool {
        let other = store()
        return await eventually { await other.thumbnail(for: key(identity), atLeast: .small) != nil }
    }

    // MARK: Bounds

    @Test("Beyond its bytes, the tiles that were used last stay")
    func eviction() async throws {
        let store = store {
            $0.maximumBytes = 100_000
            $0.useResolution = 0
        }
        for number in 0..<4 {
            await store.store(bytes(1), for: key("\(number)"), size: .small)
            await store.flush()
        }
        // Given tile 0 is used after all of them
        try? await Task.sleep(for: .milliseconds(5))
        _ = await store.thumbnail(for: key("0"), atLeast: .small)
        await store.flush()
        // When two more are too many
        try? await Task.sleep(for: .milliseconds(5))
        for number in 4..<6 { await store.store(bytes(1), for: key("\(number)"), size: .small) }
        await store.flush()
        // Then the oldest go, to nine tenths of the bound
        #expect(try await query("SELECT identity FROM thumbnail ORDER BY identity") == "0\n3\n4\n5")
        #expect(try await query("SELECT count(*) FROM picture") == "4")
    }

    @Test("A full disk costs the tiles it has no room for, is told once, and hurts nothing else")
    func fullDisk() async {
        let store = store(pageLimit: 24)
        await store.store(bytes(1), for: key("fits"), size: .small)
        await store.flush()
        for number in 0..<3 {
            await store.store(bytes(2, count: 200_000), for: key("\(number)"), size: .small)
            await store.flush()
        }
        #expect(await store.thumbnail(for: key("fits"), atLeast: .small)?.jpeg == bytes(1))
        #expect(await store.thumbnail(for: key("0"), atLeast: .small) == nil)
        #expect(trouble.messages.count == 1)
        #expect(trouble.messages.first?.contains("cannot be written") == true)
    }

    // MARK: Damage

    @Test("A file that is no database, another program's, or a newer Albumen's is made again")
    func damagedAtStart() async throws {
        try FileManager.default.createDirectory(
            atPath: fixture.path("cache").displayString, withIntermediateDirectories: true)
        let damages: [() async throws -> Void] = [
            { _ = try fixture.write(bytes(0x5A), to: "cache/thumbnails.sqlite") },
            { _ = try await query("PRAGMA application_id = 7; CREATE TABLE other(id)") },
            { _ = try await query("PRAGMA user_version = 999") },
            { _ = try await query("DROP TABLE picture") },
        ]
        for damage in damages {
            try await damage()
            let store = store()
            await store.store(bytes(1), for: key("a"), size: .small)
            await store.flush()
            #expect(await store.thumbnail(for: key("a"), atLeast: .small)?.jpeg == bytes(1))
            #expect(try await query("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("A file that is deleted while it is open is made again")
    func deletedWhileOpen() async throws {
        let store = store()
        await store.store(bytes(1), for: key("a"), size: .small)
        await store.flush()
        try FileManager.default.removeItem(atPath: fixture.path("cache").displayString)

        await store.store(bytes(2), for: key("b"), size: .small)
        await store.flush()
        #expect(try await query("SELECT identity FROM thumbnail") == "b")
        #expect(await store.thumbnail(for: key("b"), atLeast: .small)?.jpeg == bytes(2))
        #expect(trouble.messages.count == 1)
    }

    @Test("A file that is overwritten while it is open is made again")
    func overwrittenWhileOpen() async throws {
        let first = store()
        for number in 0..<8 { await first.store(bytes(1), for: key("\(number)"), size: .small) }
        await first.flush()
        _ = try await query("PRAGMA wal_checkpoint(TRUNCATE)")
        let handle = try #require(FileHandle(forUpdatingAtPath: file.displayString))
        let length = try handle.seekToEnd()
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(bytes(0x5A, count: Int(length))))
        try handle.close()

        await first.store(bytes(2), for: key("new"), size: .small)
        await first.flush()
        let second = store()
        #expect(await second.thumbnail(for: key("new"), atLeast: .small)?.jpeg == bytes(2))
    }

    @Test("Where there is no place for a file, nothing is stored and nothing fails")
    func noPlace() async throws {
        // Given a file where the folder should be
        _ = try fixture.write([1], to: "cache")
        let store = store()
        await store.store(bytes(1), for: key("a"), size: .small)
        await store.flush()
        #expect(await store.thumbnail(for: key("a"), atLeast: .small) == nil)
        await store.store(bytes(1), for: key("b"), size: .small)
        await store.flush()
        #expect(trouble.messages.count <= 2)
    }

    // MARK: Threads

    @Test("Storing, finding, flushing and deleting the file at once neither fails nor mixes pictures up")
    func hammer() async {
        let store = store { $0.batchCount = 8 }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<60 {
                        let number = (worker * 7 + round) % 20
                        let key = key("\(number)")
                        switch round % 4 {
                        case 0: await store.store(bytes(UInt8(number), count: 2_000), for: key, size: .small)
                        case 3 where round % 20 == 3: await store.flush()
                        default:
                            let found = await store.thumbnail(for: key, atLeast: .small)
                            #expect(found == nil || found?.jpeg == bytes(UInt8(number), count: 2_000))
                        }
                        if worker == 0, round == 30 {
                            await ThumbnailDatabase.remove(directory: fixture.path("cache"))
                        }
                    }
                }
            }
        }
        await store.store(bytes(1), for: key("last"), size: .small)
        await store.flush()
        #expect(await store.thumbnail(for: key("last"), atLeast: .small) != nil)
    }

    // MARK: Sizes

    @Test("A tile covers its square, but a panorama's is no longer than four of them")
    func tileSizes() {
        func size(_ width: Int, _ height: Int) -> PixelSize {
            let shape = PixelSize(width: width, height: height)
            return ThumbnailSize.small.request(of: shape).outputSize(of: shape)
        }
        #expect(size(6000, 4000) == PixelSize(width: 384, height: 256))
        #expect(size(3000, 4000) == PixelSize(width: 256, height: 341))
        #expect(size(20_000, 2_000) == PixelSize(width: 1024, height: 102))
        #expect(size(100, 80) == PixelSize(width: 100, height: 80))
    }

    /// What the sqlite3 command says of the store's file.
    private func query(_ sql: String) async throws -> String {
        let output = try await fixture.run("sqlite3", [file.displayString, sql])
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
