// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct AccessTests {
    let ctl = Albumenctl()

    @Test func typingACommandLetsAlbumenctlInAndSaysSoOnce() async throws {
        let first = try await ctl.run("assets")
        #expect(first.status == 0)
        #expect(first.messages.contains("albumenctl may see and change all photos"))
        let second = try await ctl.run("assets")
        #expect(!second.messages.contains("albumenctl may"))
    }

    @Test func whoIsDeniedGetsNothing() async throws {
        ctl.write("a.jpg", SampleJPEG.bytes(seed: 1))
        #expect(try await ctl.run("import", "--reference", ctl.photos).status == 0)
        #expect(try await ctl.run("authorization", "deny").status == 0)
        for words in [["assets"], ["albums"], ["import", ctl.photos], ["album", "create", "x"], ["doctor"]] {
            let answer = try await ctl.run(words.map { Array($0.utf8) })
            #expect(answer.status == 3, "\(words)")
            #expect(answer.output.isEmpty)
        }
        #expect(try await ctl.run("authorization", "grant").status == 0)
        #expect(try await ctl.assets().count == 1)
        #expect(try await ctl.run("authorization", "reset").status == 0)
        #expect(try await ctl.run("authorization", "status").text.contains("notDetermined"))
    }

    @Test func anotherProgramHasToBeLetInAndMayBeLimited() async throws {
        // Given a program nobody was asked about
        for seed in 0..<3 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let id = try #require(try await ctl.assets()["1.jpg"]?["id"] as? String)
        let other = ["--client", "org.example.Other"]
        #expect(try await ctl.run((["assets"] + other).map { Array($0.utf8) }).status == 3)
        #expect(try await ctl.run((["authorization", "request"] + other).map { Array($0.utf8) }).status == 3)
        // When it is limited to one photo
        #expect(
            try await ctl.run((["authorization", "limit", id] + other).map { Array($0.utf8) }).status == 0)
        // Then it sees that one, in lists and in counts
        let seen = try await ctl.run((["assets", "--json"] + other).map { Array($0.utf8) }).objects
        #expect(seen.map { $0["filename"] as? String } == ["1.jpg"])
        let albums = try await ctl.run((["albums", "--json"] + other).map { Array($0.utf8) }).objects
        let library = albums.first { $0["subtype"] as? String == "userLibrary" }
        #expect(library?["count"] as? Int == 1)
        // And what it adds itself
        let file = ctl.root + "/added.jpg"
        try Data(SampleJPEG.bytes(seed: 9)).write(to: URL(fileURLWithPath: file))
        #expect(
            try await ctl.run((["import", "--reference", file] + other).map { Array($0.utf8) }).status == 0)
        #expect(try await ctl.run((["assets", "--json"] + other).map { Array($0.utf8) }).objects.count == 2)
    }

    @Test func wrongUsageIsTold() async throws {
        let wrong = [
            [], ["nonsense"], ["import"], ["assets", "x"], ["assets", "--limit", "-1"],
            ["assets", "--colour", "x"],
            ["assets", "--smart", "nonsense"], ["album"], ["album", "nonsense"], ["album", "create"],
            ["import", "--copy", "--reference", "x"], ["favorite"], ["assets", "--limit"],
            ["--json=1", "assets"],
            ["authorization", "grant", "--level", "all"], ["import", ""], ["assets", "--client", ""],
            ["assets", "--library", ""], ["assets", "--library="], ["thumbnail", "x", "-o", ""],
        ]
        for words in wrong {
            let answer = try await ctl.run(words.map { Array($0.utf8) })
            #expect(answer.status == 2, "\(words)")
            #expect(answer.messages.hasPrefix("albumenctl: "), "\(words)")
            #expect(answer.output.isEmpty, "\(words)")
        }
    }

    @Test func everyCommandHasHelp() async throws {
        let commands = [
            [], ["import"], ["assets"], ["albums"], ["album"], ["album", "add"], ["save"], ["favorite"],
            ["hide"],
            ["trash"], ["restore"], ["thumbnail"], ["authorization"], ["authorization", "limit"], ["doctor"],
        ]
        for words in commands {
            let answer = try await ctl.run((words + ["--help"]).map { Array($0.utf8) })
            #expect(answer.status == 0, "\(words)")
            #expect(answer.text.contains("Usage: albumenctl " + words.joined(separator: " ")), "\(words)")
        }
        // Help opens no library.
        #expect(!FileManager.default.fileExists(atPath: ctl.library))
    }

    @Test func theDoctorFindsWhatIsMissingAndRepairs() async throws {
        for seed in 0..<3 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        #expect(try await ctl.run("doctor").status == 0)
        ctl.remove("1.jpg")
        let ill = try await ctl.run("doctor", "--json")
        #expect(ill.status == 1)
        #expect(try ill.objects.first { $0["check"] as? String == "files" }?["ok"] as? Bool == false)
        #expect(try await ctl.run("doctor", "--repair").status == 0)
        #expect(try await ctl.assets()["1.jpg"]?["state"] as? String == "offline")
        #expect(try await ctl.run("doctor").status == 0)
        // The decoder is shut in, wherever tests run
        let decoder = try ill.objects.first { $0["check"] as? String == "decoder" }
        #expect((decoder?["remark"] as? String)?.hasPrefix("sandboxed (seccomp") == true)
        // Without its decoder it says so
        ctl.environment["ALBUMEN_DECODER"] = "/nonexistent"
        #expect(try await ctl.run("doctor").status == 1)
    }
}
