// SPDX-License-Identifier: GPL-3.0-or-later
// From a film's header to facts: which of its several places for the same thing wins.

/// Fills facts from the header of one film.
struct MovieFacts {
    let movie: MovieStructure

    func describe(_ facts: inout FileFacts) {
        facts.duration = movie.duration
        facts.storedSize = movie.storedSize ?? .zero
        facts.displaySize = movie.displaySize ?? .zero
        facts.orientation = movie.orientation
        facts.captureTime = movie.captureTime
        facts.make =
            text("com.apple.quicktime.make", "com.android.manufacturer") ?? movie.userData["©mak"]
        facts.model = text("com.apple.quicktime.model", "com.android.model") ?? movie.userData["©mod"]
        facts.software = text("com.apple.quicktime.software") ?? movie.userData["©swr"]
        facts.title =
            text("com.apple.quicktime.title", "com.apple.quicktime.displayname") ?? movie.userData["©nam"]
        facts.caption =
            text("com.apple.quicktime.description", "com.apple.quicktime.comment") ?? movie.userData["©des"]
            ?? movie.userData["desc"] ?? movie.userData["©cmt"]
        facts.location =
            (text("com.apple.quicktime.location.ISO6709") ?? movie.userData["©xyz"])
            .flatMap(Location.init(iso6709:)) ?? movie.location
        facts.keywords =
            text("com.apple.quicktime.keywords")?.split(separator: ",").compactMap {
                String($0).trimmedForPeople
            } ?? []
        facts.rating = movie.numbers["com.apple.quicktime.rating.user"].flatMap { Int(exactly: $0.rounded()) }
            .flatMap { (1...5).contains($0) ? $0 : nil }
        MovieKind(movie: movie).describe(&facts)
        // What is known stays: the film's own time above all, which XMP often repeats without its zone.
        if let document = movie.xmp.flatMap({ ExivDocument($0) }) {
            ExivFacts(document: document).describe(&facts)
        }
    }

    private func text(_ keys: String...) -> String? { keys.lazy.compactMap { movie.metadata[$0] }.first }
}

extension Location {
    /// `+48.8584+002.2945+035/`: latitude, longitude and perhaps height, each with its sign.
    init?(iso6709 text: String) {
        var numbers: [Double] = []
        var rest = Substring(text.prefix(64))
        while numbers.count < 3, let sign = rest.first, sign == "+" || sign == "-" {
            let digits = rest.dropFirst().prefix { $0.isNumber || $0 == "." }
            guard let value = Double(digits) else { break }
            numbers.append(sign == "-" ? -value : value)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard numbers.count >= 2 else { return nil }
        self.init(
            latitude: numbers[0], longitude: numbers[1], altitude: numbers.count > 2 ? numbers[2] : nil)
    }
}
