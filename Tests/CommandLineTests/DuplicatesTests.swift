// SPDX-License-Identifier: GPL-3.0-or-later
// What is there twice, on the command line.

import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct DuplicatesTests {
    let ctl = Albumenctl()

    @Test func picturesThatLookAlikeAreListedTheBestFirstAndNeverMergedUnasked() async throws {
        // Given a picture in two sizes, and another
        let large = ctl.photos + "/large.png"
        try await runTool("convert", ["-size", "640x480", "-seed", "4", "plasma:fractal", large])
        try await runTool("convert", [large, "-resize", "50%", ctl.photos + "/small.jpg"])
        let other = ctl.photos + "/other.png"
        try await runTool("convert", ["-size", "640x480", "-seed", "8", "plasma:fractal", other])
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let assets = try await ctl.assets()
        let ids = try ["large.png", "small.jpg"].map { try #require(assets[$0]?["id"] as? String) }
        // When what is identical is merged
        let answer = try await ctl.run("duplicates", "--merge", "--json")
        // Then the two are told, and are there as before
        #expect(answer.status == 0, "\(answer.messages)")
        let groups = try answer.objects
        #expect(groups.count == 1)
        #expect(groups.first?["likeness"] as? String == "similar")
        #expect(groups.first?["ids"] as? [String] == ids)
        #expect(groups.first?["merged"] as? Bool == false)
        #expect(try await ctl.assets().count == 3)
    }
}
