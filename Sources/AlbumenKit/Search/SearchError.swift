// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a query, and where in its text.

/// A query that cannot be understood. Nothing was searched.
public struct SearchError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// A quotation mark without its partner.
        case unclosedQuote
        /// There is no such field: `colour:red`.
        case unknownField(String)
        /// A field without a value: `rating:`.
        case missingValue(field: String)
        /// A value that the field does not take, and what it takes, in words.
        case badValue(String, field: String, expected: String)
        /// `OR` without a term on each side.
        case danglingOr
        /// Neither letter nor digit.
        case nothingToFind(String)
        /// Longer than `SearchQuery.longestText` bytes, or of more than `SearchQuery.mostTerms` terms.
        case tooLong
    }

    public var reason: Reason
    /// The term, in the text that was parsed.
    public var range: Range<String.Index>

    init(_ reason: Reason, _ range: Range<String.Index>) {
        self.reason = reason
        self.range = range
    }
}

extension SearchError: CustomStringConvertible {
    /// One sentence, in English.
    public var description: String {
        switch reason {
        case .unclosedQuote: "A quotation mark is not closed"
        case .unknownField(let name):
            "There is no “\(name):”; there are \(SearchField.allCases.map(\.rawValue).joined(separator: ", "))"
        case .missingValue(let field): "“\(field):” needs a value"
        case .badValue(let value, let field, let expected):
            "“\(field):” takes \(expected), not “\(value)”"
        case .danglingOr: "OR needs a term on each side"
        case .nothingToFind(let text): "“\(text)” holds neither letter nor digit"
        case .tooLong: "The query is too long"
        }
    }
}
