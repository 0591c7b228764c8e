// SPDX-License-Identifier: GPL-3.0-or-later
// From the text of one value to what its field takes.

/// Reads one value.
struct SearchValueParser {
    var field: SearchField
    var text: String
    var isQuoted: Bool
    /// Of the value in the query, for errors.
    var range: Range<String.Index>

    func value() throws(SearchError) -> SearchValue {
        switch field.values {
        case .text: return try words()
        case .type:
            guard let type = SearchType(name: text) else {
                throw bad("one of \(SearchType.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .type(type)
        case .flag:
            guard let flag = AssetFlag(name: text) else {
                throw bad("one of \(AssetFlag.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .flag(flag)
        case .number:
            let units = NumberUnits(field)
            guard let bounds = Bounds(text, read: units.number) else { throw bad(units.words) }
            return .number(try numbers(bounds, units))
        case .days:
            guard let bounds = Bounds(text, read: Self.span), let range = days(bounds) else {
                throw bad("a year, month or day, such as 2021, 2021-06 or 2021-06-12")
            }
            return .days(range)
        }
    }

    private func bad(_ expected: String) -> SearchError {
        SearchError(.badValue(text, field: field.rawValue, expected: expected), range)
    }

    private func words() throws(SearchError) -> SearchValue {
        let words = FreeText(text, isPhrase: isQuoted)
        // An exact title may be of any characters.
        guard isQuoted || !TextFinder(words).isEmpty else {
            throw SearchError(.nothingToFind(text), range)
        }
        return .text(words)
    }

    // MARK: Bounds

    /// `a`, `>=a`, `a..b` and their like.
    private enum Bounds<Bound> {
        case exactly(Bound)
        case between(Bound?, Bound?, includesLower: Bool, includesUpper: Bool)

        init?(_ text: String, read: (Substring) -> Bound?) {
            for (mark, isLower, isIncluded) in [
                (">=", true, true), ("<=", false, true), (">", true, false), ("<", false, false),
            ] where text.hasPrefix(mark) {
                guard let bound = read(text.dropFirst(mark.count)) else { return nil }
                self = .between(
                    isLower ? bound : nil, isLower ? nil : bound, includesLower: isIncluded,
                    includesUpper: isIncluded)
                return
            }
            guard let dots = Self.dots(text) else {
                guard let bound = read(text[...]) else { return nil }
                self = .exactly(bound)
                return
            }
            let (left, right) = (text[..<dots.lowerBound], text[dots.upperBound...])
            let isOpen = right.first == "<"
            let end = isOpen ? right.dropFirst() : right
            if left.isEmpty && end.isEmpty { return nil }
            let (lower, upper) = (read(left), read(end))
            if (lower == nil) != left.isEmpty || (upper == nil) != end.isEmpty { return nil }
            self = .between(lower, upper, includesLower: true, includesUpper: !isOpen)
        }

        private static func dots(_ text: String) -> Range<String.Index>? {
            var index = text.startIndex
            while index < text.endIndex {
                if text[index...].hasPrefix("..") { return index..<text.index(index, offsetBy: 2) }
                index = text.index(after: index)
            }
            return nil
        }
    }

    // MARK: Numbers

    private func numbers(_ bounds: Bounds<NumberUnits.Number>, _ units: NumberUnits)
        throws(SearchError) -> NumberRange
    {
        switch bounds {
        case .exactly(let number): return units.exactly(number)
        case .between(let lower, let upper, let includesLower, let includesUpper):
            if let lower, let upper, lower.value > upper.value {
                throw bad("the smaller number first")
            }
            return NumberRange(
                lower: lower?.value, upper: upper?.value, includesLower: lower == nil || includesLower,
                includesUpper: upper == nil || includesUpper)
        }
    }

    // MARK: Days

    /// `2021`, `2021-06` or `2021-06-12`.
    private static func span(_ text: Substring) -> WallClockRange? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
            parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
        else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count else { return nil }
        return WallClockRange(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }

    private func days(_ bounds: Bounds<WallClockRange>) -> WallClockRange? {
        switch (bounds, field) {
        case (.exactly(let span), .before): return WallClockRange(end: span.start)
        case (.exactly(let span), .after): return WallClockRange(start: span.end)
        case (.between, .before), (.between, .after): return nil
        case (.exactly(let span), _): return span
        case (.between(let lower, let upper, let includesLower, let includesUpper), _):
            let range = WallClockRange(
                start: includesLower ? lower?.start : lower?.end,
                end: includesUpper ? upper?.end : upper?.start)
            if let start = range.start, let end = range.end, start > end { return nil }
            return range
        }
    }
}
