// SPDX-License-Identifier: GPL-3.0-or-later
// What decoding in other processes costs: their start, and the way of a picture from them, beside the same decoding in
// this process.

import Foundation
import Imaging
import Metadata

/// `decoder [--size N] [--rounds N]`
func runDecoderBench(arguments: [String]) async throws {
    let size = arguments.value(of: "--size").flatMap { Int($0) } ?? 512
    let rounds = arguments.value(of: "--rounds").flatMap { Int($0) } ?? 500
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
    let outside = try await milliseconds(of: file, size, rounds)
    setenv("ALBUMEN_DECODER", "in-process", 1)
    let inside = try await milliseconds(of: file, size, rounds)
    print("decoder: \(confinement)")
    print(
        String(
            format: "start to ready:            %7.2f ms (fastest tenth of %d)",
            starts.sorted()[startRounds / 10], startRounds))
    print(
        String(format: "a picture of %4d px:      %7.3f ms, in this process %7.3f ms", size, outside, inside))
    print(String(format: "the way between processes: %7.3f ms (budget ≤ 0.3)", outside - inside))
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
