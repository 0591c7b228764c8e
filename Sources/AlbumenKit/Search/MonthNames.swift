// SPDX-License-Identifier: GPL-3.0-or-later
// Names of months in free text: “june 2021” is a time.

import Foundation
import Synchronization

/// Months by their names, in English and in the person's language, whole or in their first three letters or more.
struct MonthNames: Sendable {
    private var months: [String: Int] = [:]

    /// Making them asks the locale's data, which takes milliseconds: once for each.
    private static let known = Mutex<[String: MonthNames]>([:])

    static func of(_ locale: Locale) -> MonthNames {
        known.withLock { known in
            if let names = known[locale.identifier] { return names }
            let names = MonthNames(locale)
            known[locale.identifier] = names
            return names
        }
    }

    private init(_ locale: Locale) {
        for locale in [locale, Locale(identifier: "en_US_POSIX")] {
            let formatter = DateFormatter()
            formatter.locale = locale
            let names: [[String]?] = [
                formatter.monthSymbols, formatter.standaloneMonthSymbols, formatter.shortMonthSymbols,
                formatter.shortStandaloneMonthSymbols,
            ]
            for list in names.compactMap({ $0 }) {
                for (index, name) in list.enumerated() {
                    let folded = TextFolding.folded(name).filter { $0 != "." }
                    // A number is no name: some languages call months so.
                    if folded.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) {
                        months[folded] = index + 1
                    }
                }
            }
        }
    }

    func month(_ word: String) -> Int? { months[TextFolding.folded(word)] }
}
