// SPDX-License-Identifier: GPL-3.0-or-later
// Moving in on the command line.

import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct MigrateTests {
    let ctl = Albumenctl()

    @Test func theReportSaysWhatCameAndWhatDidNot() async throws {
        // Given an export of two photos, one of them broken
        ctl.write("Rome/a.jpg", SampleJPEG.bytes(seed: 1))
        ctl.write("Rome/a.jpg.json", Array(#"[{"XMP:Title": "Forum"}]"#.utf8))
        ctl.write("Rome/b.jpg", [])
        // When it is taken over
        let answer = try await ctl.run("migrate", "apple", ctl.photos, "--json")
        // Then some did not come, and each line is an object
        #expect(answer.status == 1, "\(answer.messages)")
        let lines = try answer.objects
        let topics = lines.map { "\($0["topic"] ?? "") \($0["outcome"] ?? "") \($0["count"] ?? "")" }
        #expect(
            topics == ["photos cameOver 1", "albums cameOver 1", "titles cameOver 1", "photos leftBehind 1"])
        let paths = try #require(lines.last?["paths"] as? [[String: String]])
        #expect(paths == [["path": ctl.photos + "/Rome/b.jpg"]])
        // And it is there, copied, in an album of its own kind
        #expect(try await ctl.assets("--album", "Rome")["a.jpg"]?["title"] as? String == "Forum")
        let albums = try await ctl.run("albums", "--json").objects
        #expect(
            albums.contains {
                $0["subtype"] as? String == "albumSyncedAlbum" && $0["title"] as? String == "Rome"
            })
    }

    @Test func whatCannotBeReadIsToldInWords() async throws {
        ctl.write("photo.db", Array("no database".utf8))
        let answer = try await ctl.run("migrate", "shotwell", ctl.photos)
        #expect(
            answer.status == 1 && answer.messages.contains("is no library of Shotwell"), "\(answer.messages)")
        #expect(try await ctl.run("migrate", "iphoto", ctl.photos).status == 2)
        #expect(try await ctl.run("migrate", "apple", ctl.photos, "--copy", "--reference").status == 2)
    }
}
