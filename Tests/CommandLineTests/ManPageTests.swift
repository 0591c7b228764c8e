// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl(1) says what albumenctl --help says: the same commands with the same operands and options.

import Foundation
import TestSupport
import Testing

@Suite("albumenctl(1)", .timeLimit(.minutes(30)))
struct ManPageTests {
    let ctl = Albumenctl()

    @Test("has every command of the help with its options, and no other")
    func commands() async throws {
        // Given what the program itself says it can do
        let help = try await ctl.run("--help").text
        var said: Set<[String]> = []
        for usage in Self.rows(of: "Commands", in: help) {
            // The command's own words are in small letters; what follows stands for something.
            let words = usage.prefix { $0.first?.isLowercase ?? false }
            let itsHelp = try await ctl.run((words + ["--help"]).map { Array($0.utf8) }).text
            let options = Self.rows(of: "Options", in: itsHelp)
            said.insert(Array(words) + (usage.dropFirst(words.count) + options.joined()).sorted())
        }
        try #require(said.contains(["rate", "ID...", "STARS"]))
        // When the page is read
        let page = try Self.page()
        let commands = try #require(Self.section("COMMANDS", of: page))
        let written = Self.items(of: commands).map { item in
            let words = item.prefix { $0.first?.isLowercase ?? false }
            return Array(words) + item.dropFirst(words.count).sorted()
        }
        // Then both say the same
        #expect(Set(written) == said, "\(Set(written).symmetricDifference(said))")
        #expect(written.count == said.count)
        // And so do they of the options of every command
        let global = try #require(Self.section("OPTIONS", of: page))
        #expect(
            Set(Self.items(of: global)) == Set(Self.rows(of: "Options of every command", in: help)))
    }

    /// The first column under a heading of the help, as words without brackets.
    private static func rows(of heading: String, in help: String) -> [[String]] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "\(heading):") else { return [] }
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map { line in
            words(of: String(line.dropFirst(2)).components(separatedBy: "  ")[0])
        }
    }

    /// What stands under `.SH NAME`.
    private static func section(_ name: String, of page: String) -> String? {
        page.components(separatedBy: "\n.SH ").first { $0.hasPrefix(name + "\n") }
    }

    /// The line after each `.TP`, as words without fonts and brackets.
    private static func items(of section: String) -> [[String]] {
        section.components(separatedBy: "\n.TP\n").dropFirst().map { item in
            let line = String(item.prefix { $0 != "\n" })
            let plain = line.replacing(#/\\f[BIR]/#, with: "").replacing(#"\-"#, with: "-")
            return words(of: plain)
        }
    }

    private static func words(of text: String) -> [String] {
        text.replacing("…", with: "...").filter { !"[]|".contains($0) }.split(separator: " ")
            .map(String.init)
    }

    private static func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../data/man/albumenctl.1")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
