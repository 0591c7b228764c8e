// SPDX-License-Identifier: GPL-3.0-or-later
// What parental controls forbid is forbidden, whatever was granted; from a stand-in service on a private bus.

import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30)))
struct ParentalControlsTests {
    let ctl = Albumenctl()
    private let client = "org.albumen.albumenctl"

    private func setFilter(_ lines: String...) throws {
        try lines.joined(separator: "\n").write(
            toFile: ctl.root + "/filter", atomically: true, encoding: .utf8)
    }

    @Test func aProgramThatIsBlockedIsRestrictedUntilItIsNot() async throws {
        // Given a photo, and a granted program that the parents have blocked
        ctl.write("0.jpg", SampleJPEG.bytes(seed: 0))
        #expect(try await ctl.run("import", "--reference", ctl.photos).status == 0)
        try setFilter("block", "app/\(client)/x86_64/stable")
        let address = "unix:path=\(ctl.root)/bus"
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/accounts-service.py"
        let service = try ctl.start(
            program: ["/usr/bin/python3", script, address, ctl.root + "/filter"].map { Array($0.utf8) })
        // It ends its bus before itself.
        defer { service.send(SIGTERM) }
        try #require(await service.hasWritten(lines: 1), "the stand-in ended: \(service.messages)")
        ctl.environment["DBUS_SYSTEM_BUS_ADDRESS"] = address
        // Then it may neither read nor write, and is told why; another program is not concerned
        let answer = try await ctl.run("assets", "--json")
        #expect(answer.status == 3 && answer.output.isEmpty)
        #expect(answer.messages.contains("restricted"))
        #expect(try await ctl.run("authorization", "status", "--client", client).text.contains("restricted"))
        #expect(try await ctl.run("import", ctl.photos).status == 3)
        // When the parents allow only named programs, this one among them
        try setFilter("allow", "app/\(client)/x86_64/stable")
        #expect(try await ctl.run("assets", "--json").objects.count == 1)
        try setFilter("allow", "app/org.example.Other/x86_64/stable")
        #expect(try await ctl.run("assets", "--json").status == 3)
        // When they block it while it watches
        try setFilter("block")
        let watcher = try ctl.start(["watch"].map { Array($0.utf8) })
        defer { watcher.kill() }
        #expect(await watcher.hasWritten(lines: 1))
        try setFilter("block", Albumenctl.program)
        service.send(SIGHUP)
        // Then it is told and ends
        #expect(try await watcher.result().status == 3)
    }
}
