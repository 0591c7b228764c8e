// SPDX-License-Identifier: GPL-3.0-or-later
// What a fetch by identifier found, and what it did not.

/// The answer to a list of identifiers, as a collection of what was found: nothing is left out without a word.
public struct IdentifiedObjects<Element: LibraryObject>: Sendable, RandomAccessCollection {
    /// In the order in which they were asked for.
    public let objects: [Element]
    /// Identifiers that name nothing the client can see, in the order in which they were asked for.
    public let missing: [String]

    /// - Parameter found: what each identifier names, or nil.
    init(_ identifiers: [String], found: [Element?]) {
        objects = found.compactMap { $0 }
        missing = zip(identifiers, found).filter { $1 == nil }.map { $0.0 }
    }

    /// The objects where all were found; throws `identifiersNotFound` where one is missing.
    public func all() throws(LibraryError) -> [Element] {
        guard missing.isEmpty else { throw .identifiersNotFound(missing) }
        return objects
    }

    public var startIndex: Int { objects.startIndex }
    public var endIndex: Int { objects.endIndex }
    public subscript(index: Int) -> Element { objects[index] }
}
