// SPDX-License-Identifier: GPL-3.0-or-later
// Times of one thing that was measured several times.

import Foundation

/// Milliseconds.
struct Times: CustomStringConvertible {
    var first: Double
    var rest: [Double]

    var median: Double { rest[rest.count / 2] }

    var description: String {
        String(
            format: "%.2f ms (best %.2f, worst %.2f, first ever %.2f)", median, rest[0], rest[rest.count - 1],
            first)
    }
}
