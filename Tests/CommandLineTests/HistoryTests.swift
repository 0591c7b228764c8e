// SPDX-License-Identifier: GPL-3.0-or-later
// history and watch: what one process does, another sees.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct HistoryTests {
    let ctl = Albumenctl()

    @Test func whatHappenedSinceATokenIsToldAndWatchedAsItHappens() async throws {
        // Given a photo, and a point in history
        ctl.write("0.jpg", SampleJPEG.bytes(seed: 0))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let id = try #require(try await ctl.assets()["0.jpg"]?["id"] as? String)
        let token = try #require(try await ctl.run("history", "--json").objects.last?["token"] as? String)
        // When somebody watches while another process makes the photo a favourite
        let watcher = try ctl.start(["watch", "--json"].map { Array($0.utf8) })
        defer { watcher.kill() }
        #expect(await watcher.hasWritten(lines: 1), "\(watcher.messages)")
        #expect(try await ctl.run("favorite", id).status == 0)
        // Then the watcher is told
        #expect(await watcher.hasWritten(lines: 2), "\(watcher.messages)")
        let seen = try #require(jsonLines(watcher.output).last)
        #expect((seen["assets"] as? [String: [String]])?["updated"] == [id])
        // And the history has it
        let history = try await ctl.run("history", "--json", "--since", token).objects
        #expect(history.count == 2)
        #expect((history[0]["assets"] as? [String: [String]])?["updated"] == [id])
        #expect(history[1]["token"] as? String == history[0]["token"] as? String)
        // And from there on nothing happened
        let now = try #require(history[1]["token"] as? String)
        #expect(try await ctl.run("history", "--json", "--since", now).objects.count == 1)
        #expect(try await ctl.run("history", "--since", "yesterday").status == 2)
    }
}
