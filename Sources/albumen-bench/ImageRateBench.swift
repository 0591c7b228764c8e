// SPDX-License-Identifier: GPL-3.0-or-later
// Photos to stored tiles on all cores: the decoder pool, facts, encoding and store included, beside libjpeg-turbo's
// DCT-scaled decode alone on as many threads, and beside vipsthumbnail, a process a core.

import Foundation
import Imaging
import Metadata
import Subprocess
import Synchronization

struct ImageRateBench {
    private let photos: [FilePath]
    private let rounds: Int
    private let folder: String
    private let cores = ProcessInfo.processInfo.activeProcessorCount

    private static let photoCount = 24
    private static let limit = Duration.seconds(600)

    init(photo: FilePath, rounds: Int, folder: String) throws {
        self.rounds = rounds
        self.folder = "\(folder)/rate"
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        photos = try (0..<Self.photoCount).map { number in
            let path = "\(folder)/rate/IMG_\(number).jpg"
            try FileManager.default.copyItem(atPath: photo.displayString, toPath: path)
            return FilePath(path)
        }
    }

    func run(_ table: inout ImageTable) async throws {
        let pool = DecoderPool()
        defer { pool.shutdown() }
        let store = ThumbnailStore(directory: FilePath("\(folder)/tiles"))
        // The processes start and the page cache fills before the clock does.
        try await makeTiles(with: pool, in: store)
        let hasVips = try await runVips()
        var (bare, ours, vips): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            bare.append(try await rate { try await decodeBare() })
            ours.append(try await rate { try await makeTiles(with: pool, in: store) })
            if hasVips { vips.append(try await rate { _ = try await runVips() }) }
        }
        let name = "12 MP JPEGs to stored tiles, \(cores) cores"
        table.add("\(name); libjpeg-turbo", bareRate: bare.median, rate: ours.median, .rate(atLeast: 0.85))
        if hasVips {
            table.add("… beside vipsthumbnail", bareRate: vips.median, rate: ours.median, .rate(atLeast: 1))
        } else {
            table.skip("… beside vipsthumbnail", "no vipsthumbnail")
        }
    }

    /// Photos per second.
    private func rate(_ body: () async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        try await body()
        return Double(photos.count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func makeTiles(with pool: DecoderPool, in store: ThumbnailStore) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, photo) in photos.enumerated() {
                // Enough in flight that no process waits for this task.
                if index >= cores * 2 { try await group.next() }
                group.addTask {
                    let inspection = try await pool.inspect(
                        OpenFile(path: photo), thumbnail: ThumbnailSize.small.request)
                    guard let tile = inspection.thumbnail else {
                        throw BenchError(description: "“\(photo)” gives no tile")
                    }
                    await store.store(tile.jpeg, for: .bench(photo.displayString), size: .small)
                }
            }
            try await group.waitForAll()
        }
        await store.flush()
    }

    /// The same files, mapped, on one thread a core, into one buffer each.
    private func decodeBare() async throws {
        let (photos, cores) = (photos, cores)
        let size = ThumbnailSize.small.request.outputSize(of: ImageFiles.photoSize)
        let failures = Atomic<Int>(0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // Blocking work: off the cooperative pool.
            DispatchQueue.global().async {
                let next = Atomic<Int>(0)
                DispatchQueue.concurrentPerform(iterations: cores) { _ in
                    let decoder = BareJPEG()
                    while true {
                        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        guard index < photos.count else { break }
                        if (try? decoder.decode(photos[index], covering: size)) == nil {
                            failures.wrappingAdd(1, ordering: .relaxed)
                        }
                    }
                }
                continuation.resume()
            }
        }
        let count = failures.load(ordering: .relaxed)
        guard count == 0 else { throw BenchError(description: "\(count) photos did not decode") }
    }

    /// A process a core, each with its share and one thread; false where there is none.
    private func runVips() async throws -> Bool {
        let size = ThumbnailSize.small.request.outputSize(of: ImageFiles.photoSize)
        let commands = try (0..<cores).map { core in
            let share = photos.enumerated().filter { $0.offset % cores == core }.map(\.element.displayString)
            return try RunningCommand(
                [
                    "/usr/bin/env", "vipsthumbnail", "--size", "\(size.width)x\(size.height)", "-o",
                    "tn_%s.jpg[Q=85]",
                ]
                    + share,
                in: folder, environment: ["VIPS_CONCURRENCY": "1"])
        }
        var isGood = true
        for command in commands { isGood = try await command.end(within: Self.limit) == 0 && isGood }
        return isGood
    }
}

extension ThumbnailKey {
    /// Of a file that never changes.
    static func bench(_ identity: String) -> ThumbnailKey {
        ThumbnailKey(
            identity: identity,
            stamp: FileStamp(device: 1, inode: 1, size: 1, modificationTime: 1, changeTime: 1))
    }
}
