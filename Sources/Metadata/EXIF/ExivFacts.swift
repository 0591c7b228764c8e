// SPDX-License-Identifier: GPL-3.0-or-later
// From tags to facts: which tag wins where several say the same thing.

/// Fills facts from the tags of one document.
struct ExivFacts {
    let document: ExivDocument

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
        ExivPeople(document: document, orientation: orientation).describe(&facts)
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
                ?? document.string("Exif.Image.ImageDescription"))
        guard facts.keywords.isEmpty else { return }
        var keywords = document.strings("Xmp.dc.subject")
        if keywords.isEmpty { keywords = document.strings("Iptc.Application2.Keywords") }
        var seen: Set<String> = []
        facts.keywords = keywords.filter { seen.insert($0).inserted }
    }

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
            ?? document.integer("Exif.Image.Rating")
        return value.flatMap { (1...5).contains($0) ? $0 : nil }
    }

    private var location: Location? {
        guard let latitude = coordinate("Latitude", negative: "S"),
            let longitude = coordinate("Longitude", negative: "W")
        else { return nil }
        // Zero and zero is what a camera without a fix writes, off the coast of Ghana where few photos are
        // taken.
        if latitude == 0, longitude == 0 { return nil }
        let height = document.rationals("Exif.GPSInfo.GPSAltitude")?.first
        let isBelow = document.string("Exif.GPSInfo.GPSAltitudeRef")?.hasPrefix("1") ?? false
        return Location(
            latitude: latitude, longitude: longitude, altitude: height.map { isBelow ? -$0 : $0 })
    }

    /// Degrees, minutes, seconds; some writers leave the later ones out.
    private func coordinate(_ name: String, negative: Character) -> Double? {
        guard let parts = document.rationals("Exif.GPSInfo.GPS\(name)") else { return nil }
        let degrees = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return document.string("Exif.GPSInfo.GPS\(name)Ref")?.first == negative ? -degrees : degrees
    }
}
