// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl date.

import TestSupport
import Testing

@Suite("albumenctl date", .timeLimit(.minutes(30)))
struct DateTests {
    private let ctl = Albumenctl()

    private func photo() async throws -> String {
        ctl.write("a.jpg", SampleJPEG.bytes(seed: 1, takenAt: "2021:07:01 23:30:05"))
        _ = try await ctl.run("import", "--reference", ctl.photos)
        return try #require(try await ctl.assets()["a.jpg"]?["id"] as? String)
    }

    private func time() async throws -> String {
        let asset = try await ctl.assets()["a.jpg"]
        return "\(asset?["captureTime"] as? String ?? "") \(asset?["utcOffset"] as? Int ?? -1)"
    }

    @Test("Times are shifted, put into a zone and set; a preview changes nothing")
    func corrections() async throws {
        let id = try await photo()
        let preview = try await ctl.run("date", "shift", "--by", "-1h30m", "--preview", "--json", id)
        #expect(try preview.objects.first?["captureTime"] as? String == "2021-07-01T22:00:05")
        #expect(try await time() == "2021-07-01T23:30:05 -1")
        #expect(try await ctl.run("date", "shift", "--by", "-1h30m", id).status == 0)
        #expect(try await time() == "2021-07-01T22:00:05 -1")
        #expect(try await ctl.run("date", "zone", "--to", "Asia/Tokyo", id).status == 0)
        #expect(try await time() == "2021-07-01T22:00:05 32400")
        #expect(try await ctl.run("date", "zone", "--to", "+01:00", "--keep-instant", id).status == 0)
        #expect(try await time() == "2021-07-01T14:00:05 3600")
        #expect(try await ctl.run("date", "set", "--to", "2019-01-02T03:04:05", id).status == 0)
        #expect(try await time() == "2019-01-02T03:04:05 3600")
    }

    @Test("What cannot be understood is wrong usage")
    func usage() async throws {
        for words in [
            ["shift", "--by", "soon", "x"], ["shift", "x"], ["shift", "--by", "1", "x"],
            ["zone", "--to", "Here", "x"],
            ["set", "--to", "2021-13-01", "x"], ["set", "--to", "2021-01-01"],
        ] {
            let all = (["date"] + words).map { Array($0.utf8) }
            #expect(try await ctl.run(all).status == 2, "\(words)")
        }
        #expect(try await ctl.run("date", "shift", "--by", "1h", "nobody").status == 1)
    }
}
