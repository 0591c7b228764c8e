// SPDX-License-Identifier: GPL-3.0-or-later
// A query as people type it: its terms, and their way back to text.

import Foundation

/// What a person searches for. All groups have to match; of a group, one term.
///
///     beach "long island" keyword:a,b rating:>=3 date:2021-06 type:video -is:favorite june 2021 OR 2022
///
/// `description` is the same query in one canonical spelling.
public struct SearchQuery: Sendable {
    /// Bytes of UTF-8.
    public static let longestText = 4_096
    public static let mostTerms = 100

    struct Term: Sendable, Hashable {
        var isNegated = false
        var condition: Condition
    }

    enum Condition: Sendable, Hashable {
        case words(FreeText)
        /// One of the values.
        case field(SearchField, [SearchValue])
    }

    let groups: [[Term]]

    /// Throws at the first term that cannot be understood. A text of blanks finds everything.
    public init(parsing text: String) throws(SearchError) {
        groups = try SearchParser.groups(text)
    }
}

/// A value of a field.
enum SearchValue: Sendable, Hashable {
    case text(FreeText)
    case number(NumberRange)
    case days(WallClockRange)
    case type(SearchType)
    case flag(AssetFlag)
}

extension SearchQuery: Hashable {
    /// Equal when they ask the same, however they were typed.
    public static func == (a: SearchQuery, b: SearchQuery) -> Bool { a.groups == b.groups }
    public func hash(into hasher: inout Hasher) { hasher.combine(groups) }
}

extension SearchQuery: CustomStringConvertible {
    public var description: String {
        groups.map { $0.map(\.description).joined(separator: " OR ") }.joined(separator: " ")
    }
}

extension SearchQuery.Term: CustomStringConvertible {
    var description: String { (isNegated ? "-" : "") + condition.description }
}

extension SearchQuery.Condition: CustomStringConvertible {
    var description: String {
        switch self {
        case .words(let words): words.spelling
        case .field(let field, let values):
            field.rawValue + ":" + values.map { $0.spelling(in: field) }.joined(separator: ",")
        }
    }
}

extension FreeText {
    /// As the language writes it.
    var spelling: String {
        guard isPhrase else { return text }
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
            .replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

extension SearchValue {
    func spelling(in field: SearchField) -> String {
        switch self {
        case .text(let words): words.spelling
        case .number(let range): NumberUnits(field).spelling(range)
        case .days(let range): range.spelling
        case .type(let type): type.rawValue
        case .flag(let flag): flag.rawValue
        }
    }
}
