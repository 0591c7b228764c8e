// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch by identifier found, and what it did not.

/// The answer to a list of identifiers, as a collection of the assets found: nothing is left out without a word.
public struct IdentifiedAssets: Sendable, RandomAccessCollection {
    /// In the order in which they were asked for.
    public let assets: [Asset]
    /// Identifiers that name nothing the client can see, in the order in which they were asked for.
    public let missing: [String]

    /// The assets where all were found; throws `identifiersNotFound` where one is missing.
    public func all() throws(LibraryError) -> [Asset] {
        guard missing.isEmpty else { throw .identifiersNotFound(missing) }
        return assets
    }

    public var startIndex: Int { assets.startIndex }
    public var endIndex: Int { assets.endIndex }
    public subscript(index: Int) -> Asset { assets[index] }
}
