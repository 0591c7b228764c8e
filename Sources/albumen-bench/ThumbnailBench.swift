// SPDX-License-Identifier: GPL-3.0-or-later
// Photos to stored tiles: the decoder pool, facts and encoding included, beside libjpeg-turbo's DCT-scaled decode
// alone on as many threads. The ratio is what counts; rates depend on the machine.

import CTurboJPEG
import Foundation
import Imaging
import Metadata
import Synchronization

/// `thumbnails --photos DIR [--size N] [--rounds N]`
func runThumbnailBench(arguments: [String]) async throws {
    let bench = try ThumbnailBench(arguments: arguments)
    try await bench.run()
}

private struct ThumbnailBench {
    private let photos: [FilePath]
    private let size: Int
    private let rounds: Int
    private let cores = ProcessInfo.processInfo.activeProcessorCount

    init(arguments: [String]) throws {
        guard let folder = arguments.value(of: "--photos") else {
            throw BenchError(description: "usage: thumbnails --photos DIR [--size N] [--rounds N]")
        }
        size = arguments.value(of: "--size").flatMap { Int($0) } ?? 384
        rounds = arguments.value(of: "--rounds").flatMap { Int($0) } ?? 3
        photos = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.lowercased().hasSuffix(".jpg") }
            .map { FilePath(folder).appending($0) }
        guard !photos.isEmpty else {
            throw BenchError(description: "“\(folder)” holds no .jpg files")
        }
    }

    func run() async throws {
        print("\(photos.count) photos, tiles of \(size) px, \(cores) cores, best of \(rounds) rounds")
        let pool = DecoderPool()
        defer { pool.shutdown() }
        // The processes start and the page cache fills before the clock does.
        _ = try await measure { try await decodeWithPool(pool) }
        var bare = 0.0
        var ours = 0.0
        for _ in 0..<rounds {
            bare = max(bare, try await measure { try await decodeBare() })
            ours = max(ours, try await measure { try await decodeWithPool(pool) })
        }
        print(String(format: "libjpeg-turbo scaled decode alone: %7.1f photos/s", bare))
        print(String(format: "decoder pool, facts and tile:      %7.1f photos/s", ours))
        print(String(format: "ratio:                             %7.2f (budget ≥ 0.85)", ours / bare))
    }

    /// Photos per second.
    private func measure(_ body: () async throws -> Void) async throws -> Double {
        let start = ContinuousClock.now
        try await body()
        return Double(photos.count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func decodeWithPool(_ pool: DecoderPool) async throws {
        let request = DecodeRequest(target: PixelSize(width: size, height: size))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, photo) in photos.enumerated() {
                // Enough in flight that no process waits for this task.
                if index >= cores * 2 { try await group.next() }
                group.addTask {
                    let inspection = try await pool.inspect(OpenFile(path: photo), thumbnail: request)
                    if let failure = inspection.failure { throw failure }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The same files, mapped, on one thread a core, into one buffer each.
    private func decodeBare() async throws {
        let (photos, size, cores) = (photos, size, cores)
        let failures = Atomic<Int>(0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // Blocking work: off the cooperative pool.
            DispatchQueue.global().async {
                let next = Atomic<Int>(0)
                DispatchQueue.concurrentPerform(iterations: cores) { _ in
                    let decoder = BareDecoder()
                    while true {
                        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        guard index < photos.count else { break }
                        if !decoder.decode(photos[index], covering: size) {
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
}

/// libjpeg-turbo as a program would use it that does nothing else.
private final class BareDecoder {
    private let handle = tjInitDecompress()
    private var pixels: [UInt8] = []

    deinit {
        tjDestroy(handle)
    }

    func decode(_ path: FilePath, covering size: Int) -> Bool {
        guard let file = try? OpenFile(path: path), let mapping = MappedFile(descriptor: file.descriptor)
        else {
            return false
        }
        let source = mapping.bytes.bindMemory(to: UInt8.self)
        var width: Int32 = 0
        var height: Int32 = 0
        var sampling: Int32 = 0
        var colours: Int32 = 0
        guard
            tjDecompressHeader3(
                handle, source.baseAddress, UInt(source.count), &width, &height, &sampling, &colours) == 0
        else { return false }
        let divisor = [8, 4, 2].first { Int(max(width, height)) / $0 >= size } ?? 1
        let scaledWidth = (Int(width) + divisor - 1) / divisor
        let scaledHeight = (Int(height) + divisor - 1) / divisor
        if pixels.count < scaledWidth * scaledHeight * 3 {
            pixels = [UInt8](repeating: 0, count: scaledWidth * scaledHeight * 3)
        }
        return tjDecompress2(
            handle, source.baseAddress, UInt(source.count), &pixels, Int32(scaledWidth), 0,
            Int32(scaledHeight),
            Int32(TJPF_RGB.rawValue), 0) == 0
    }
}
