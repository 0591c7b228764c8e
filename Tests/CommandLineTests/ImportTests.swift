// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct ImportTests {
    let ctl = Albumenctl()

    @Test func aFolderOfOddThingsEndsWithAVerdictForEach() async throws {
        // Given a folder with all that may be found in one
        ctl.write(Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), SampleJPEG.bytes(seed: 1))
        ctl.write("new\nline.jpg", SampleJPEG.bytes(seed: 2))
        ctl.write("-rf.jpg", SampleJPEG.bytes(seed: 3))
        ctl.write("really a jpeg.png", SampleJPEG.bytes(seed: 4))
        ctl.write("no extension", SampleJPEG.bytes(seed: 5))
        ctl.write("zero.jpg", [])
        ctl.write("page.jpg", Array("<!DOCTYPE html><html></html>".utf8))
        ctl.write("cut.jpg", Array(SampleJPEG.bytes(seed: 6).prefix(60)))
        ctl.write("notes.txt", Array("shopping list".utf8))
        ctl.write("folder.jpg/inside.jpg", SampleJPEG.bytes(seed: 7))
        mkfifo(ctl.photos + "/pipe.jpg", 0o644)
        symlink("..", ctl.photos + "/folder.jpg/up")
        symlink("b.jpg", ctl.photos + "/a.jpg")
        symlink("a.jpg", ctl.photos + "/b.jpg")
        // When it is imported in place
        let answer = try await ctl.run("import", "--json", "--reference", ctl.photos)
        // Then it ends, says that something failed, and has a verdict for each
        #expect(answer.status == 1)
        var verdicts: [String: String] = [:]
        var hexadecimal: [String] = []
        for object in try answer.objects {
            if let hex = object["path_hex"] as? String { hexadecimal.append(hex) }
            let path = object["path"] as? String ?? "bytes"
            verdicts[String(path.dropFirst(ctl.photos.count + 1))] = object["verdict"] as? String
        }
        #expect(hexadecimal.count == 1 && hexadecimal[0].hasSuffix("2f636166e92e6a7067"))
        let imported = [
            "new\nline.jpg", "-rf.jpg", "really a jpeg.png", "no extension", "folder.jpg/inside.jpg",
        ]
        for name in imported { #expect(verdicts[name] == "imported", "\(name)") }
        for name in ["zero.jpg", "page.jpg", "cut.jpg"] { #expect(verdicts[name] == "corrupt", "\(name)") }
        for name in ["notes.txt", "pipe.jpg", "a.jpg", "b.jpg", "folder.jpg/up"] {
            #expect(verdicts[name] == "skipped", "\(name)")
        }
        // And the broken ones are there, with their reason
        let assets = try await ctl.assets()
        #expect(assets.count == 9)
        #expect(assets["zero.jpg"]?["state"] as? String == "broken")
        #expect(assets["zero.jpg"]?["stateReason"] as? String == "It is empty: zero bytes")
        #expect(assets["really a jpeg.png"]?["state"] as? String == "ok")
    }

    @Test func aSecondImportReadsNothing() async throws {
        // Given a library with a folder in it
        for seed in 0..<20 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        ctl.write("broken.jpg", Array("nothing".utf8))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        // When it is imported again where no decoder can be had
        ctl.environment["ALBUMEN_DECODER"] = "/nonexistent"
        let answer = try await ctl.run("import", "--json", "--reference", ctl.photos)
        // Then nobody asked for one
        let verdicts = try answer.objects.map { $0["verdict"] as? String }
        #expect(verdicts.count == 21)
        #expect(verdicts.allSatisfy { $0 == "duplicate" })
        #expect(answer.status == 0)
        // And a file that did change needs it
        ctl.write("3.jpg", SampleJPEG.bytes(seed: 1_000))
        #expect(try await ctl.verdicts("--reference", ctl.photos)["3.jpg"] == "unreadable")
    }

    @Test func movedFilesKeepTheirAssetAndRemovedOnesAreOffline() async throws {
        // Given three photos, one of them a favourite
        for seed in 0..<3 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let before = try await ctl.assets()
        let favorite = try #require(before["0.jpg"]?["id"] as? String)
        #expect(try await ctl.run("favorite", favorite).status == 0)
        // When one is moved, one is removed, and the folder is imported again
        mkdir(ctl.photos + "/deeper", 0o755)
        ctl.move("0.jpg", to: "deeper/renamed.jpg")
        ctl.remove("1.jpg")
        _ = try await ctl.run("import", "--reference", ctl.photos)
        // Then the first is the same asset in its new place, and the second is offline, not gone
        let after = try await ctl.assets()
        #expect(after.count == 3)
        #expect(after["renamed.jpg"]?["id"] as? String == favorite)
        #expect(after["renamed.jpg"]?["favorite"] as? Bool == true)
        #expect(after["renamed.jpg"]?["state"] as? String == "ok")
        #expect(after["1.jpg"]?["state"] as? String == "offline")
        // And is there again when its file is
        ctl.write("1.jpg", SampleJPEG.bytes(seed: 1))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        #expect(try await ctl.assets()["1.jpg"]?["state"] as? String == "ok")
        #expect(try await ctl.assets().count == 3)
    }

    @Test func copiesLieInTheirMonthAndEqualContentIsTakenOnce() async throws {
        // Given photos of two months, two of them with one name, two of one content
        ctl.write("june.jpg", SampleJPEG.bytes(seed: 1, takenAt: "2021:06:12 10:11:12"))
        ctl.write("other/june.jpg", SampleJPEG.bytes(seed: 2, takenAt: "2021:06:13 10:11:12"))
        ctl.write("same as june.jpg", SampleJPEG.bytes(seed: 1, takenAt: "2021:06:12 10:11:12"))
        ctl.write("july.jpg", SampleJPEG.bytes(seed: 3, takenAt: "2021:07:01 00:00:00"))
        // When they are copied in
        let answer = try await ctl.run("import", "--json", "--copy", ctl.photos)
        // Then each content is there once, nothing was replaced, and the originals are untouched
        #expect(answer.status == 0)
        let verdicts = try answer.objects.compactMap { $0["verdict"] as? String }
        #expect(verdicts.filter { $0 == "imported" }.count == 3)
        #expect(verdicts.filter { $0 == "duplicate" }.count == 1)
        let pictures = ctl.library + "/Pictures/Albumen/2021"
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: pictures + "/06").sorted() == [
                "june-1.jpg", "june.jpg",
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: pictures + "/07") == ["july.jpg"])
        #expect(FileManager.default.fileExists(atPath: ctl.photos + "/june.jpg"))
        #expect(try await ctl.assets()["june.jpg"]?["captureTime"] as? String == "2021-06-12T10:11:12")
        // And a second time there is nothing to copy
        let again = try await ctl.run("import", "--json", ctl.photos).objects
        #expect(again.allSatisfy { $0["verdict"] as? String == "duplicate" })
        #expect(again.allSatisfy { $0["id"] is String })
    }

    @Test func anImportThatIsKilledLeavesNoHalf() async throws {
        // Given an import by copy in the middle of its work
        for seed in 0..<400 {
            ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed, takenAt: "2020:05:05 10:11:12"))
        }
        let words = ["import", "--copy", ctl.photos].map { Array($0.utf8) }
        let command = try ctl.start(words)
        #expect(await command.hasWritten(lines: 50), "\(command.messages)")
        // When it is killed, and done again
        command.kill()
        let answer = try await ctl.run("import", "--json", "--copy", ctl.photos)
        // Then every file has one asset and one whole copy, and nothing else is there
        #expect(answer.status == 0)
        #expect(try answer.objects.count == 400)
        #expect(try await ctl.run("assets", "--json").objects.count == 400)
        let copies = try FileManager.default.contentsOfDirectory(
            atPath: ctl.library + "/Pictures/Albumen/2020/05")
        #expect(Set(copies) == Set((0..<400).map { "\($0).jpg" }))
        for name in copies {
            let copy = FileManager.default.contents(atPath: ctl.library + "/Pictures/Albumen/2020/05/" + name)
            #expect(copy == FileManager.default.contents(atPath: ctl.photos + "/" + name))
        }
        #expect(try await ctl.run("doctor").status == 0)
    }

    @Test func argumentsAreBytes() async throws {
        // Given a file whose name is not UTF-8, named on the command line
        let name = Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)
        ctl.write(name, SampleJPEG.bytes(seed: 1))
        let path = Array((ctl.photos + "/").utf8) + name
        // Then it is imported
        let answer = try await ctl.run([Array("import".utf8), Array("--reference".utf8), path])
        #expect(answer.status == 0)
        #expect(answer.text.hasPrefix("imported"))
        // And what was named and does not exist has a verdict too
        #expect(try await ctl.verdicts("/nonexistent/x.jpg") == ["x.jpg": "unreadable"])
    }

    @Test func linesForPeopleCannotMoveTheCursor() async throws {
        ctl.write("a\u{1B}[2Jb\n.jpg", SampleJPEG.bytes(seed: 1))
        let answer = try await ctl.run("import", "--reference", ctl.photos)
        #expect(answer.text.contains("a\\u{1b}[2Jb\\u{a}.jpg"))
        #expect(answer.text.filter { $0 == "\n" }.count == 1)
    }

    @Test func importsAreListedAndTakenBack() async throws {
        // Given an import of two photos into an album
        for seed in 0..<2 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", ctl.photos, "--album", "Trip")
        let record = try #require(try await ctl.run("imports", "list", "--json").objects.first)
        #expect(record["state"] as? String == "finished" && record["left"] as? Int == 0)
        #expect((record["counts"] as? [String: Int]) == ["imported": 2])
        #expect(((record["sources"] as? [[String: Any]])?.first?["path"] as? String) == ctl.photos)
        // Then it is a collection of its own, whose id and count the list of albums has
        let collection = try await ctl.run("albums", "--json").objects
            .first { $0["subtype"] as? String == "albumImported" }
        #expect(collection?["count"] as? Int == 2)
        #expect(collection?["id"] as? String == record["collection"] as? String)
        // And there is nothing to go on with
        #expect(try await ctl.run("imports", "resume").messages.contains("No import is left"))
        // When it is taken back
        let identifier = try #require(record["id"] as? String)
        #expect(try await ctl.run("imports", "undo", identifier).status == 0)
        // Then nothing of it is left in sight, and the files are where they were
        #expect(try await ctl.assets().isEmpty)
        let titles = try await ctl.run("albums", "--json").objects.compactMap { $0["title"] as? String }
        #expect(!titles.contains("Trip"))
        #expect(FileManager.default.fileExists(atPath: ctl.photos + "/0.jpg"))
        #expect(try await ctl.run("imports", "undo", "no id").status == 1)
    }

    @Test func onATerminalALineTellsHowFarItIs() async throws {
        for seed in 0..<150 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        // Given a terminal of its own (script(1)), with the answer going to a file
        let answer = ctl.root + "/answer"
        let command =
            "'\(Albumenctl.program)' --library '\(ctl.library)' import --json '\(ctl.photos)' > '\(answer)'"
        let shown = try await runTool("script", ["-qec", command, "/dev/null"]).text
        // Then it was told there, drawn over, and taken away
        #expect(shown.contains(" of 150"))
        #expect(shown.contains("\u{1B}[K"))
        // And the answer has the verdicts, and nothing else
        let lines = try jsonLines([UInt8](FileManager.default.contents(atPath: answer) ?? Data()))
        #expect(lines.count == 150)
    }
}
