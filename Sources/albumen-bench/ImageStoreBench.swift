// SPDX-License-Identifier: GPL-3.0-or-later
// Stored tiles read back in random order, from each of the forms that a store could have: SQLite (ours, as it is used), one
// pack file with its index in memory, a file each. And how long until a tile of ours is pixels.

import Foundation
import Glibc
import Imaging
import Metadata

/// `store [--tiles N] [--keep DIR]`
func runStoreBench(arguments: [String]) async throws {
    let count = arguments.value(of: "--tiles").flatMap { Int($0) } ?? 10_000
    let folder =
        arguments.value(of: "--keep") ?? NSTemporaryDirectory() + "albumen-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if arguments.value(of: "--keep") == nil { try? FileManager.default.removeItem(atPath: folder) } }
    let pictures = try syntheticTiles()
    let bytes = pictures.reduce(0) { $0 + $1.count } / pictures.count
    print("\(count) tiles of 384 × 256, \(bytes / 1000) kB each; milliseconds a read, in random order")
    let order = Array(0..<count).shuffled()
    let forms: [any TileForm] = [
        StoreForm(folder: folder + "/sqlite"), PackForm(path: folder + "/tiles.pack"),
        FilesForm(folder: folder + "/files"),
    ]
    for form in forms {
        let start = ContinuousClock.now
        try await form.write(count) { pictures[$0 % pictures.count] }
        let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
        form.dropFromSystemCache()
        let cold = try await readTimes(of: form, order)
        let warm = try await readTimes(of: form, order.reversed())
        print(
            String(
                format: "%@  written %6.0f/s, on disk %4d MB   cold %@   warm %@", form.name, rate,
                form.files.reduce(0) { $0 + allocated($1) } >> 20, summary(cold), summary(warm)))
    }
    let decoded = try await readTimes(of: DecodedForm(store: StoreForm(folder: folder + "/sqlite")), order)
    print("SQLite, read and decoded to pixels:  \(summary(decoded))   (budget: 1 ms)")
}

/// The rows of the table: ours, beside a pack file, warm; and what is pixels.
func measureStoredTiles(count: Int, folder: String, _ table: inout ImageTable) async throws {
    let pictures = try syntheticTiles()
    let order = Array(0..<count).shuffled()
    let ours = StoreForm(folder: folder + "/store")
    let pack = PackForm(path: folder + "/store.pack")
    for form in [ours, pack] as [any TileForm] {
        try await form.write(count) { pictures[$0 % pictures.count] }
        form.dropFromSystemCache()
    }
    let cold = try await (readTimes(of: pack, order).median, readTimes(of: ours, order).median)
    table.add("\(count) stored tiles, read cold; a pack file", bare: cold.0, ours: cold.1)
    let warm = try await (readTimes(of: pack, order).median, readTimes(of: ours, order).median)
    table.add("… read warm", bare: warm.0, ours: warm.1)
    let decoded = try await readTimes(of: DecodedForm(store: ours), order).median
    table.add("… read and decoded to pixels", bare: nil, ours: decoded, .time(atMost: 1))
}

private func syntheticTiles() throws -> [[UInt8]] {
    try (0..<64).map { try JPEGEncoder.encode(noisyTile(seed: UInt64($0))) }
}

private func readTimes(of form: any TileForm, _ order: [Int]) async throws -> [Double] {
    var times: [Double] = []
    times.reserveCapacity(order.count)
    for index in order {
        let start = ContinuousClock.now
        guard try await form.read(index) > 0 else { throw BenchError(description: "tile \(index) is gone") }
        times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return times.sorted()
}

private func summary(_ times: [Double]) -> String {
    String(format: "%.3f (99 %%: %.3f)", times.median, times[times.count * 99 / 100])
}

/// Bytes that a file takes on disk.
private func allocated(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : 0
}

/// As hard to compress as a photo is.
private func noisyTile(seed: UInt64) -> PixelBuffer {
    PixelBuffer(size: PixelSize(width: 384, height: 256), layout: .rgb8) { bytes, geometry in
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for row in 0..<geometry.size.height {
            for column in 0..<geometry.size.width * 3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let shade = (row + column / 3 + Int(seed)) & 0xFF
                bytes[row * geometry.stride + column] = UInt8(clamping: shade / 2 + 64 + Int(state >> 59))
            }
        }
    }
}

