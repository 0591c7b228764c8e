// SPDX-License-Identifier: GPL-3.0-or-later
// The lazy list under a grid, textures, what a screen reader is told, pictures of widgets.

import Foundation
import TestSupport
import Testing

extension GTKBridgeTests {
    @Suite("Lists and views")
    struct ViewTests {
        @Test func aMillionItemsCostWhatIsShown() async throws {
            // Given a grid on a million items
            let report = try await Probe.run("list")
            // Then GTK's cells are made and no more, at the start and after a jump to the middle
            #expect(report["first_shown"] == "true")
            #expect((1...2_000).contains(report.number("made_at_start") ?? 0))
            #expect(report["middle_shown"] == "true")
            #expect((report.number("made_after_jump") ?? .max) <= 4_000)
            #expect((report.number("alive_after_jump") ?? .max) <= 2_000)
            // And selecting all makes none
            #expect(report.number("selected") == 1_000_000)
            #expect(report.number("made_by_selecting") == 0)
            // And nothing is left
            #expect(report.number("alive_after_close") == 0)
        }

        @Test func rowsKeepTheirIdentity() async throws {
            let report = try await Probe.run("moves")
            #expect(report["same_object"] == "true")
            #expect(report["new_row_shown"] == "true")
            #expect(report.number("count") == 501)
            #expect(report["selection_followed"] == "true")
            #expect(report.number("placeholders") == 100)
        }

        @Test func aSelectionFollowsItsRows() async throws {
            // Given a million items, all of them selected but ten
            let report = try await Probe.run("selection")
            #expect(report.number("first_of_none") == -1)
            #expect(report["all_told"] == "0+1000000")
            #expect(report.number("first_of_all") == 0)
            #expect(report["all"] == "[Range(0..<1000000)]")
            #expect(report["again_told"] == "")
            #expect(report["hole_told"] == "100+10")
            // When five come and twenty go before them, the new ones are not selected, and nothing is told of shifts
            #expect(report["shifted_told"] == "")
            #expect(report["shifted"] == "[Range(0..<30), Range(35..<85), Range(95..<999985)]")
            // When all is said to be replaced, what stays is selected where it went
            #expect(report["replaced"] == "[Range(5..<55), Range(65..<999975)]")
            // When some are chosen among a thousand, the others are left as they were
            #expect(report["masked_told"] == "5+995")
            #expect(report["masked"] == "[Range(10..<15), Range(1000..<999975)]")
            #expect(report.number("masked_first") == 10)
            // And beyond the end nothing can be selected
            #expect(report.number("beyond") == 0)
            // Then no item was made for any of it
            #expect(report.number("made") == 0)
            #expect(report["chance"] == "same")
        }

        @Test func texturesBorrowAndGiveBackOnTheMainThread() async throws {
            let report = try await Probe.run("textures")
            #expect(report["made"] == "true")
            #expect(report.number("owners_held") == 100)
            #expect(report["size"] == "64x64")
            #expect(report["all_freed"] == "true")
            #expect(report.number("freed_elsewhere") == 0)
            #expect(report.number("boxes") == 0)
        }

        @Test func screenReadersAreToldNamesAndStates() async throws {
            let report = try await Probe.run("accessibility", accessibility: "test")
            // The backend is the one that remembers: it knows what is not there, and what is.
            #expect(report.number("backend_without") == 0)
            try #require(report.number("has_label") == 1)
            #expect(report["label"] == "same")
            #expect(report["wrong_label"] != "same")
            #expect(report["description"] == "same")
            for state in ["busy", "selected", "expanded"] {
                #expect(report["\(state)_on"] == "same", "\(state)")
                #expect(report["\(state)_off"] != "same", "\(state)")
            }
            #expect(report.number("role") == 1)
        }

        @Test func aWidgetIsWrittenAsAPicture() async throws {
            let folder = TemporaryFolder()
            let file = folder.url.appendingPathComponent("widget.png")
            let report = try await Probe.run("screenshot", [file.path])
            #expect(report["before_shown"] == "false")
            #expect(report["saved"] == "true")
            // The file says its size itself: PNG's first chunk, big-endian width and height at byte 16.
            let data = [UInt8](try Data(contentsOf: file))
            try #require(data.count > 24)
            #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            func number(at index: Int) -> Int { data[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(report["size"] == "\(number(at: 16))x\(number(at: 20))")
        }
    }
}
