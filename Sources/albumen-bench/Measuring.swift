// SPDX-License-Identifier: GPL-3.0-or-later
// What the benches share: their options, a library to measure in, the middle of what was measured.

import AlbumenKit
import Foundation

/// Wrong arguments, or something that cannot be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String
}

extension [String] {
    /// The word behind an option; `nil` where it is not among them.
    func value(of option: String) -> String? {
        guard let place = firstIndex(of: option), place + 1 < count else { return nil }
        return self[place + 1]
    }
}

/// Has `body` measure in a library of so many assets, whose folder it is given too: one that is kept for the next time
/// in `keep`, where that is said, else one that is removed.
func withLibrary(
    of count: Int, keptIn keep: String?, _ body: (PhotoLibrary, _ folder: String) async throws -> Void
) async throws {
    let folder =
        keep.map { "\($0)/\(count)" } ?? NSTemporaryDirectory() + "albumen-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if keep == nil { try? FileManager.default.removeItem(atPath: folder) } }
    let library = try await CatalogGenerator(count: count).library(in: folder)
    print("\n\(count) assets")
    try await body(library, folder)
}

/// The catalog's database of a library in `folder`.
func catalogPath(in folder: String) -> String { folder + "/data/catalog.sqlite" }

extension [Double] {
    /// The upper one of the two in the middle where they are even. Not of none.
    var median: Double { sorted()[count / 2] }
}
