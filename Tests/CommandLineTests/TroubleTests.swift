// SPDX-License-Identifier: GPL-3.0-or-later
// Bad days of the command line: output that cannot be written, and libraries that cannot be where they are asked for.

import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct TroubleTests {
    let ctl = Albumenctl()

    private var catalog: String { ctl.library + "/data/catalog.sqlite" }

    @Test(arguments: [["albums"], ["--help"], ["authorization", "status"]])
    func outputThatCannotBeWrittenIsToldOnceAndAFailure(words: [String]) async throws {
        let answer = try await ctl.run(words.map { Array($0.utf8) }, output: "/dev/full")
        #expect(answer.status == 1)
        let complaints =
            answer.messages.components(separatedBy: "standard output cannot be written").count - 1
        #expect(complaints == 1, "\(answer.messages)")
        #expect(answer.messages.contains("No space left on device"))
    }

    @Test func anImportIsDoneEvenWhereItsResultsCannotBeWritten() async throws {
        for seed in 0..<3 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        let words = ["import", "--reference", ctl.photos].map { Array($0.utf8) }
        #expect(try await ctl.run(words, output: "/dev/full").status == 1)
        #expect(try await ctl.assets().count == 3)
    }

    @Test func aReaderThatHasGoneIsNothingToTalkAbout() async throws {
        // Given a pipe that nobody reads any more, and a command that is not killed for it
        _ = try await ctl.run("assets")
        let script = """
            trap '' PIPE
            "$1" --library "$2" albums 2>"$3" | true
            echo "${PIPESTATUS[0]}"
            """
        for _ in 0..<3 {
            let errors = ctl.root + "/errors"
            let status = try await runTool(
                "/bin/bash", ["-c", script, "bash", Albumenctl.program, ctl.library, errors]
            ).text
            // Then it ends, in whichever order they came, without a word
            #expect(["0\n", "1\n"].contains(status))
            #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
        }
    }

    @Test func whatIsInTheCatalogsPlaceIsNamedAndLeft() async throws {
        try FileManager.default.createDirectory(
            atPath: ctl.library + "/data", withIntermediateDirectories: true)
        let obstacles: [(make: () -> Void, words: String)] = [
            ({ mkdir(catalog, 0o755) }, "is a folder"),
            ({ mkfifo(catalog, 0o644) }, "is no regular file"),
            ({ symlink("/nonexistent/catalog", catalog) }, "is a link to a file that is not there"),
        ]
        for obstacle in obstacles {
            obstacle.make()
            let answer = try await ctl.run("assets")
            #expect(answer.status == 1)
            #expect(answer.messages.contains("“\(catalog)” \(obstacle.words)"), "\(answer.messages)")
            #expect(remove(catalog) == 0)
        }
        #expect(try await ctl.run("assets").status == 0)
    }

    @Test func aFolderThatMayNotBeWrittenIsNamedWithWhatToDo() async throws {
        // Even the system's administrator makes no folders here.
        let answer = try await ctl.run("--library", "/sys/albumen", "assets")
        #expect(answer.status == 1)
        #expect(answer.messages.contains("“/sys/albumen”"), "\(answer.messages)")
        #expect(answer.messages.contains("--library"), "\(answer.messages)")
    }

    @Test(.enabled(if: geteuid() != 0, "the administrator may write everywhere"))
    func aLibraryThatMayNotBeWrittenIsNamedWithWhatToDo() async throws {
        _ = try await ctl.run("assets")
        for (path, mode) in [(ctl.library + "/data", mode_t(0o500)), (catalog, mode_t(0o400))] {
            chmod(path, mode)
            let answer = try await ctl.run("assets")
            chmod(path, 0o700)
            #expect(answer.status == 1)
            #expect(answer.messages.contains("“\(path)” cannot be written"), "\(answer.messages)")
        }
    }

    @Test func programsThatMakeALibraryAtOnceMakeOne() async throws {
        for round in 0..<20 {
            // Given several programs that ask for a library that is not there yet
            let library = ctl.root + "/new-\(round)"
            let words = ["--library", library, "album", "create", "Album"].map { Array($0.utf8) }
            let commands = try (0..<6).map { _ in try ctl.start(words) }
            // Then each does what it was asked for
            for command in commands {
                let answer = try await command.result()
                #expect(answer.status == 0, "\(answer.messages)")
                #expect(!answer.messages.contains("damaged"))
            }
            let albums = try await ctl.run("--library", library, "albums", "--json").objects
            #expect(albums.count { $0["title"] as? String == "Album" } == 6)
        }
    }
}
