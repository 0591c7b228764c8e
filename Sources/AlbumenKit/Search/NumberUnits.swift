// SPDX-License-Identifier: GPL-3.0-or-later
// How people write the numbers of each field, and how exactly they mean them.

import Foundation

struct NumberUnits {
    private let field: SearchField

    init(_ field: SearchField) { self.field = field }

    struct Number {
        /// In the field's own unit.
        var value: Double
        /// The last digit that was written, in the same unit.
        var step: Double
    }

    /// What the field takes, in words.
    var words: String {
        switch field {
        case .rating: "a number of stars, 0 to 5, or a range such as 3..5"
        case .size: "a size such as 5MB, >1GB or 1MB..5MB"
        case .f: "an f-number such as 2.8, or <2.8"
        case .exposure: "a time such as 1/250, or >=1s"
        case .focal: "a focal length such as 50mm, or 24..70"
        case .duration: "a time such as 30s, 1:30 or >5min"
        default: "a number, or a range such as 100..800 or >=400"
        }
    }

    /// Above it nothing is asked for seriously, and a Double still counts in whole numbers.
    private static let largest = 1e15

    private var units: [String: Double] {
        switch field {
        case .size:
            [
                "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6, "g": 1e9,
                "kib": 1_024, "mib": 1_048_576, "gib": 1_073_741_824,
            ]
        case .duration: ["": 1, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3_600]
        case .exposure: ["": 1, "s": 1, "ms": 1e-3]
        case .focal: ["": 1, "mm": 1]
        case .width, .height: ["": 1, "px": 1]
        default: ["": 1]
        }
    }

    func number(_ text: Substring) -> Number? {
        var text = text.lowercased()[...]
        if field == .f, text.hasPrefix("f/") { text = text.dropFirst(2) }
        if field == .exposure, let slash = text.firstIndex(of: "/") {
            guard let over = decimal(text[..<slash]), let under = number(text[text.index(after: slash)...]),
                under.value > 0
            else { return nil }
            return Number(value: over.value / under.value, step: 0)
        }
        if field == .duration, let colon = text.firstIndex(of: ":") {
            guard let minutes = decimal(text[..<colon]),
                let seconds = decimal(text[text.index(after: colon)...]), seconds.value < 60
            else { return nil }
            return Number(value: minutes.value * 60 + seconds.value, step: seconds.step)
        }
        let letters = text.reversed().prefix { ("a"..."z").contains($0) }
        guard let unit = units[String(letters.reversed())],
            let number = decimal(text.dropLast(letters.count)), number.value * unit <= Self.largest
        else { return nil }
        return Number(value: number.value * unit, step: number.step * unit)
    }

    /// Digits, perhaps a point and more digits: nothing else that `Double` would read.
    private func decimal(_ text: Substring) -> Number? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }),
            let value = Double(text), value.isFinite
        else { return nil }
        let decimals = parts.count == 2 ? parts[1].utf8.count : 0
        return Number(value: value, step: pow(10, -Double(decimals)))
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Measures mean what rounds to them: 5MB is 4.5 to 5.5 MB. Counts mean themselves.
    func exactly(_ number: Number) -> NumberRange {
        switch field {
        case .exposure:
            // Cameras name 1/128 as 1/125.
            return NumberRange(lower: number.value * 0.96, upper: number.value * 1.04)
        case .size where number.step > 1, .duration, .f, .focal:
            let half = number.step / 2
            return NumberRange(
                lower: max(0, number.value - half), upper: number.value + half, includesUpper: false)
        default: return .exactly(number.value)
        }
    }

    /// A range as the query language writes it: read again, it is the same.
    func spelling(_ range: NumberRange) -> String {
        switch (range.lower, range.upper) {
        case (let lower?, let upper?):
            // A measure that stands alone means what rounds to it.
            if lower == upper, range == exactly(Number(value: lower, step: 1)) { return Self.digits(lower) }
            return "\(Self.digits(lower))..\(range.includesUpper ? "" : "<")\(Self.digits(upper))"
        case (let lower?, nil): return (range.includesLower ? ">=" : ">") + Self.digits(lower)
        case (nil, let upper?): return (range.includesUpper ? "<=" : "<") + Self.digits(upper)
        case (nil, nil): return ">=0"
        }
    }

    private static func digits(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        let text = "\(value)"
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
        else { return text }
        // `Double` writes what is smaller than 0.0001 as 5e-05; the language has no exponents.
        return "0." + String(repeating: "0", count: max(0, -exponent - 1))
            + text[..<mark].filter { $0 != "." }
    }
}
