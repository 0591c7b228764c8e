// SPDX-License-Identifier: GPL-3.0-or-later
// Capture times that are corrected, of many photos at once.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Correcting dates", .timeLimit(.minutes(30)))
struct DatesTests {
    private func time(_ text: String) throws -> CaptureTime { try #require(CaptureTime(text)) }

    private func applied(_ adjustment: DateAdjustment, _ text: String) throws -> String? {
        try adjustment.applied(to: time(text)).map {
            $0.wallString + ($0.utcOffset.map { CaptureTime.offsetString($0) } ?? "")
        }
    }

    @Test("The wall clock moves, or its zone, or both")
    func adjustments() throws {
        let tokyo = try #require(PlaceZone("Asia/Tokyo"))
        let india = try #require(PlaceZone("+05:30"))
        let summer = "2021-07-01T23:30:05"
        #expect(try applied(.shift(seconds: 3600), summer) == "2021-07-02T00:30:05")
        #expect(try applied(.shift(seconds: -86_400), summer + "+02:00") == "2021-06-30T23:30:05+02:00")
        #expect(try applied(.zone(tokyo), summer) == summer + "+09:00")
        #expect(try applied(.zone(india), summer + "+02:00") == summer + "+05:30")
        #expect(try applied(.zoneKeepingInstant(tokyo), summer + "+02:00") == "2021-07-02T06:30:05+09:00")
        #expect(try applied(.zoneKeepingInstant(tokyo), summer) == summer + "+09:00")
        #expect(
            try applied(.set(time("2019-01-02T03:04:05")), summer + "+02:00") == "2019-01-02T03:04:05+02:00")
        #expect(try applied(.set(time("2019-01-02T03:04:05Z")), summer) == "2019-01-02T03:04:05+00:00")
        #expect(DateAdjustment.shift(seconds: 1).applied(to: nil) == nil)
        #expect(try applied(.shift(seconds: .max), summer) == nil)
        #expect(try applied(.shift(seconds: .min), summer) == nil)
    }

    @Test("A zone has the offset of the day")
    func zones() throws {
        let berlin = try #require(PlaceZone("Europe/Berlin"))
        #expect(try applied(.zone(berlin), "2021-07-01T12:00:00") == "2021-07-01T12:00:00+02:00")
        #expect(try applied(.zone(berlin), "2021-12-01T12:00:00") == "2021-12-01T12:00:00+01:00")
        // The morning after the clocks went forward
        #expect(try applied(.zone(berlin), "2021-03-28T03:30:00") == "2021-03-28T03:30:00+02:00")
        for text in ["", "Berlin", "+25:00", "Europe/Nowhere", "9"] {
            #expect(PlaceZone(text) == nil, "\(text)")
        }
    }

    @Test("Many at once are one change, which outlives reading the files again and can be undone")
    func many() async throws {
        let test = try await TestLibrary()
        let files = (0..<50).map { FileRecord.photo($0) }
        try await test.record(files)
        let ids = try await test.identifiers(test.library.fetchAssets())
        func times() async throws -> [String?] {
            let result = try await test.library.fetchAssets()
            return try await result.objects(at: 0..<result.count).map { $0.captureTime?.wallString }
        }
        let before = try await times()
        let change = try await test.library.performChanges {
            try $0.adjustDates(of: Array(ids.prefix(49)), .shift(seconds: 3600))
        }
        #expect(change.result == 49)
        let after = try await times()
        #expect(after[0] == "2021-01-01T01:00:49" && after[49] == before[49])
        try await test.record(files)
        #expect(try await times() == after)
        let again = try await test.library.performChanges { try $0.adjustDates(of: ids, .shift(seconds: 0)) }
        #expect(again.result == 0 && again.undo.isEmpty)
        try await test.library.undo(change.undo)
        #expect(try await times() == before)
        let asset = try await test.library.fetchAssets().objects(at: 0..<1)[0]
        #expect(asset.captureTime?.source == .exif)
    }
}
