// SPDX-License-Identifier: GPL-3.0-or-later
// From text to terms. Any text gives terms or an error: what is not understood is never passed on.

/// Reads a query from front to back, by scalars: a mark combined with a quotation mark is no quotation mark.
struct SearchParser {
    private let text: String
    private var position: String.Index

    private typealias Scalars = Substring.UnicodeScalarView

    static func groups(_ text: String) throws(SearchError) -> [[SearchQuery.Term]] {
        guard text.utf8.count <= SearchQuery.longestText else {
            throw SearchError(.tooLong, text.startIndex..<text.endIndex)
        }
        var parser = SearchParser(text)
        return try parser.groups()
    }

    private init(_ text: String) {
        self.text = text
        position = text.startIndex
    }

    // MARK: Groups and terms

    private mutating func groups() throws(SearchError) -> [[SearchQuery.Term]] {
        var groups: [[SearchQuery.Term]] = []
        var count = 0
        var openOr: Range<String.Index>?
        skipBlanks()
        while position < text.endIndex {
            let start = position
            if takeOr() {
                guard openOr == nil, !groups.isEmpty else { throw SearchError(.danglingOr, start..<position) }
                openOr = start..<position
            } else {
                let term = try term()
                count += 1
                guard count <= SearchQuery.mostTerms else { throw SearchError(.tooLong, start..<position) }
                if openOr != nil {
                    groups[groups.count - 1].append(term)
                } else {
                    groups.append([term])
                }
                openOr = nil
            }
            skipBlanks()
        }
        if let openOr { throw SearchError(.danglingOr, openOr) }
        return groups
    }

    private mutating func takeOr() -> Bool {
        let rest = text.unicodeScalars[position...]
        guard rest.starts(with: "OR".unicodeScalars),
            rest.dropFirst(2).first.map({ $0.isBlank }) ?? true
        else { return false }
        position = text.unicodeScalars.index(position, offsetBy: 2)
        return true
    }

    private mutating func term() throws(SearchError) -> SearchQuery.Term {
        let start = position
        let isNegated = take("-")
        if let next = current, !next.isBlank {
            return SearchQuery.Term(isNegated: isNegated, condition: try condition())
        }
        throw SearchError(.nothingToFind("-"), start..<position)
    }

    private mutating func condition() throws(SearchError) -> SearchQuery.Condition {
        let start = position
        if let field = try field() {
            let values = try values(of: field, start: start)
            // What is before or after a day is a range of days.
            return .field(field == .before || field == .after ? .date : field, values)
        }
        let words =
            if let phrase = try phrase() {
                FreeText(phrase, isPhrase: true)
            } else {
                FreeText(take { !$0.isBlank })
            }
        guard !TextFinder(words).isEmpty else {
            throw SearchError(.nothingToFind(words.text), start..<position)
        }
        return .words(words)
    }

    // MARK: Fields

    /// The field whose name and colon stand here. Letters and a colon are always meant as one; the scheme of an
    /// address is not.
    private mutating func field() throws(SearchError) -> SearchField? {
        let start = position
        let name = take { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
        let rest = text.unicodeScalars[position...]
        guard !name.isEmpty, rest.first == ":", !rest.starts(with: "://".unicodeScalars) else {
            position = start
            return nil
        }
        guard let field = SearchField(name: name) else {
            throw SearchError(.unknownField(name), start..<position)
        }
        position = text.unicodeScalars.index(after: position)
        return field
    }

    private mutating func values(of field: SearchField, start: String.Index)
        throws(SearchError) -> [SearchValue]
    {
        var values: [SearchValue] = []
        repeat {
            let valueStart = position
            let phrase = try phrase()
            let word = phrase ?? take { !$0.isBlank && $0 != "," }
            guard !word.isEmpty else {
                throw SearchError(.missingValue(field: field.rawValue), start..<position)
            }
            let parser = SearchValueParser(
                field: field, text: word, isQuoted: phrase != nil, range: valueStart..<position)
            values.append(try parser.value())
        } while take(",")
        return values
    }

    // MARK: Reading

    /// What stands between quotation marks here; nil where there is none. A backslash makes the next character
    /// an ordinary one.
    private mutating func phrase() throws(SearchError) -> String? {
        guard let first = current, first.isQuote else { return nil }
        let start = position
        advance()
        var content = String.UnicodeScalarView()
        while let scalar = current {
            advance()
            if scalar.isQuote { return String(content) }
            if scalar == "\\", let next = current {
                content.append(next)
                advance()
            } else {
                content.append(scalar)
            }
        }
        throw SearchError(.unclosedQuote, start..<position)
    }

    private var current: Unicode.Scalar? {
        position < text.endIndex ? text.unicodeScalars[position] : nil
    }

    private mutating func advance() { text.unicodeScalars.formIndex(after: &position) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        advance()
        return true
    }

    private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let scalar = current, isWanted(scalar) { advance() }
        return String(text.unicodeScalars[start..<position])
    }

    private mutating func skipBlanks() { _ = take { $0.isBlank } }
}

extension Unicode.Scalar {
    /// Separates terms. Control characters do: they are nothing that anybody types.
    fileprivate var isBlank: Bool {
        properties.isWhitespace || properties.generalCategory == .control
    }

    /// Straight or as typographers set it.
    var isQuote: Bool { self == "\"" || self == "“" || self == "”" || self == "„" }
}
