// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of SQL and the values of its parameters, kept together so that neither can be used without the other.

import SQLite

/// A condition on `asset`. No value is ever part of the text.
struct CompiledPredicate: Sendable, Hashable {
    var sql: String
    var values: [Value]
    /// The same as a query for the ids, where one is at hand that needs not look at `asset`.
    private(set) var query: String?

    /// The assets whose ids `query` gives.
    init(members query: String, _ values: [Value] = []) {
        self.init("asset.id IN (\(query))", values)
        self.query = query
    }

    init(_ sql: String, _ values: [Value] = []) {
        self.sql = sql
        self.values = values
    }

    static let everything = CompiledPredicate("1")
    static let nothing = CompiledPredicate("0")

    /// Joins conditions as a balanced tree: SQLite bounds the depth of expressions, and takes a AND b AND c…
    /// as one that is as deep as it is long.
    static func joined(_ parts: some Collection<CompiledPredicate>, by word: String) -> CompiledPredicate? {
        guard let first = parts.first else { return nil }
        guard parts.count > 1 else { return first }
        let middle = parts.count / 2
        guard let left = joined(parts.prefix(middle), by: word),
            let right = joined(parts.dropFirst(middle), by: word)
        else { return nil }
        return CompiledPredicate("(\(left.sql) \(word) \(right.sql))", left.values + right.values)
    }
}
