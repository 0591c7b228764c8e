// SPDX-License-Identifier: GPL-3.0-or-later
// Imports that copy, killed at random and resumed, killed again and resumed: every source file is in the library once, byte
// for byte, and nothing else lies about. 6 kills of imports of 60 files; 100 of 500 where ALBUMEN_STRESS is set.

import Foundation
import TestSupport
import Testing

@Suite("Imports that are killed", .serialized, .timeLimit(.minutes(60)))
struct ImportCrashTests {
    private static let isStress = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
    private static let kills = isStress ? 100 : 6
    /// How often the same import is killed, before it is let end.
    private static let killsOfOne = 2
    /// Enough to find the right time.
    private static let mostRounds = 40
    private static let files = isStress ? 500 : 60
    /// So that a kill finds copies half written: bytes behind the end of a JPEG are the file's.
    private static let padding = [UInt8](repeating: 0x5A, count: 50_000)

    /// Half of the files in each of two folders, under the same names, so that half of the copies need a number; each tenth
    /// is the same as the one before. Their contents.
    private func write(_ ctl: Albumenctl) -> Set<[UInt8]> {
        var contents: Set<[UInt8]> = []
        for number in 0..<Self.files {
            let seed = number % 10 == 9 ? number - 1 : number
            let content = SampleJPEG.bytes(seed: seed, takenAt: "2020:05:05 10:11:12") + Self.padding
            ctl.write("\(number % 2)/\(number / 2).jpg", content)
            contents.insert(content)
        }
        return contents
    }

    @Test("Resumed, they have taken every file once, whole, and left nothing else")
    func killed() async throws {
        // Given how long one takes that nobody kills
        let ctl = Albumenctl()
        let contents = write(ctl)
        let start = ContinuousClock.now
        #expect(try await ctl.run("import", ctl.photos).status == 0)
        var window = ContinuousClock.now - start
        try await expectOnce(contents, ctl, "without a kill")
        var (round, resumed) = (0, 0)
        while round < Self.kills / Self.killsOfOne || resumed == 0 && round < Self.mostRounds {
            switch try await killAndResume(within: window, "round \(round)") {
            case .inTime: resumed += 1
            // Other tests come and go, and with them the time that an import takes.
            case .tooEarly: window = window * 2
            case .tooLate: window = window * 2 / 3
            }
            round += 1
        }
        // And there was something to resume
        #expect(resumed > 0)
    }

    /// How the kills of an import met it.
    private enum Aim {
        case tooEarly
        /// Something was left for the last resumption.
        case inTime
        case tooLate
    }

    private func killAndResume(within whole: Duration, _ moment: String) async throws -> Aim {
        let ctl = Albumenctl()
        let contents = write(ctl)
        // Given an import that is killed, resumed and killed
        for attempt in 0..<Self.killsOfOne {
            let words = attempt == 0 ? ["import", ctl.photos] : ["imports", "resume"]
            let command = try ctl.start(words.map { Array($0.utf8) })
            try await Task.sleep(for: whole * Double.random(in: 0.1..<1))
            command.kill()
        }
        // When it is let end
        let states = try await ctl.run("imports", "list", "--json").objects
            .compactMap { $0["state"] as? String }
        let isOpen = states.contains("interrupted")
        let words = isOpen ? ["imports", "resume", "--json"] : ["import", "--json", ctl.photos]
        let answer = try await ctl.run(words.map { Array($0.utf8) })
        #expect(answer.status == 0, "\(moment): \(answer.messages)")
        // Then everything is there once
        try await expectOnce(contents, ctl, moment)
        let left = try await ctl.run("imports", "list", "--json").objects.filter { $0["left"] as? Int != 0 }
        #expect(left.isEmpty, "\(moment)")
        let doctor = try await ctl.run("doctor")
        #expect(doctor.status == 0, "\(moment): \(doctor.text)")
        if isOpen { return try answer.objects.isEmpty ? .tooLate : .inTime }
        return states.isEmpty ? .tooEarly : .tooLate
    }

    private func expectOnce(_ contents: Set<[UInt8]>, _ ctl: Albumenctl, _ moment: String) async throws {
        let copies = ctl.library + "/Pictures/Albumen/2020/05"
        // Files that begin with a dot too
        let names = try FileManager.default.contentsOfDirectory(atPath: copies)
        let found = names.map { [UInt8](FileManager.default.contents(atPath: copies + "/" + $0) ?? Data()) }
        #expect(found.count == contents.count, "\(moment): \(names.filter { $0.hasPrefix(".") })")
        // Not in the expectation, which would tell them.
        let areSame = Set(found) == contents
        #expect(areSame, "\(moment)")
        // By SQLite's own word, each is an asset
        let sql = "SELECT CAST(name AS TEXT) FROM asset WHERE trashed_at IS NULL AND state = 0"
        let assets = try await runTool("sqlite3", [ctl.library + "/data/catalog.sqlite", sql]).text
            .split(separator: "\n").map(String.init)
        #expect(assets.sorted() == names.sorted(), "\(moment)")
    }
}
