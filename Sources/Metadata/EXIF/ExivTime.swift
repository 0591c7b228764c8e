// SPDX-License-Identifier: GPL-3.0-or-later
// When a photo was taken, out of the many tags that may say it.

/// Order of trust: EXIF DateTimeOriginal, EXIF DateTimeDigitized, XMP (DateTimeOriginal, DateCreated,
/// CreateDate), IPTC's date and time of creation, the GPS clock, and EXIF DateTime, which every editor
/// overwrites, only where nothing else is.
struct ExivTime {
    let document: ExivDocument

    var captureTime: CaptureTime? {
        exif("Exif.Photo.DateTimeOriginal", subSeconds: "Original", offset: "Original")
            ?? exif("Exif.Photo.DateTimeDigitized", subSeconds: "Digitized", offset: "Digitized")
            ?? exif("Exif.Image.DateTimeOriginal", subSeconds: "Original", offset: "Original")
            ?? xmp ?? iptc ?? gpsOnly
            ?? exif("Exif.Image.DateTime", subSeconds: "", offset: "")
    }

    private func exif(_ tag: String, subSeconds: String, offset: String) -> CaptureTime? {
        guard var time = document.string(tag).flatMap({ TimeParser.time($0, source: .exif) }) else {
            return nil
        }
        if let fraction = document.string("Exif.Photo.SubSecTime\(subSeconds)")
            .flatMap({ TimeParser.milliseconds(subSeconds: $0) })
        {
            time.milliseconds = fraction
        }
        if time.utcOffset == nil { apply(offset, to: &time) }
        return time
    }

    /// The tag's own offset, else the general one, else what the GPS clock implies.
    private func apply(_ kind: String, to time: inout CaptureTime) {
        let written =
            document.string("Exif.Photo.OffsetTime\(kind)").flatMap { TimeParser.offset($0) }
            ?? document.string("Exif.Photo.OffsetTime").flatMap { TimeParser.offset($0) }
        if let written {
            time.utcOffset = written
            time.offsetSource = .exif
        } else if let derived = gpsOffset(wall: time.wallSeconds) {
            time.utcOffset = derived
            time.offsetSource = .gps
        }
    }

    /// The difference of wall clock and GPS clock, where it is an offset that exists: a multiple of 15
    /// minutes within ±14 hours, to within what a fix may lag behind.
    private func gpsOffset(wall: Int64) -> Int? {
        guard let gps = gpsSeconds else { return nil }
        let quarter: Int64 = 15 * 60
        let difference = wall - gps
        let rounded = Int64((Double(difference) / Double(quarter)).rounded()) * quarter
        guard abs(rounded) <= 14 * 3600, abs(difference - rounded) <= Self.gpsLag else { return nil }
        return Int(rounded)
    }

    /// Seconds that a GPS time may be older than the photo; beyond it the nearest quarter hour is a guess.
    private static let gpsLag: Int64 = 4 * 60

    /// The GPS clock: UTC seconds since the Unix epoch.
    private var gpsSeconds: Int64? {
        guard let date = document.string("Exif.GPSInfo.GPSDateStamp"),
            let day = TimeParser.time(date, source: .gps),
            let clock = document.rationals("Exif.GPSInfo.GPSTimeStamp"), clock.count == 3,
            clock[0] >= 0, clock[0] < 24, clock[1] >= 0, clock[1] < 60, clock[2] >= 0, clock[2] < 61
        else { return nil }
        return day.wallSeconds + Int64(clock[0] * 3600 + clock[1] * 60 + clock[2])
    }

    private var gpsOnly: CaptureTime? {
        gpsSeconds.map { CaptureTime(wallSeconds: $0, utcOffset: 0, source: .gps) }
    }

    private var xmp: CaptureTime? {
        ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate"].lazy
            .compactMap { document.string($0) }
            .compactMap { TimeParser.time($0, source: .xmp) }
            .first
    }

    private var iptc: CaptureTime? {
        guard let date = document.string("Iptc.Application2.DateCreated") else { return nil }
        let text = [date, document.string("Iptc.Application2.TimeCreated")].compactMap { $0 }.joined(
            separator: "T")
        return TimeParser.time(text, source: .exif)
    }
}
