// SPDX-License-Identifier: GPL-3.0-or-later
// Imports that copy, killed at random and resumed, killed again and resumed: every source file is in the library once, byte
// for byte, and nothing else lies about. 5 rounds of 60 files; 100 of 500 where ALBUMEN_STRESS is set.

import Foundation
import TestSupport
import Testing

@Suite("Imports that are killed", .serialized, .timeLimit(.minutes(60)))
struct ImportCrashTests {
    private static let isStress = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
    private static let rounds = isStress ? 100 : 5
    private static let files = isStress ? 500 : 60
    /// So that a kill finds copies half written: bytes behind the end of a JPEG are the file's.
    private static let padding = [UInt8](repeating: 0x5A, count: 200_000)
    /// How often the same import is killed, before it is let end.
    private static let killsOfOne = 2

    let ctl = Albumenctl()

    private func run(_ words: [String]) async throws -> ToolResult {
        try await ctl.run(words.map { Array($0.utf8) })
    }

    /// Half of the files in each of two folders, under the same names, so that half of the copies need a number; each tenth
    /// is the same as the one before. Their contents.
    private func write(_ round: Int) -> Set<[UInt8]> {
        var contents: Set<[UInt8]> = []
        for number in 0..<Self.files {
            let seed = round * 10_000 + (number % 10 == 9 ? number - 1 : number)
            let content = SampleJPEG.bytes(seed: seed, takenAt: "2020:05:05 10:11:12") + Self.padding
            ctl.write("\(round)/\(number % 2)/\(round)-\(number / 2).jpg", content)
            contents.insert(content)
        }
        return contents
    }

    private var copies: String { ctl.library + "/Pictures/Albumen/2020/05" }

    /// Starts a command, and kills it after a part of the time that a whole import takes.
    private func kill(_ words: [String], within whole: Duration) async throws {
        let command = try ctl.start(words.map { Array($0.utf8) })
        try await Task.sleep(for: whole * Double.random(in: 0.1..<1))
        command.kill()
    }

    @Test("Resumed, they have taken every file once, whole, and left nothing else")
    func killed() async throws {
        let start = ContinuousClock.now
        var contents = write(0)
        #expect(try await run(["import", ctl.photos + "/0"]).status == 0)
        let whole = ContinuousClock.now - start
        var resumed = 0
        for round in 1...Self.rounds {
            // Given an import that is killed, resumed and killed
            contents.formUnion(write(round))
            let folder = ctl.photos + "/\(round)"
            try await kill(["import", folder], within: whole)
            for _ in 1..<Self.killsOfOne { try await kill(["imports", "resume"], within: whole) }
            // When it is let end
            let open = try await run(["imports", "list", "--json"]).objects
                .first { $0["state"] as? String == "interrupted" }
            if open == nil {
                // It was killed before it was noted, or had ended.
                #expect(try await run(["import", folder]).status == 0)
            } else {
                let answer = try await run(["imports", "resume", "--json"])
                #expect(answer.status == 0, "round \(round): \(answer.messages)")
                resumed += try answer.objects.isEmpty ? 0 : 1
            }
            // Then everything is there once
            try await expectOnce(contents, "round \(round)")
            let left = try await run(["imports", "list", "--json"]).objects.filter { $0["left"] as? Int != 0 }
            #expect(left.isEmpty, "round \(round)")
        }
        // And there was something to resume
        #expect(resumed > 0)
        let doctor = try await run(["doctor"])
        #expect(doctor.status == 0, "\(doctor.text)")
    }

    private func expectOnce(_ contents: Set<[UInt8]>, _ moment: String) async throws {
        // Files that begin with a dot too
        let names = try FileManager.default.contentsOfDirectory(atPath: copies)
        let found = names.map { [UInt8](FileManager.default.contents(atPath: copies + "/" + $0) ?? Data()) }
        #expect(found.count == contents.count, "\(moment): \(names.filter { $0.hasPrefix(".") })")
        #expect(Set(found) == contents, "\(moment)")
        // By SQLite's own word, each is an asset
        let sql = "SELECT CAST(name AS TEXT) FROM asset WHERE trashed_at IS NULL AND state = 0"
        let assets = try await runTool("sqlite3", [ctl.library + "/data/catalog.sqlite", sql]).text
            .split(separator: "\n").map(String.init)
        #expect(assets.sorted() == names.sorted(), "\(moment)")
    }
}
