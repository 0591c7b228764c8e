// SPDX-License-Identifier: GPL-3.0-or-later
// The examples of the guide run and do what they say.

import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct ExamplesTests {
    let ctl = Albumenctl()
    private let client = "org.albumen.Examples"

    private func run(_ name: String, _ words: String...) async throws -> String {
        let result = try await start(words: [name, ctl.library] + words).result()
        #expect(result.status == 0, "\(result.messages)")
        return result.text
    }

    private func start(words: [String]) throws -> RunningCommand {
        let program = (Albumenctl.program as NSString).deletingLastPathComponent + "/examples"
        return try ctl.start(program: ([program] + words).map { Array($0.utf8) })
    }

    @Test func theExamplesListSaveObserveAndAreLimited() async throws {
        // Given two photos in a library, and examples that were not let in
        for seed in 0..<2 { ctl.write("\(seed).jpg", SampleJPEG.bytes(seed: seed)) }
        _ = try await ctl.run("import", "--reference", ctl.photos)
        let ids = try await ctl.assets().mapValues { $0["id"] as? String ?? "" }
        #expect(try await run("limited") == "notDetermined\t0\n")
        // When nobody answers the question, then nothing is saved
        let third = ctl.write("third/2.jpg", SampleJPEG.bytes(seed: 2))
        #expect(try await run("save", third, "Best").hasSuffix("not allowed\tdenied\n"))
        // When the person lets them see one
        _ = try await ctl.run("authorization", "limit", "--client", client, try #require(ids["1.jpg"]))
        #expect(try await run("limited") == "limited\t1\n1.jpg\n")
        // When the person lets them in
        _ = try await ctl.run("authorization", "grant", "--client", client)
        #expect(try await run("limited").hasPrefix("authorized\t2\n"))
        #expect(try await run("smart-albums").contains("smartAlbumUserLibrary\t2\t"))
        // Then they save into an album, and see what another process does
        let observer = try start(words: ["observe", ctl.library])
        defer { observer.kill() }
        #expect(await observer.hasWritten(lines: 1), "\(observer.messages)")
        #expect(try await run("save", third, "Best").hasPrefix("saved\t"))
        #expect(try await ctl.assets("--album", "Best").keys.sorted() == ["2.jpg"])
        #expect(await observer.hasWritten(lines: 2), "\(observer.messages)")
        #expect(String(decoding: observer.output, as: UTF8.self).contains("inserted ["))
    }
}