/// A way of storing tiles.
private protocol TileForm {
    var name: String { get }
    var files: [String] { get }
    /// All of them, safely on disk at the end.
    func write(_ count: Int, _ tile: (Int) -> [UInt8]) async throws
    /// The length of what was read.
    func read(_ index: Int) async throws -> Int
}

extension TileForm {
    func dropFromSystemCache() {
        sync()
        for path in files {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { continue }
            posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
            close(file)
        }
    }
}

/// The store of the library.
private final class StoreForm: TileForm {
    let name = "SQLite (ours)"
    private let folder: String
    let store: ThumbnailStore

    init(folder: String) {
        self.folder = folder
        store = ThumbnailStore(directory: FilePath(folder))
    }

    var files: [String] { [folder + "/thumbnails.sqlite", folder + "/thumbnails.sqlite-wal"] }

    static func key(_ index: Int) -> ThumbnailKey {
        ThumbnailKey(
            identity: "tile-\(index)",
            stamp: FileStamp(device: 1, inode: 1, size: Int64(index), modificationTime: 1, changeTime: 1))
    }

    func write(_ count: Int, _ tile: (Int) -> [UInt8]) async throws {
        for index in 0..<count {
            await store.store(tile(index), for: Self.key(index), size: .small)
            // As a scan would: not all in memory first.
            if index % 64 == 63 { await store.flush() }
        }
        await store.flush()
    }

    func read(_ index: Int) async throws -> Int {
        await store.thumbnail(for: Self.key(index), atLeast: .small)?.jpeg.count ?? 0
    }
}

private struct DecodedForm: TileForm {
    let name = "SQLite, decoded"
    let files: [String] = []
    let store: StoreForm

    func write(_ count: Int, _ tile: (Int) -> [UInt8]) async throws {}

    func read(_ index: Int) async throws -> Int {
        guard let tile = await store.store.thumbnail(for: StoreForm.key(index), atLeast: .small) else {
            return 0
        }
        return try JPEGDecoder.decode(trusted: tile.jpeg).byteCount
    }
}

/// One file, one after the other; where each begins is in memory. No room is got back, no crash survived: the least that
/// a pack file costs.
private final class PackForm: TileForm {
    let name = "pack file    "
    let files: [String]
    private let file: Int32
    private var places: [(offset: Int, length: Int)] = []

    init(path: String) {
        files = [path]
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }

    deinit { close(file) }

    func write(_ count: Int, _ tile: (Int) -> [UInt8]) async throws {
        var end = 0
        for index in 0..<count {
            let bytes = tile(index)
            guard pwrite(file, bytes, bytes.count, off_t(end)) == bytes.count else {
                throw BenchError(description: "the pack file cannot be written")
            }
            places.append((end, bytes.count))
            end += bytes.count
            if index % 64 == 63 { fdatasync(file) }
        }
        fdatasync(file)
    }

    func read(_ index: Int) async throws -> Int {
        let (offset, length) = places[index]
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized = max(0, pread(file, buffer.baseAddress, length, off_t(offset)))
        }
        return bytes.count
    }
}

/// A file each, in 256 folders.
private final class FilesForm: TileForm {
    let name = "single files "
    private let folder: String
    private(set) var files: [String] = []

    init(folder: String) { self.folder = folder }

    func write(_ count: Int, _ tile: (Int) -> [UInt8]) async throws {
        for number in 0..<256 {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(number)", withIntermediateDirectories: true)
        }
        for index in 0..<count {
            let path = "\(folder)/\(index % 256)/\(index).jpg"
            let bytes = tile(index)
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
                throw BenchError(description: "“\(path)” cannot be written")
            }
            close(file)
            files.append(path)
        }
        sync()
    }

    func read(_ index: Int) async throws -> Int {
        let file = open(files[index], O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return 0 }
        let length = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized = max(0, Glibc.read(file, buffer.baseAddress, length))
        }
        return bytes.count
    }
}
