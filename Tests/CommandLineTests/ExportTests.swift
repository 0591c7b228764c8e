// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the library: copies of originals, and of the catalog.

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct ExportTests {
    let ctl = Albumenctl()
    private let place = TemporaryFolder()

    @Test func originalsAreCopiedWholeAndNeverOverAnotherFile() async throws {
        // Given two photos of one name, and a file that is in the way
        let bytes = [SampleJPEG.bytes(seed: 1), SampleJPEG.bytes(seed: 2)]
        ctl.write("a/photo.jpg", bytes[0])
        ctl.write("b/photo.jpg", bytes[1])
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let ids = try await ctl.run("assets", "--json").objects.compactMap { $0["id"] as? String }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: place.path("photo.jpg")))
        // When they are exported, and one that is nowhere
        let answer = try await ctl.run(
            (["export", "--json", "--to", place.path] + ids + ["none"]).map { Array($0.utf8) })
        // Then each is there, the file is as it was, and the one that is nowhere is told
        #expect(answer.status == 1)
        #expect(answer.messages.contains("none"))
        let paths = try answer.objects.compactMap { $0["path"] as? String }
        #expect(Set(paths) == [place.path("photo-1.jpg"), place.path("photo-2.jpg")])
        let contents = try paths.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        #expect(Set(contents) == Set(bytes))
        #expect(try String(contentsOfFile: place.path("photo.jpg"), encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 3)
        // A folder that is not there is an error that names it
        let nowhere = try await ctl.run("export", ids[0], "--to", place.path("nowhere"))
        #expect(nowhere.status == 1 && nowhere.messages.contains("nowhere"))
        #expect(try await ctl.run("export", ids[0]).status == 2)
    }

    @Test func aBackupIsTheCatalogAndReplacesNothing() async throws {
        // Given a library with an album
        ctl.write("0.jpg", SampleJPEG.bytes(seed: 0))
        _ = try await ctl.run("import", "--reference", "--album", "Trip", ctl.photos)
        // When it is backed up
        let file = place.path("catalog.backup")
        let answer = try await ctl.run("backup", file)
        #expect(answer.status == 0, "\(answer.messages)")
        // Then SQLite finds the file whole, with the album, and nothing else was left there
        let check = try await runTool(
            "sqlite3",
            [file, "PRAGMA integrity_check; SELECT title FROM album WHERE title <> ''; PRAGMA journal_mode"])
        #expect(check.text == "ok\nTrip\ndelete\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["catalog.backup"])
        // It opens as a library's catalog
        let other = place.path("other/data")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file, toPath: other + "/catalog.sqlite")
        let restored = try await ctl.run("albums", "--json", "--library", place.path("other"))
        #expect(
            try restored.objects.contains { $0["title"] as? String == "Trip" && $0["count"] as? Int == 1 })
        // And a second one does not replace the first
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let second = try await ctl.run("backup", file)
        #expect(second.status == 1 && second.messages.contains("catalog.backup"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try await ctl.run("backup", place.path("nowhere/file")).status == 1)
    }
}
