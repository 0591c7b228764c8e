// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds on facts: they travel in one message and lie in the catalog, and a file may hold gigabytes where a
// camera's name belongs, and a number where a size does.

extension FileFacts {
    /// Bytes of a text in UTF-8.
    private enum Limit {
        static let name = 256
        static let title = 1024
        static let caption = 8192
        static let keyword = 256
        static let allKeywords = 12_800
        static let allPeople = 6_400
        /// Pieces.
        static let evidence = 32
    }

    /// Numbers of cameras, generously.
    private enum Plausible {
        static let iso = 1...10_000_000
        /// F-numbers.
        static let aperture = 0.1...1_000.0
        /// Seconds: up to a day.
        static let exposureTime = 1e-7...86_400.0
        /// Millimetres.
        static let focalLength = 0.1...100_000.0
        /// Seconds: up to some thirty years.
        static let duration = 0...1e9
        /// Seconds around 1970: the years 1 to 9999.
        private static let wallSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
        /// Seconds: a day either way.
        private static let offset = -86_400...86_400

        static func isTime(_ time: CaptureTime) -> Bool {
            wallSeconds.contains(time.wallSeconds) && (0...999).contains(time.milliseconds)
                && offset.contains(time.utcOffset ?? 0)
        }
    }

    /// Pixels; longer than any picture, short enough to reckon with.
    private static let longestEdge = 1 << 20

    private static func plausible(_ size: PixelSize) -> PixelSize {
        let edges = 1...longestEdge
        return edges.contains(size.width) && edges.contains(size.height) ? size : .zero
    }

    /// These facts with every text cut to a sensible length, and a size that cannot be true taken as unknown.
    /// For whoever gets facts from a process that parsed untrusted bytes, too: it may have been taken over.
    package func bounded() -> FileFacts {
        var facts = self
        facts.storedSize = Self.plausible(storedSize)
        facts.displaySize = Self.plausible(displaySize)
        facts.captureTime = captureTime.flatMap { Plausible.isTime($0) ? $0 : nil }
        facts.location = location.flatMap {
            Location(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
        }
        facts.duration = Plausible.duration.contains(duration) ? duration : 0
        facts.make = make?.cut(to: Limit.name)
        facts.model = model?.cut(to: Limit.name)
        facts.lensModel = lensModel?.cut(to: Limit.name)
        facts.software = software?.cut(to: Limit.name)
        facts.burstIdentifier = burstIdentifier?.cut(to: Limit.name)
        facts.contentIdentifier = contentIdentifier?.cut(to: Limit.name)
        facts.motionVideo = motionVideo.flatMap { $0.offset >= 0 && $0.length > 0 ? $0 : nil }
        facts.evidence = evidence.prefix(Limit.evidence).map { found in
            var found = found
            found.words = found.words.cut(to: Limit.name)
            return found
        }
        facts.sidecars = []
        facts.title = title?.cut(to: Limit.title)
        facts.caption = caption?.cut(to: Limit.caption)
        facts.place.city = place.city?.cut(to: Limit.name)
        facts.place.state = place.state?.cut(to: Limit.name)
        facts.place.country = place.country?.cut(to: Limit.name)
        facts.iso = iso.flatMap { Plausible.iso.contains($0) ? $0 : nil }
        facts.aperture = aperture.flatMap { Plausible.aperture.contains($0) ? $0 : nil }
        facts.exposureTime = exposureTime.flatMap { Plausible.exposureTime.contains($0) ? $0 : nil }
        facts.focalLength = focalLength.flatMap { Plausible.focalLength.contains($0) ? $0 : nil }
        facts.keywords = Self.bounded(keywords, each: Limit.keyword, all: Limit.allKeywords)
        // Names are cut, and the last of too many left out; regions are sound by their type.
        let names = Self.bounded(people.map(\.name), each: Limit.name, all: Limit.allPeople)
        facts.people = zip(names, people).map { PersonInPicture(name: $0, region: $1.region?.clamped) }
        return facts
    }

    private static func bounded(_ texts: [String], each length: Int, all: Int) -> [String] {
        var room = all
        return texts.map { $0.cut(to: length) }.prefix {
            room -= $0.utf8.count
            return room >= 0
        }.map { $0 }
    }
}

extension String {
    /// At most `length` bytes of UTF-8. Bytes, not characters: one may be a megabyte of combining marks.
    fileprivate func cut(to length: Int) -> String {
        guard utf8.count > length else { return self }
        var text = String(decoding: utf8.prefix(length), as: UTF8.self)
        // The cut may have left half a scalar, which decodes to this.
        while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text
    }
}
