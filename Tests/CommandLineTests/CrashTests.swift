// SPDX-License-Identifier: GPL-3.0-or-later
// Killed in the middle of a change or an import, and two programs at once: the catalog opens, nothing is half done.
// 20 kills and 50 races; 200 and 1,000 where ALBUMEN_STRESS is set, as `make stress` does.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(60)))
struct CrashTests {
    private static let isStress = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
    private static let kills = isStress ? 100 : 10
    private static let races = isStress ? 1_000 : 50
    /// Assets that are put into an album at once.
    private static let members = 40
    /// Files of one import, which enters a hundred at a time: after the first that it tells of, more are to come.
    private static let files = 300
    private static let filesAtOnce = 100

    let ctl = Albumenctl()

    private func run(_ words: [String]) async throws -> ToolResult {
        try await ctl.run(words.map { Array($0.utf8) })
    }

    private func time(_ words: [String]) async throws -> Duration {
        let start = ContinuousClock.now
        #expect(try await run(words).status == 0)
        return ContinuousClock.now - start
    }

    private func expectClean(_ moment: String) async throws {
        let doctor = try await ctl.run("doctor", "--json")
        #expect(doctor.status == 0, "\(moment): \(doctor.text)")
    }

    // MARK: Changes

    private func count(of title: String) async throws -> Int? {
        try await ctl.run("albums", "--json").objects.first { $0["title"] as? String == title }?["count"]
            as? Int
    }

    @Test("Killed at any moment, a change is whole or not there")
    func killedChanges() async throws {
        for seed in 0..<Self.members { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        #expect(try await ctl.run("import", "--reference", ctl.photos).status == 0)
        let ids = try await ctl.assets().values.compactMap { $0["id"] as? String }
        #expect(ids.count == Self.members)
        _ = try await ctl.run("album", "create", "All")
        let whole = try await time(["album", "add", "All"] + ids)
        for round in 0..<Self.kills {
            // When a change of forty members is killed after a part of the time that it takes
            let title = "Album \(round)"
            _ = try await ctl.run("album", "create", title)
            let part = Double.random(in: 0..<1)
            let command = try ctl.start((["album", "add", title] + ids).map { Array($0.utf8) })
            try await Task.sleep(for: whole * part)
            command.kill()
            // Then all or none are there
            try await expectClean("round \(round), killed at \(part)")
            let count = try #require(try await count(of: title))
            #expect(count == 0 || count == Self.members, "round \(round), killed at \(part)")
        }
        #expect(try await ctl.run("album", "add", "All", ids[0]).status == 0)
    }

    // MARK: Imports

    /// Writes the files of one import; their folder.
    private func writeFiles(_ round: Int) -> String {
        for seed in 0..<Self.files {
            ctl.write(
                "\(round)/\(round)-\(seed).jpg",
                SampleJPEG.bytes(seed: round * 1_000 + seed, takenAt: "2020:05:05 10:11:12"))
        }
        return ctl.photos + "/\(round)"
    }

    /// Where they are copied to: all in one month.
    private var copies: String { ctl.library + "/Pictures/Albumen/2020/05" }

    /// How many of an import's files the catalog has, by SQLite's own word, which finds it whole too.
    private func enteredCount(_ round: Int) async throws -> Int {
        let sql = """
            PRAGMA integrity_check; SELECT count(*) FROM asset WHERE CAST(name AS TEXT) LIKE '\(round)-%'
            """
        let lines = try await runTool("sqlite3", [ctl.library + "/data/catalog.sqlite", sql]).text
            .split(separator: "\n")
        #expect(lines.first == "ok", "round \(round)")
        return try #require(lines.last.flatMap { Int($0) })
    }

    /// Every copy with a name is its original to the last byte; how many there are.
    private func expectWholeCopies(_ round: Int) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: copies)
            .filter { $0.hasPrefix("\(round)-") }
        for name in names {
            let original = FileManager.default.contents(atPath: ctl.photos + "/\(round)/" + name)
            #expect(
                original != nil && original == FileManager.default.contents(atPath: copies + "/" + name),
                "\(name)")
        }
        return names.count
    }

    @Test("Killed at any moment, an import leaves a whole catalog, whole copies, and all that it has told of")
    func killedImports() async throws {
        let whole = try await time(["import", writeFiles(0)])
        var entered: [Int] = []
        for round in 1...Self.kills {
            let folder = writeFiles(round)
            let command = try ctl.start(["import", folder].map { Array($0.utf8) })
            // When it is killed after a part of its time, or once it has told of so many files
            if round.isMultiple(of: 2) {
                try await Task.sleep(for: whole * Double.random(in: 0..<1))
            } else {
                let lines = Int.random(in: 1...Self.filesAtOnce)
                try #require(await command.hasWritten(lines: lines), "\(command.messages)")
            }
            command.kill()
            // Then what it told of is there, and nothing by half
            try await expectClean("round \(round), \(command.lineCount) told")
            let count = try await enteredCount(round)
            #expect(count >= command.lineCount, "round \(round)")
            #expect(try expectWholeCopies(round) >= count, "round \(round)")
            entered.append(count)
        }
        // And there were imports to kill: some had begun, some of those had not ended
        #expect(entered.contains { $0 > 0 } && entered.contains { 0 < $0 && $0 < Self.files }, "\(entered)")
        // When each is done again, then every file has one asset and one copy, and no rest lies beside
        for round in 1...Self.kills {
            #expect(try await ctl.run("import", ctl.photos + "/\(round)").status == 0)
            #expect(try await enteredCount(round) == Self.files)
            #expect(try expectWholeCopies(round) == Self.files)
        }
        let all = try FileManager.default.contentsOfDirectory(atPath: copies)
        #expect(all.count == Self.files * (Self.kills + 1))
        try await expectClean("in the end")
    }

    // MARK: Races

    @Test("Two programs that want the same album at once get one album")
    func races() async throws {
        let file = ctl.write("a.jpg", SampleJPEG.bytes(seed: 1))
        #expect(try await ctl.run("import", "--reference", file).status == 0)
        for round in 0..<Self.races {
            let words = ["import", "--reference", file, "--album", "Race \(round)"].map { Array($0.utf8) }
            let commands = [try ctl.start(words), try ctl.start(words)]
            for command in commands {
                #expect(try await command.end(within: toolLimit) == 0, "round \(round)")
            }
        }
        let titles = try await ctl.run("albums", "--json").objects.compactMap { album in
            album["subtype"] as? String == "albumRegular" ? album["title"] as? String : nil
        }
        #expect(titles.sorted() == (0..<Self.races).map { "Race \($0)" }.sorted())
    }
}
