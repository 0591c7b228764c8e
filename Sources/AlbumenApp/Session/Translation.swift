// SPDX-License-Identifier: GPL-3.0-or-later
// The words people read, translated when they are shown. Arguments are literals, so that tools can collect them.

import CAdwaita
import Glibc

/// The gettext domain, also the name of the installed .mo files.
let translationDomain = "albumen"

/// The translation of an English literal, with `{name}` filled in from `values`.
func tr(_ text: String, _ values: [String: String] = [:]) -> String {
    // An untranslated text comes back as the very pointer that went in: it must live until it was copied.
    fill(text.withCString { String(cString: g_dgettext(translationDomain, $0)) }, values)
}

/// The translation for a count; `{count}` is filled in with the grouped number.
func ntr(_ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:]) -> String {
    let text = one.withCString { one in
        many.withCString { many in
            String(cString: g_dngettext(translationDomain, one, many, UInt(count.magnitude)))
        }
    }
    return fill(text, values.merging(["count": formatted(count)]) { value, _ in value })
}

/// A number as people write it: digits in groups of three, with the locale's separator.
func formatted(_ number: Int) -> String {
    let separator = groupSeparator
    var digits = String(number.magnitude)
    var position = digits.count - 3
    while position > 0 {
        digits.insert(contentsOf: separator, at: digits.index(digits.startIndex, offsetBy: position))
        position -= 3
    }
    return number < 0 ? "−" + digits : digits
}

/// The locale's separator; a comma where the locale has none, as C.UTF-8, whose language is English.
private let groupSeparator: String = {
    guard let separator = localeconv().pointee.thousands_sep, separator.pointee != 0 else { return "," }
    return String(cString: separator)
}()

private func fill(_ text: String, _ values: [String: String]) -> String {
    guard !values.isEmpty else { return text }
    var result = ""
    var rest = Substring(text)
    // One pass, so that a value that itself holds braces (a file name) is left as it is.
    while let open = rest.firstIndex(of: "{") {
        result += rest[..<open]
        guard let close = rest[open...].firstIndex(of: "}") else { return result + rest[open...] }
        let name = String(rest[rest.index(after: open)..<close])
        result += values[name] ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    return result + rest
}
