// SPDX-License-Identifier: GPL-3.0-or-later
// A point in a library's history that a program can keep, in a file or in its settings.

import SQLite

/// A place in the history of one library (PHPersistentChangeToken). Keep the last one you have seen, as text or
/// through `Codable`, and give it to `PhotoLibrary.changes(since:)` on the next start.
public struct ChangeToken: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The catalog that the token belongs to: one that was rebuilt is another.
    let catalog: [UInt8]
    let generation: Int64

    init(catalog: [UInt8], generation: Int64) {
        self.catalog = catalog
        self.generation = generation
    }

    /// The token that a text names; nil where it names none.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let catalog = LocalIdentifier.bytes(String(parts[0])),
            let generation = Int64(parts[1]), generation >= 0
        else { return nil }
        self.init(catalog: catalog, generation: generation)
    }

    public var description: String { "\(LocalIdentifier.text(catalog)):\(generation)" }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let token = ChangeToken(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "“\(text)” is no change token"))
        }
        self = token
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Connection {
    /// Names this catalog: the identifier of its root folder, which is made with it and never changes.
    func catalogIdentifier() throws -> [UInt8] {
        try first("SELECT uuid FROM collection_list WHERE id = 1") { $0.bytes(0) } ?? []
    }

    /// The token of this transaction's state.
    func changeToken() throws -> ChangeToken {
        ChangeToken(catalog: try catalogIdentifier(), generation: try generation())
    }
}
