// SPDX-License-Identifier: GPL-3.0-or-later
// Wall clocks, offsets and the many ways of writing them.

import Metadata
import Testing

@Suite("Capture times")
struct TimeTests {
    @Test(
        "EXIF and ISO 8601 spellings",
        arguments: [
            ("2021:06:12 10:11:12", "2021-06-12T10:11:12", nil),
            ("2021-06-12T10:11:12+02:00", "2021-06-12T10:11:12", 7200),
            ("2021-06-12T10:11:12.345Z", "2021-06-12T10:11:12", 0),
            ("2021:06:12 10:11", "2021-06-12T10:11:00", nil),
            ("2021-06-12", "2021-06-12T00:00:00", nil),
            ("1896:02:29 23:59:59-0330", "1896-02-29T23:59:59", -12600),
        ] as [(String, String, Int?)])
    func spellings(text: String, wall: String, offset: Int?) throws {
        let time = try #require(TimeParser.time(text, source: .exif))
        #expect(time.wallString == wall)
        #expect(time.utcOffset == offset)
    }

    @Test(
        "What is no time",
        arguments: [
            "0000:00:00 00:00:00", "    :  :     :  :  ", "", "2021:13:01 00:00:00", "2021:02:29 00:00:00",
            "2021:06:12 25:00:00", "yesterday", "2021",
        ])
    func noTime(text: String) {
        #expect(TimeParser.time(text, source: .exif) == nil)
    }

    @Test("An offset beyond 14 hours does not exist")
    func offsets() {
        #expect(TimeParser.offset("+14:00") == 50400)
        #expect(TimeParser.offset("-09:30") == -34200)
        #expect(TimeParser.offset("+15:00") == nil)
        #expect(TimeParser.offset("   :  ") == nil)
    }

    @Test(
        "Times in file names",
        arguments: [
            ("IMG_20210612_101112.jpg", "2021-06-12T10:11:12"),
            ("Screenshot from 2024-03-05 10-11-12.png", "2024-03-05T10:11:12"),
            ("PXL_20220822_183031123.MP.jpg", "2022-08-22T18:30:31"),
            ("Screen Shot 2020-01-02 at 03.04.05.png", "2020-01-02T03:04:05"),
            ("Screenshot 2020-01-02 at 03.04.05\u{202F}PM.png", "2020-01-02T15:04:05"),
            ("signal-2019-01-02-03-04-05-678.jpg", "2019-01-02T03:04:05"),
            ("signal-2019-01-02-030405.jpg", "2019-01-02T03:04:05"),
        ])
    func fileNames(name: String, wall: String) {
        let time = TimeParser.time(fileName: FilePath("/photos/20010101_000000").appending(name))
        #expect(time?.wallString == wall)
        #expect(time?.source == .fileName)
    }

    @Test(
        "Dates in file names that tell no time",
        arguments: [
            ("IMG-20190102-WA0001.jpg", "2019-01-02"), ("2019-01-02 Harbour.jpg", "2019-01-02"),
            ("signal-2019-01-02.jpg", "2019-01-02"), ("20210612.jpg", "2021-06-12"),
            ("912021061210.jpg", nil), ("IMG_1234.JPG", nil), ("20211301.jpg", nil), ("2019010203.jpg", nil),
        ] as [(String, String?)])
    func days(name: String, day: String?) {
        let found = TimeParser.day(fileName: FilePath("/photos").appending(name))
        let wall = found.map {
            CaptureTime(wallSeconds: $0 * 86_400, source: .fileName).wallString.prefix(10)
        }
        #expect(wall.map(String.init) == day)
    }

    @Test(
        "Names without a time",
        arguments: ["IMG_0001.JPG", "20210612.jpg", "912021061210111200.jpg", "a20211301_101112"])
    func namesWithoutTime(name: String) {
        #expect(TimeParser.time(fileName: FilePath(name)) == nil)
    }

    @Test("The instant is known only with the offset, and days before 1970 are days")
    func instants() {
        var time = CaptureTime(wallSeconds: -1, source: .exif)
        #expect(time.wallString == "1969-12-31T23:59:59")
        #expect(time.instant == nil)
        time.utcOffset = 3600
        #expect(time.instant == -3601)
    }
}
