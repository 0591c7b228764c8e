// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the query language: `field:value`.

/// Names as the language writes them; `aliases` are read too.
enum SearchField: String, Sendable, Hashable, CaseIterable {
    case album, camera, lens, keyword, person, place
    case name, title, caption
    case type, `is`
    case rating, size, iso, f, exposure, focal, duration, width, height
    case date, before, after, added, modified

    private static let aliases: [String: SearchField] = [
        "tag": .keyword, "people": .person, "location": .place, "file": .name, "filename": .name,
        "aperture": .f, "taken": .date, "kind": .type,
    ]

    init?(name: String) {
        let name = name.lowercased()
        guard let field = SearchField(rawValue: name) ?? Self.aliases[name] else { return nil }
        self = field
    }

    /// What its values are.
    enum Values {
        case text(TextField)
        case number(NumberField)
        case type
        case flag
        /// Days of the wall clock, or of the viewer's clock.
        case days
    }

    var values: Values {
        switch self {
        case .album: .text(.albumTitle)
        case .camera: .text(.camera)
        case .lens: .text(.lens)
        case .keyword: .text(.keyword)
        case .person: .text(.person)
        case .place: .text(.place)
        case .name: .text(.fileName)
        case .title: .text(.title)
        case .caption: .text(.caption)
        case .type: .type
        case .is: .flag
        case .rating: .number(.rating)
        case .size: .number(.fileSize)
        case .iso: .number(.iso)
        case .f: .number(.aperture)
        case .exposure: .number(.exposureTime)
        case .focal: .number(.focalLength)
        case .duration: .number(.duration)
        case .width: .number(.width)
        case .height: .number(.height)
        case .date, .before, .after, .added, .modified: .days
        }
    }
}

/// Values of `type:`.
enum SearchType: String, Sendable, Hashable, CaseIterable {
    case photo, video, raw, live, panorama, screenshot, hdr, portrait, animated, spatial, selfie, burst
    case slomo, timelapse, screenrecording, cinematic, longexposure

    init?(name: String) {
        let name = name.lowercased().filter { $0 != "-" && $0 != "_" }
        let aliases: [String: SearchType] = [
            "image": .photo, "movie": .video, "gif": .animated, "depth": .portrait, "slowmotion": .slomo,
        ]
        guard let type = SearchType(rawValue: name) ?? aliases[name] else { return nil }
        self = type
    }

    var predicate: AssetPredicate {
        switch self {
        case .photo: .mediaType(.image)
        case .video: .mediaType(.video)
        case .raw: .state(.raw)
        case .selfie: .state(.selfPortrait)
        case .burst: .state(.burst)
        case .longexposure: .state(.longExposure)
        case .live: .hasAnySubtype(.live)
        case .panorama: .hasAnySubtype(.panorama)
        case .screenshot: .hasAnySubtype(.screenshot)
        case .hdr: .hasAnySubtype(.hdr)
        case .portrait: .hasAnySubtype(.depthEffect)
        case .animated: .hasAnySubtype(.animated)
        case .spatial: .hasAnySubtype(.spatial)
        case .slomo: .hasAnySubtype(.highFrameRate)
        case .timelapse: .hasAnySubtype(.timelapse)
        case .screenrecording: .hasAnySubtype(.screenRecording)
        case .cinematic: .hasAnySubtype(.cinematic)
        }
    }
}

extension AssetFlag {
    /// Values of `is:`, in the English of either side.
    init?(name: String) {
        let aliases: [String: AssetFlag] = [
            "favourite": .favorite, "fav": .favorite, "geotagged": .located, "missing": .offline,
            "tagged": .keyworded,
        ]
        let name = name.lowercased()
        guard
            let flag = AssetFlag.allCases.first(where: { $0.rawValue.lowercased() == name }) ?? aliases[name]
        else { return nil }
        self = flag
    }
}
