// SPDX-License-Identifier: GPL-3.0-or-later
// What decoding in other processes costs: their start, and the way of a picture from them, beside the same decoding in
// this process.

import Foundation
import Imaging
import Metadata

func measureProcesses(rounds: Int, _ table: inout ImageTable) async throws {
    let size = ThumbnailSize.large.edge
    let path = NSTemporaryDirectory() + "albumen-bench-\(UUID().uuidString).ppm"
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A format that costs next to nothing to decode.
    let pixels = (0..<size * size * 3).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data("P6 \(size) \(size) 255\n".utf8 + pixels).write(to: URL(fileURLWithPath: path))
    let file = FilePath(path)

    var starts: [Double] = []
    var confinement = ""
    for _ in 0..<startRounds {
        let pool = DecoderPool(configuration: .init(workerCount: 1))
        let start = ContinuousClock.now
        confinement = try await pool.prepare().description
        starts.append((ContinuousClock.now - start) / .milliseconds(1))
        pool.shutdown()
    }
    table.add("a decoder process, start to ready", bare: nil, ours: starts.sorted()[startRounds / 10])
    let outside = try await milliseconds(of: file, size, rounds)
    setenv("ALBUMEN_DECODER", "in-process", 1)
    let inside = try await milliseconds(of: file, size, rounds)
    unsetenv("ALBUMEN_DECODER")
    table.add("a picture of \(size) px; bare: in this process", bare: inside, ours: outside)
    table.add("the way between processes", bare: nil, ours: outside - inside, .time(atMost: 0.3))
    print("decoder: \(confinement)")
}

private let startRounds = 25

/// The fastest tenth of one request after the other is quicker than this: what other programs take meanwhile is not ours.
private func milliseconds(of path: FilePath, _ size: Int, _ rounds: Int) async throws -> Double {
    let pool = DecoderPool(configuration: .init(workerCount: 1))
    defer { pool.shutdown() }
    let file = try OpenFile(path: path)
    let request = DecodeRequest(target: PixelSize(width: size, height: size))
    _ = try await pool.image(file, request)
    var times: [Double] = []
    for _ in 0..<rounds {
        let start = ContinuousClock.now
        _ = try await pool.image(file, request)
        times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return times.sorted()[times.count / 10]
}
