// SPDX-License-Identifier: GPL-3.0-or-later
// From tags to facts: which tag wins where several say the same thing.

/// Fills facts from the tags of one document.
struct ExivFacts {
    let document: ExivDocument
    /// How stored pixels are turned to be shown, where another document says it; nil: this one.
    var turned: Orientation?

    init(document: ExivDocument, orientation: Orientation? = nil) {
        self.document = document
        turned = orientation
    }

    /// Adds everything but sizes and orientation, which are the container's business. What is known stays.
    func describe(_ facts: inout FileFacts) {
        fill(&facts.make, document.string("Exif.Image.Make") ?? document.string("Xmp.tiff.Make"))
        fill(&facts.model, document.string("Exif.Image.Model") ?? document.string("Xmp.tiff.Model"))
        fill(
            &facts.software, document.string("Exif.Image.Software") ?? document.string("Xmp.xmp.CreatorTool"))
        fill(&facts.captureTime, ExivTime(document: document).captureTime)
        fill(&facts.location, location)
        fill(&facts.rating, rating)
        ExivCamera(document: document).describe(&facts)
        ExivPeople(document: document, orientation: turned ?? orientation).describe(&facts)
        describePlace(&facts)
        describeWords(&facts)
        ExivKind(document: document).describe(&facts)
        facts.isAdobeRGB = facts.isAdobeRGB || isAdobeRGB
    }

    private func fill<T>(_ fact: inout T?, _ value: @autoclosure () -> T?) {
        if fact == nil { fact = value() }
    }

    /// What still has to be done to stored pixels. A value out of range is upright.
    var orientation: Orientation {
        document.integer("Exif.Image.Orientation").flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init)
            ?? .up
    }

    private func describePlace(_ facts: inout FileFacts) {
        fill(
            &facts.place.city,
            document.string("Xmp.photoshop.City") ?? document.string("Iptc.Application2.City"))
        fill(
            &facts.place.state,
            document.string("Xmp.photoshop.State") ?? document.string("Iptc.Application2.ProvinceState"))
        fill(
            &facts.place.country,
            document.string("Xmp.photoshop.Country") ?? document.string("Iptc.Application2.CountryName"))
    }

    private func describeWords(_ facts: inout FileFacts) {
        fill(
            &facts.title,
            document.alternative("Xmp.dc.title") ?? document.string("Iptc.Application2.ObjectName"))
        fill(
            &facts.caption,
            document.alternative("Xmp.dc.description") ?? document.string("Iptc.Application2.Caption")
                ?? document.string("Exif.Image.ImageDescription").flatMap { Self.isOfCamera($0) ? nil : $0 })
        fill(&facts.title, document.windowsText("Exif.Image.XPTitle"))
        fill(&facts.caption, document.windowsText("Exif.Image.XPComment"))
        guard facts.keywords.isEmpty else { return }
        var seen: Set<String> = []
        facts.keywords = keywords.filter { seen.insert($0).inserted }
    }

    /// What cameras write where a description belongs, into every photo.
    private static func isOfCamera(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.hasSuffix("digital camera") || text.hasSuffix("camera pictures")
            || ["sony dsc", "exif_jpeg_picture", "default"].contains(text)
    }

    /// XMP's list, else IPTC's, else Windows's; and the last parts of keywords that stand in a tree, which programs are to
    /// write into the list as well, and do not always.
    private var keywords: [String] {
        var keywords = document.strings("Xmp.dc.subject")
        if keywords.isEmpty { keywords = document.strings("Iptc.Application2.Keywords") }
        if keywords.isEmpty, let text = document.windowsText("Exif.Image.XPKeywords") {
            keywords = text.split(separator: ";").compactMap { String($0).trimmedForPeople }
        }
        for (tag, separator) in Self.trees {
            keywords += document.strings(tag).compactMap { path in
                path.split(separator: separator).last.flatMap { String($0).trimmedForPeople }
            }
        }
        return keywords
    }

    /// Lists of keywords with those above them, and what stands between.
    private static let trees: [(String, Character)] = [
        ("Xmp.lr.hierarchicalSubject", "|"), ("Xmp.digiKam.TagsList", "/"),
    ]

    /// DCF's way is "uncalibrated" beside the interoperability index R03; some cameras write 2.
    private var isAdobeRGB: Bool {
        switch document.integer("Exif.Photo.ColorSpace") {
        case 2: true
        case 0xFFFF: document.string("Exif.Iop.InteroperabilityIndex") == "R03"
        default: false
        }
    }

    /// 1–5. Rejected (−1) and unset (0) are no rating.
    private var rating: Int? {
        let value =
            document.rationals("Xmp.xmp.Rating")?.first.flatMap { Int(exactly: $0.rounded()) }
            ?? document.integer("Exif.Image.Rating") ?? percentRating
        return value.flatMap { (1...5).contains($0) ? $0 : nil }
    }

    /// Windows's percents, of which 1, 25, 50, 75 and 99 stand for one star to five.
    private var percentRating: Int? {
        let percent =
            document.integer("Xmp.MicrosoftPhoto.Rating") ?? document.integer("Exif.Image.RatingPercent")
        return percent.flatMap { (1...100).contains($0) ? min(5, ($0 + 12) / 25 + 1) : nil }
    }

    private var location: Location? {
        guard let latitude = coordinate("Latitude", negative: "S") ?? xmpCoordinate("Latitude"),
            let longitude = coordinate("Longitude", negative: "W") ?? xmpCoordinate("Longitude")
        else { return nil }
        // Zero and zero is what a camera without a fix writes, off the coast of Ghana where few photos are
        // taken.
        if latitude == 0, longitude == 0 { return nil }
        let height =
            document.rationals("Exif.GPSInfo.GPSAltitude")?.first
            ?? document.rationals("Xmp.exif.GPSAltitude")?.first
        let reference =
            document.string("Exif.GPSInfo.GPSAltitudeRef") ?? document.string("Xmp.exif.GPSAltitudeRef")
        let isBelow = reference?.hasPrefix("1") ?? false
        return Location(
            latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -$0 : $0 })
    }

    /// Degrees, minutes, seconds; some writers leave the later ones out.
    private func coordinate(_ name: String, negative: Character) -> Double? {
        guard let parts = document.rationals("Exif.GPSInfo.GPS\(name)") else { return nil }
        let degrees = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return document.string("Exif.GPSInfo.GPS\(name)Ref")?.first == negative ? -degrees : degrees
    }

    /// `48,51.504N` or `48,51,30N` (XMP specification part 2, GPSCoordinate).
    private func xmpCoordinate(_ name: String) -> Double? {
        guard let text = document.string("Xmp.exif.GPS\(name)"), let direction = text.last else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let degrees = zip(parts, [1.0, 60, 3600]).reduce(0.0) { $0 + ($1.0 ?? 0) / $1.1 }
        guard degrees.isFinite else { return nil }
        switch direction {
        case "N", "E": return degrees
        case "S", "W": return -degrees
        default: return nil
        }
    }
}
