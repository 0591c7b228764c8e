// SPDX-License-Identifier: GPL-3.0-or-later
// Killed in the middle of a change or an import, and two programs at once: the catalog opens, nothing is half done.
// 20 kills and 50 races; 200 and 1,000 where ALBUMEN_STRESS is set, as `make stress` does.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(60)))
struct CrashTests {
    private static let isStress = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
    private static let kills = isStress ? 200 : 20
    private static let races = isStress ? 1_000 : 50
    private static let photos = 40

    let ctl = Albumenctl()

    /// Kills a command after a part of the time that it takes.
    private func kill(_ words: [String], after part: Double, of whole: Duration) async throws {
        let command = try ctl.start(words.map { Array($0.utf8) })
        try await Task.sleep(for: whole * part)
        command.kill()
    }

    private func time(_ words: [String]) async throws -> Duration {
        let start = ContinuousClock.now
        #expect(try await ctl.run(words.map { Array($0.utf8) }).status == 0)
        return ContinuousClock.now - start
    }

    private func count(of title: String) async throws -> Int? {
        try await ctl.run("albums", "--json").objects.first { $0["title"] as? String == title }?["count"]
            as? Int
    }

    @Test("Killed at any moment, a change or an import leaves a whole catalog and no half change")
    func killed() async throws {
        for seed in 0..<Self.photos { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        let importing = try await time(["import", "--reference", ctl.photos])
        let ids = try await ctl.assets().values.compactMap { $0["id"] as? String }
        #expect(ids.count == Self.photos)
        _ = try await ctl.run("album", "create", "All")
        let adding = try await time(["album", "add", "All"] + ids)
        var random = SystemRandomNumberGenerator()
        for round in 0..<Self.kills {
            let part = Double.random(in: 0..<1, using: &random)
            if round.isMultiple(of: 2) {
                // One change of forty members: all or none
                _ = try await ctl.run("album", "create", "Album \(round)")
                try await kill(["album", "add", "Album \(round)"] + ids, after: part, of: adding)
                let members = try #require(try await count(of: "Album \(round)"))
                #expect(members == 0 || members == Self.photos, "round \(round), killed at \(part)")
            } else {
                for seed in 0..<Self.photos {
                    ctl.write("\(round)/\(seed).jpg", SampleJPEG.bytes(seed: round * 1_000 + seed))
                }
                try await kill(
                    ["import", ctl.photos + "/\(round)", "--album", "Import \(round)"], after: part,
                    of: importing)
            }
            let doctor = try await ctl.run("doctor", "--json")
            #expect(doctor.status == 0, "round \(round), killed at \(part): \(doctor.text)")
        }
        // What was cut short can be done again
        #expect(try await ctl.run("album", "add", "All", ids[0]).status == 0)
        #expect(try await ctl.run("import", ctl.photos + "/1").status == 0)
    }

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
            album["type"] as? String == "album" ? album["title"] as? String : nil
        }
        #expect(titles.sorted() == (0..<Self.races).map { "Race \($0)" }.sorted())
    }
}
