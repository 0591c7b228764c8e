// SPDX-License-Identifier: GPL-3.0-or-later
// Tags that exiftool wrote, read back as facts.

import Foundation
import Metadata
import TestSupport
import Testing

@Suite("Facts in files", .timeLimit(.minutes(30)))
struct FactsTests {
    /// A small JPEG with tags written by exiftool.
    private func facts(_ name: String = "photo.jpg", _ tags: String...) async throws -> FileFacts {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
            "albumen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try await runTool("convert", ["-size", "30x20", "xc:red", file.path])
        if !tags.isEmpty {
            try await runTool("exiftool", ["-q", "-overwrite_original", "-n"] + tags + [file.path])
        }
        let path = FilePath(file.path)
        return try Data(contentsOf: file).withUnsafeBytes { try MetadataReader.facts(of: $0) }.completed(
            from: path)
    }

    @Test("The original date wins, with its offset and fraction")
    func dates() async throws {
        let time = try await facts(
            "photo.jpg", "-DateTimeOriginal=2021:06:12 10:11:12", "-OffsetTimeOriginal=+09:00",
            "-SubSecTimeOriginal=25", "-CreateDate=2022:01:01 00:00:00", "-ModifyDate=2023:01:01 00:00:00"
        ).captureTime
        #expect(time?.wallString == "2021-06-12T10:11:12")
        #expect(time?.milliseconds == 250)
        #expect(time?.utcOffset == 32400)
        #expect(time?.source == .exif)
        #expect(time?.offsetSource == .exif)
    }

    @Test("Without an offset the GPS clock gives it, where it is an offset that exists")
    func gpsOffset() async throws {
        let tokyo = try await facts(
            "photo.jpg", "-DateTimeOriginal=2021:06:12 01:11:12", "-GPSDateStamp=2021:06:11",
            "-GPSTimeStamp=16:11:00")
        #expect(tokyo.captureTime?.utcOffset == 32400)
        #expect(tokyo.captureTime?.offsetSource == .gps)
        let stale = try await facts(
            "photo.jpg", "-DateTimeOriginal=2021:06:12 01:11:12", "-GPSDateStamp=2021:06:11",
            "-GPSTimeStamp=16:04:00")
        #expect(stale.captureTime?.utcOffset == nil)
        #expect(stale.captureTime?.wallString == "2021-06-12T01:11:12")
    }

