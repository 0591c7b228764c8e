// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl assets --query.

import TestSupport
import Testing

@Suite("albumenctl assets --query", .timeLimit(.minutes(30)))
struct QueryTests {
    @Test("A query lists what it finds; one that cannot be read is shown with a mark under the term")
    func query() async throws {
        let ctl = Albumenctl()
        ctl.write("beach_1.jpg", SampleJPEG.bytes(seed: 1))
        ctl.write("forest_2.jpg", SampleJPEG.bytes(seed: 2))
        #expect(try await ctl.run("import", "--reference", ctl.photos).status == 0)
        // When words of a name are searched for
        let found = try await ctl.run("assets", "--json", "--query", "bea -forest type:photo")
        #expect(found.status == 0)
        #expect(try found.objects.map { $0["filename"] as? String } == ["beach_1.jpg"])
        // When a term is wrong
        let wrong = try await ctl.run("assets", "--query", "beach rating:many")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        let lines = wrong.messages.split(separator: "\n").map(String.init)
        #expect(lines.contains("beach rating:many"))
        #expect(lines.contains("             ^~~~"))
        #expect(wrong.messages.contains("“many”"))
        // When two ways of choosing are mixed
        #expect(try await ctl.run("assets", "--query", "a", "--smart", "videos").status == 2)
    }

    @Test func peopleAreListedByName() async throws {
        let ctl = Albumenctl()
        let path = ctl.write("0.jpg", SampleJPEG.bytes(seed: 0))
        try await runTool(
            "exiftool",
            [
                "-q", "-overwrite_original", "-XMP-iptcExt:PersonInImage=Zoë",
                "-XMP-iptcExt:PersonInImage=Ada", path,
            ])
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let people = try await ctl.assets()["0.jpg"]?["people"] as? [[String: Any]]
        #expect(people?.compactMap { $0["name"] as? String } == ["Ada", "Zoë"])
    }
}
