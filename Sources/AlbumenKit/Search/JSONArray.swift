// SPDX-License-Identifier: GPL-3.0-or-later
// A list of rows as one value of a statement: SQL reads it with `json_each(?)`, in its order.

extension [Int64] {
    /// The numbers as a JSON array.
    var jsonArray: String { "[\(lazy.map(String.init).joined(separator: ","))]" }
}
