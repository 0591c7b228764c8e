// SPDX-License-Identifier: GPL-3.0-or-later
// Files beside photos: their names, what they say, and who is believed.

import Foundation
import TestSupport
import Testing

@testable import Metadata

@Suite("Sidecars", .timeLimit(.minutes(30)))
struct SidecarTests {
    private func said(
        _ text: String, _ kind: SidecarKind, orientation: Orientation = .up,
        size: PixelSize = PixelSize(width: 320, height: 200)
    ) -> FileFacts? {
        var photo = FileFacts(format: .jpeg)
        photo.orientation = orientation
        photo.storedSize = size
        return Array(text.utf8).withUnsafeBytes {
            SidecarReader.facts(of: $0, SidecarQuestion(kind: kind, of: photo))
        }
    }

    private func names(_ kind: SidecarKind, _ file: String) -> [String] {
        kind.names(for: Array(file.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("The names that sidecars have")
    func nameCustoms() {
        #expect(names(.xmp, "a.b.jpg") == ["a.b.jpg.xmp", "a.b.jpg.XMP", "a.b.xmp", "a.b.XMP"])
        #expect(names(.adjustments, "IMG_1.HEIC") == ["IMG_1.AAE", "IMG_1.aae"])
        #expect(names(.takeout, "a.jpg").prefix(2) == ["a.jpg.json", "a.jpg.supplemental-metadata.json"])
        #expect(names(.takeout, "a(2).jpg").contains("a.jpg(2).json"))
        #expect(names(.takeout, "a-edited.jpg").contains("a.jpg.json"))
        let long = String(repeating: "n", count: 60) + ".jpg"
        #expect(names(.takeout, long)[0] == String(repeating: "n", count: 46) + ".json")
        for odd in ["", ".", "(", "a()", "a(1", ".jpg", "(1).jpg"] {
            for kind in SidecarKind.allCases { _ = names(kind, odd) }
        }
    }

    @Test("The state of all sidecars is one number")
    func stamp() {
        func stamp(_ files: [String: Int64]) -> Int64 {
            Sidecar.stamp(
                of: Sidecar.find(for: Array("a.jpg".utf8)) { name in
                    files[String(decoding: name, as: UTF8.self)].map { (10, $0) }
                })
        }
        let states = [
            stamp([:]), stamp(["a.xmp": 1]), stamp(["a.xmp": 2]), stamp(["a.AAE": 1]),
            stamp(["a.xmp": 1, "a.AAE": 1]),
        ]
        #expect(states[0] == 0 && Set(states).count == states.count)
        #expect(stamp(["b.xmp": 1]) == 0)
    }

    @Test("XMP: words, stars, keywords with their trees, places, and faces as the photo is shown")
    func xmp() throws {
        let facts = try #require(
            said(
                SampleJPEG.packet(
                    """
                    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
                    xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
                    xmlns:digiKam="http://www.digikam.org/ns/1.0/" \
                    xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" \
                    xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" \
                    xmp:Rating="4" exif:GPSLatitude="33,2.748S" exif:GPSLongitude="71,37,10.92W" \
                    exif:DateTimeOriginal="2020-01-02T03:04:05">
                    <dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>
                    <lr:hierarchicalSubject><rdf:Bag><rdf:li>Animals|Birds|Heron</rdf:li><rdf:li>Water|sea</rdf:li></rdf:Bag>
                    </lr:hierarchicalSubject>
                    <digiKam:TagsList><rdf:Seq><rdf:li>Places/Köln</rdf:li></rdf:Seq></digiKam:TagsList>
                    <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li>
                    <rdf:Description MPReg:PersonDisplayName="Ada" MPReg:Rectangle="0.1, 0.2, 0.3, 0.4"/></rdf:li></rdf:Bag>
                    </MPRI:Regions></MP:RegionInfo>
                    """), .xmp, orientation: .right))
        #expect(facts.rating == 4)
        #expect(facts.keywords == ["sea", "Heron", "Köln"])
        #expect(abs((facts.location?.latitude ?? 0) + 33.0458) < 1e-4)
        #expect(abs((facts.location?.longitude ?? 0) + 71.6197) < 1e-4)
        #expect(facts.captureTime?.source == .sidecar)
        // A quarter turn to the right: what was at the left is at the top
        let face = try #require(facts.people.first?.region)
        #expect(abs(face.x - 0.4) < 1e-4 && abs(face.y - 0.1) < 1e-4)
        #expect(abs(face.width - 0.4) < 1e-4 && abs(face.height - 0.3) < 1e-4)
    }

    @Test("Takeout: time, place, words and people; any other JSON is nothing")
    func takeout() throws {
        let facts = try #require(
            said(
                """
                {"title": "a.jpg", "description": "By the sea", "photoTakenTime": {"timestamp": "1546398245"},
                 "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
                 "geoDataExif": {"latitude": 51.5, "longitude": -0.1, "altitude": 12.0}, "people": [{"name": "Ada"}, {}]}
                """, .takeout))
        #expect(facts.captureTime?.wallString == "2019-01-02T03:04:05" && facts.captureTime?.utcOffset == 0)
        #expect(facts.caption == "By the sea" && facts.people.map(\.name) == ["Ada"])
        #expect(facts.location == Location(latitude: 51.5, longitude: -0.1, altitude: 12))
        for other in [
            "{}", "[]", "{\"photoTakenTime\": 3}", "null", "{\"photoTakenTime\": {\"timestamp\": 1}", "",
            String(repeating: "[", count: 100_000),
        ] { #expect(said(other, .takeout) == nil) }
        let far = said("{\"photoTakenTime\": {\"timestamp\": \"9223372036854775807\"}}", .takeout)
        #expect(far?.captureTime == nil)
    }

    @Test("Apple's edits: of what they are, slow motion is understood")
    func adjustments() throws {
        func list(_ format: String) -> String {
            """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>adjustmentFormatIdentifier</key>\
            <string>\(format)</string></dict></plist>
            """
        }
        let slow = try #require(said(list("com.apple.video.slomo"), .adjustments))
        #expect(slow.subtypes == .highFrameRate && slow.evidence.map(\.detector) == [.sidecar])
        #expect(said(list("com.apple.photo"), .adjustments)?.evidence == [])
        #expect(said("<plist><dict>", .adjustments) == nil)
    }

    @Test("An XMP file is believed before the photo, Takeout after it, neither about the time")
    func belief() {
        var photo = FileFacts(format: .jpeg)
        photo.rating = 2
        photo.keywords = ["file"]
        photo.captureTime = CaptureTime(wallSeconds: 1, source: .exif)
        var other = FileFacts(format: .unknown)
        other.rating = 5
        other.keywords = ["sidecar"]
        other.caption = "Words"
        other.captureTime = CaptureTime(wallSeconds: 2, source: .sidecar)
        let edited = photo.adding(other, from: .xmp)
        #expect(edited.rating == 5 && edited.keywords == ["sidecar"] && edited.caption == "Words")
        #expect(edited.captureTime?.wallSeconds == 1)
        let exported = photo.adding(other, from: .takeout)
        #expect(exported.rating == 2 && exported.keywords == ["file"] && exported.caption == "Words")
        photo.captureTime?.source = .fileName
        #expect(photo.adding(other, from: .takeout).captureTime?.wallSeconds == 2)
    }

    @Test("Where the name tells the clock and the sidecar the instant, the offset is the difference")
    func nameAndInstant() {
        var photo = FileFacts(format: .jpeg)
        photo.captureTime = CaptureTime(wallSeconds: 1_546_398_245, utcOffset: 0, source: .sidecar)
        let complete = photo.completed(from: FilePath("/a/IMG_20190102_040405.jpg"))
        #expect(complete.captureTime?.wallString == "2019-01-02T04:04:05")
        #expect(complete.captureTime?.utcOffset == 3600)
        // A name of another day says nothing of the offset
        let other = photo.completed(from: FilePath("/a/IMG_20190105_040405.jpg"))
        #expect(other.captureTime?.utcOffset == 0)
    }
}
