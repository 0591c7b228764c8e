// SPDX-License-Identifier: GPL-3.0-or-later
// All that is promised about pictures, in one table: each row beside the bare library on the same files in the same run,
// by turns, medians.

import Foundation
import Imaging
import Metadata

/// `image [--raw FILE] [--rounds N] [--tiles N]`
func runImageBench(arguments: [String]) async throws {
    let folder = NSTemporaryDirectory() + "albumen-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rounds = arguments.value(of: "--rounds").flatMap { Int($0) } ?? 5
    let files = try await ImageFiles(
        in: folder, raw: arguments.value(of: "--raw"), tools: ImageTools(folder: folder))
    var table = ImageTable()
    try await ImageDecodeBench(files: files, rounds: rounds, folder: folder).run(&table)
    try await ImagePreviewBench(files: files, rounds: rounds, folder: folder).run(&table)
    try await ImageRateBench(photo: files.photo, rounds: rounds, folder: folder).run(&table)
    let tiles = arguments.value(of: "--tiles").flatMap { Int($0) } ?? 10_000
    try await measureStoredTiles(count: tiles, folder: folder, &table)
    try await measureProcesses(rounds: 500, &table)
}

/// Prints its rows as they come.
struct ImageTable {
    /// What a row must reach.
    enum Budget {
        case none
        /// Ours to theirs.
        case ratio(atMost: Double)
        case rate(atLeast: Double)
        /// Milliseconds.
        case time(atMost: Double)
    }

    private static let nameWidth = 46

    init() {
        print(Self.padded("") + "    bare     ours    ratio  budget")
    }

    /// Milliseconds, the bare library's nil where there is nothing to compare with.
    func add(_ name: String, bare: Double?, ours: Double, _ budget: Budget = .none) {
        add(name, bare: bare, ours: ours, unit: "ms", budget)
    }

    /// Pictures a second.
    func add(_ name: String, bareRate: Double?, rate: Double, _ budget: Budget = .none) {
        add(name, bare: bareRate, ours: rate, unit: "/s", budget)
    }

    func skip(_ name: String, _ reason: String) {
        line(Self.padded(name) + "  skipped: \(reason)")
    }

    private func line(_ text: String) {
        print(text)
        // Each as it comes, into a pipe too.
        fflush(nil)
    }

    private func add(_ name: String, bare: Double?, ours: Double, unit: String, _ budget: Budget) {
        let left = bare.map { String(format: "%8.2f", $0) } ?? "       –"
        let ratio = bare.map { String(format: "%8.2f", ours / $0) } ?? "       –"
        line(
            Self.padded(name) + left + String(format: " %8.2f", ours) + " " + ratio
                + "  \(unit) \(verdict(bare, ours, budget))")
    }

    private func verdict(_ bare: Double?, _ ours: Double, _ budget: Budget) -> String {
        let (text, isMet): (String, Bool)
        switch budget {
        case .none: return ""
        case .time(let most): (text, isMet) = ("≤ \(most) ms", ours <= most)
        case .ratio(let most): (text, isMet) = ("≤ \(most) ×", bare.map { ours <= $0 * most } ?? false)
        case .rate(let least): (text, isMet) = ("≥ \(least) ×", bare.map { ours >= $0 * least } ?? false)
        }
        return "\(text) \(isMet ? "met" : "NOT MET")"
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, nameWidth - name.count))
    }
}

/// Medians of two things that are done by turns, once before it counts. Milliseconds.
func byTurns(
    _ rounds: Int, bare: () throws -> Void, ours: () async throws -> Void
) async throws -> (bare: Double, ours: Double) {
    var times: (bare: [Double], ours: [Double]) = ([], [])
    for _ in 0...rounds {
        let start = ContinuousClock.now
        try bare()
        let middle = ContinuousClock.now
        try await ours()
        times.bare.append((middle - start) / .milliseconds(1))
        times.ours.append((.now - middle) / .milliseconds(1))
    }
    return (Array(times.bare.dropFirst()).median, Array(times.ours.dropFirst()).median)
}
