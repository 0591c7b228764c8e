// SPDX-License-Identifier: GPL-3.0-or-later
// What a query means.

import Foundation

extension SearchQuery {
    /// The condition on assets. Names of months are those of `locale`, besides English; days of `added:` and
    /// `modified:` those of `timeZone`.
    public func predicate(
        locale: Locale = .current, timeZone: TimeZone = .current
    ) -> AssetPredicate {
        let meaning = SearchMeaning(months: .of(locale), timeZone: timeZone)
        return .all(groups.map { group in .any(group.map(meaning.predicate)) })
    }

    /// Whether it asks for hidden assets, which other fetches leave out.
    var asksForHidden: Bool {
        groups.joined().contains { term in
            guard !term.isNegated, case .field(.is, let values) = term.condition else { return false }
            return values.contains(.flag(.hidden))
        }
    }
}

private struct SearchMeaning {
    var months: MonthNames
    var timeZone: TimeZone

    func predicate(_ term: SearchQuery.Term) -> AssetPredicate {
        let predicate =
            switch term.condition {
            case .words(let words): self.words(words)
            case .field(let field, let values): AssetPredicate.any(values.map { value(field, $0) })
            }
        return term.isNegated ? .not(predicate) : predicate
    }

    /// “june” and “2021” are words, and times as well.
    private func words(_ words: FreeText) -> AssetPredicate {
        guard !words.isPhrase else { return .words(words) }
        if let month = months.month(words.text) { return .any([.words(words), .capturedInMonth(month)]) }
        if words.text.utf8.count == 4, let year = Int(words.text), let range = WallClockRange(year: year) {
            return .any([.words(words), .captured(range)])
        }
        return .words(words)
    }

    private func value(_ field: SearchField, _ value: SearchValue) -> AssetPredicate {
        switch (value, field.values) {
        case (.text(let words), .text(let text)):
            .text(text, words.isPhrase ? .exact(words.text) : .words(words.text))
        case (.number(let range), .number(let number)): .number(number, range)
        case (.days(let range), .days):
            switch field {
            case .added: .added(instants(range))
            case .modified: .modified(instants(range))
            default: .captured(range)
            }
        case (.type(let type), _): type.predicate
        case (.flag(let flag), _): .state(flag)
        // The parser makes no others.
        default: .any([])
        }
    }

    /// Days of the viewer's calendar as instants.
    private func instants(_ range: WallClockRange) -> DateRange {
        func date(_ seconds: Int64?) -> Date? {
            seconds.map {
                let wall = Date(timeIntervalSince1970: TimeInterval($0))
                let guess = wall.addingTimeInterval(-TimeInterval(timeZone.secondsFromGMT(for: wall)))
                // The offset of that day, which may not be that of the same number in UTC.
                return wall.addingTimeInterval(-TimeInterval(timeZone.secondsFromGMT(for: guess)))
            }
        }
        return DateRange(start: date(range.start), end: date(range.end))
    }
}