    @Test("An unset date is none, and the date of the last change is the last resort")
    func weakDates() async throws {
        #expect(try await facts("photo.jpg", "-DateTimeOriginal=0000:00:00 00:00:00").captureTime == nil)
        let changed = try await facts(
            "photo.jpg", "-ModifyDate=2023:01:02 03:04:05", "-XMP-photoshop:DateCreated=2020:05:06 07:08:09")
        #expect(changed.captureTime?.wallString == "2020-05-06T07:08:09")
        #expect(changed.captureTime?.source == .xmp)
        #expect(
            try await facts("photo.jpg", "-ModifyDate=2023:01:02 03:04:05").captureTime?.wallString
                == "2023-01-02T03:04:05")
        #expect(try await facts("IMG_20210612_101112.jpg").captureTime?.source == .fileName)
    }

    @Test("Places, west and south negative; null island is no place")
    func places() async throws {
        let rio = try await facts(
            "photo.jpg", "-GPSLatitude=22.9", "-GPSLatitudeRef=S", "-GPSLongitude=43.2", "-GPSLongitudeRef=W",
            "-GPSAltitude=7", "-GPSAltitudeRef=0"
        ).location
        #expect(abs((rio?.latitude ?? 0) + 22.9) < 1e-4)
        #expect(abs((rio?.longitude ?? 0) + 43.2) < 1e-4)
        #expect(rio?.altitude == 7)
        #expect(
            try await facts(
                "photo.jpg", "-GPSLatitude=0", "-GPSLatitudeRef=N", "-GPSLongitude=0", "-GPSLongitudeRef=E"
            ).location == nil)
    }

    @Test("Words, rating, camera")
    func words() async throws {
        let facts = try await facts(
            "photo.jpg", "-Make=Apple", "-Model=iPhone", "-XMP-dc:Title=Grüße", "-XMP-dc:Description=Am Meer",
            "-XMP-dc:Subject=sea", "-XMP-dc:Subject=summer", "-XMP-xmp:Rating=4", "-Orientation=6")
        #expect(facts.make == "Apple")
        #expect(facts.model == "iPhone")
        #expect(facts.title == "Grüße")
        #expect(facts.caption == "Am Meer")
        #expect(facts.keywords == ["sea", "summer"])
        #expect(facts.rating == 4)
        #expect(facts.orientation == .right)
        #expect(facts.storedSize == PixelSize(width: 30, height: 20))
        #expect(facts.displaySize == PixelSize(width: 20, height: 30))
    }

    @Test("Exposure, lens and place, from EXIF, IPTC and XMP")
    func exposure() async throws {
        let shot = try await facts(
            "photo.jpg", "-Make=Canon", "-Model=Canon EOS R5", "-LensModel=RF50mm F1.2 L USM", "-ISO=400",
            "-FNumber=2.8", "-ExposureTime=0.008", "-FocalLength=50", "-IPTC:City=Rio",
            "-IPTC:Province-State=RJ", "-IPTC:Country-PrimaryLocationName=Brasil")
        #expect(shot.camera == "Canon EOS R5")
        #expect(shot.lensModel == "RF50mm F1.2 L USM")
        #expect(shot.iso == 400)
        #expect(abs((shot.aperture ?? 0) - 2.8) < 1e-6)
        #expect(abs((shot.exposureTime ?? 0) - 0.008) < 1e-6)
        #expect(shot.focalLength == 50)
        #expect(shot.place.title == "Rio, RJ, Brasil")
        let edited = try await facts(
            "photo.jpg", "-Make=Apple", "-Model=iPhone 12", "-XMP-photoshop:City=Köln",
            "-XMP-photoshop:Country=Deutschland", "-XMP-aux:Lens=EF 35mm", "-ISO=65535",
            "-RecommendedExposureIndex=102400")
        #expect(edited.camera == "Apple iPhone 12")
        #expect(edited.lensModel == "EF 35mm")
        #expect(edited.iso == 102_400)
        #expect(edited.place == PlaceName(city: "Köln", country: "Deutschland"))
        let bare = try await facts()
        #expect(bare.camera == nil && bare.iso == nil && bare.place.title == nil && bare.people.isEmpty)
    }

    @Test("People are face regions with names, and IPTC's list; a pet is none")
    func people() async throws {
        let facts = try await facts(
            "photo.jpg", "-XMP-iptcExt:PersonInImage=Zoë", "-XMP-iptcExt:PersonInImage=Bo",
            "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=30,H=20,Unit=pixel},RegionList=["
                + "{Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Bo,Type=Face},"
                + "{Area={X=0.2,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Rex,Type=Pet},"
                + "{Area={X=0.7,Y=0.5,W=0.1,H=0.1,Unit=normalized},Type=Face},"
                + "{Area={X=0.9,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Ann,Type=Face}]}")
        #expect(facts.people.map(\.name) == ["Bo", "Ann", "Zoë"])
        let face = try #require(facts.people[0].region)
        #expect(abs(face.x - 0.45) < 1e-5 && abs(face.width - 0.1) < 1e-5)
        #expect(facts.people[2].region == nil)
    }

    @Test("Texts are cut to a sensible length, ratings that are no number are none")
    func bounds() async throws {
        let long = String(repeating: "ä", count: 5000)
        let facts = try await facts(
            "photo.jpg", "-Model=\(long)", "-XMP-dc:Title=\(long)", "-XMP-dc:Description=\(long)",
            "-XMP-xmp:Rating=1e30")
        #expect(facts.title == String(repeating: "ä", count: 512))
        #expect(facts.caption == String(repeating: "ä", count: 4096))
        #expect((facts.model ?? "").utf8.count <= 256)
        #expect(facts.rating == nil)
    }

    @Test("Panoramas and screenshots")
    func kinds() async throws {
        #expect(try await facts("photo.jpg", "-CustomRendered=6").subtypes == .panorama)
        #expect(
            try await facts("photo.jpg", "-XMP-GPano:ProjectionType=equirectangular").subtypes == .panorama)
        #expect(try await facts("photo.jpg", "-CustomRendered=8").subtypes == .depthEffect)
        #expect(try await facts("photo.jpg", "-UserComment=Screenshot").subtypes == .screenshot)
        #expect(try await facts("Screenshot from 2024-03-05 10-11-12.png").subtypes == .screenshot)
        #expect(try await facts("Screenshot_1.jpg", "-Make=Canon").subtypes == [])
    }

    @Test("EXIF inside HEIF is read, all but its orientation")
    func heif() async throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/quadrants-irot.heic")
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).heic")
        try FileManager.default.copyItem(at: fixture, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        try await runTool(
            "exiftool",
            [
                "-q", "-overwrite_original", "-DateTimeOriginal=2021:06:12 10:11:12", "-XMP-dc:Title=Meer",
                copy.path,
            ])
        let facts = try Data(contentsOf: copy).withUnsafeBytes { try MetadataReader.facts(of: $0) }
        #expect(facts.format == .heic)
        #expect(facts.captureTime?.wallString == "2021-06-12T10:11:12")
        #expect(facts.title == "Meer")
        #expect(facts.orientation == .up)
        #expect(facts.displaySize == PixelSize(width: 48, height: 64))
    }
}
