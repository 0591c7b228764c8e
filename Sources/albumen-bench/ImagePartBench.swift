// SPDX-License-Identifier: GPL-3.0-or-later
// What the viewer asks of a very large picture: a window's worth of it, at several depths, beside all of it. A JPEG is read
// from its beginning, so that depth is what a part costs.

import Foundation
import Imaging
import Metadata

/// `parts --photo FILE [--rounds N]`
func runPartBench(arguments: [String]) async throws {
    guard let photo = arguments.value(of: "--photo") else {
        throw BenchError(description: "usage: parts --photo FILE [--rounds N]")
    }
    let rounds = arguments.value(of: "--rounds").flatMap { Int($0) } ?? 5
    let file = try OpenFile(path: FilePath(photo))
    let pool = DecoderPool()
    defer { pool.shutdown() }
    guard let size = try await pool.inspect(file).facts?.displaySize, !size.isEmpty else {
        throw BenchError(description: "“\(photo)” has no size")
    }
    print("\(size) pixels")
    let screen = PixelSize(width: 1920, height: 1080)
    let fitted = try await Times(rounds: rounds) {
        _ = try await pool.image(file, DecodeRequest(target: screen))
    }
    print("all of it for a screen:              \(fitted)")
    let facts = try await Times(rounds: rounds) { _ = try await pool.inspect(file) }
    print("its facts alone:                     \(facts)")
    let window = PixelSize(width: min(3840, size.width), height: min(2160, size.height))
    for (name, depth) in [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)] {
        let rect = PixelRect(
            x: (size.width - window.width) / 2, y: Int(Double(size.height - window.height) * depth),
            width: window.width, height: window.height)
        let request = DecodeRequest(target: nil, resizeMode: .fast, crop: UnitRect(rect, of: size))
        let times = try await Times(rounds: rounds) { _ = try await pool.image(file, request) }
        print(
            "\(window) of it at the \(name):".padding(toLength: 37, withPad: " ", startingAt: 0) + "\(times)")
    }
    let whole = try await Times(rounds: 1) { _ = try await pool.image(file, DecodeRequest(target: nil)) }
    print("all of its pixels:                   \(whole)")
}
