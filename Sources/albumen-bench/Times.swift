// SPDX-License-Identifier: GPL-3.0-or-later
// Times of one thing that was measured several times.

import Foundation

/// Milliseconds.
struct Times: CustomStringConvertible {
    /// The first run opens connections and compiles statements: it is told, but is none of the others.
    let first: Double
    /// Ascending.
    private let rest: [Double]

    /// Measures `body` once, then `rounds` times.
    init(rounds: Int, _ body: () async throws -> Void) async throws {
        var samples: [Double] = []
        for _ in 0...rounds {
            let start = ContinuousClock.now
            try await body()
            samples.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        first = samples[0]
        rest = samples.dropFirst().sorted()
    }

    var median: Double { rest.median }

    var description: String {
        String(
            format: "%.2f ms (best %.2f, worst %.2f, first ever %.2f)", median, rest[0], rest[rest.count - 1],
            first)
    }
}
