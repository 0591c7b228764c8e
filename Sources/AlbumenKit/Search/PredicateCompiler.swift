// SPDX-License-Identifier: GPL-3.0-or-later
// From a predicate to one SQL condition on `asset`, within one read transaction and for one viewer. The leaves are
// in PredicateCompiler+Leaves.swift.

import Metadata
import SQLite

struct PredicateCompiler {
    let connection: Connection
    /// Albums of others are no answer for a limited client: it would learn their titles by guessing.
    let viewer: Viewer

    /// A condition that SQLite answers for each row of `asset`.
    func compile(_ predicate: AssetPredicate) throws -> CompiledPredicate {
        switch predicate {
        case .all(let parts):
            return CompiledPredicate.joined(try parts.map(compile), by: "AND") ?? .everything
        case .any(let parts):
            return CompiledPredicate.joined(try parts.map(compile), by: "OR") ?? .nothing
        case .not(let part):
            let inner = try compile(part)
            // A comparison with NULL is neither true nor false; its negation must be true.
            return CompiledPredicate("((\(inner.sql)) IS NOT TRUE)", inner.values)
        default:
            return try leaf(predicate)
        }
    }
}
