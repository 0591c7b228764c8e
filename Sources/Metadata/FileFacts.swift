// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says about itself, read once and kept by the catalog.

/// A place on Earth, as GPS gives it.
public struct Location: Sendable, Hashable, Codable {
    /// Degrees north, −90…90.
    public var latitude: Double
    /// Degrees east, −180…180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?

    /// Nil when the numbers are no place.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// A place by the names that a file gives it.
public struct PlaceName: Sendable, Hashable, Codable {
    public var city: String?
    public var state: String?
    public var country: String?

    public init(city: String? = nil, state: String? = nil, country: String? = nil) {
        self.city = city
        self.state = state
        self.country = country
    }

    /// `Rio de Janeiro, Brazil`: what is known, the nearest first; nil where nothing is.
    public var title: String? {
        let parts = [city, state, country].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// Somebody in a picture.
public struct PersonInPicture: Sendable, Hashable, Codable {
    public var name: String
    /// Where the face is, of the picture as shown; nil where the file does not say.
    public var region: UnitRect?

    public init(name: String, region: UnitRect? = nil) {
        self.name = name
        self.region = region
    }
}

/// How the film of a Live Photo plays; PHAssetPlaybackVariation's raw values.
public enum PlaybackVariation: Int, Sendable, Hashable, Codable {
    case none = 0
    case autoloop = 1
    /// There and back.
    case mirror = 2
    case longExposure = 3
}

/// What a file says about itself.
public struct FileFacts: Sendable, Codable, Hashable {
    public var format: FileFormat
    public var mediaType: MediaType
    public var subtypes: MediaSubtypes = []
    /// Depth maps and their like, which a picture may have whatever it is.
    public var auxiliaryImages: AuxiliaryImages = []
    /// As stored; zero where the file does not say without being decoded.
    public var storedSize: PixelSize = .zero
    /// What whoever decodes still has to apply. `.up` for HEIF and AVIF, whose decoder applies the file's own
    /// rotation: EXIF on top would turn the picture twice.
    public var orientation: Orientation = .up
    /// As shown.
    public var displaySize: PixelSize = .zero
    public var captureTime: CaptureTime?
    public var location: Location?
    /// Seconds; 0 for stills.
    public var duration: Double = 0
    public var make: String?
    public var model: String?
    public var lensModel: String?
    /// Sensitivity as ISO 12232 has it.
    public var iso: Int?
    /// F-number.
    public var aperture: Double?
    /// Seconds.
    public var exposureTime: Double?
    /// Millimetres, of the lens itself.
    public var focalLength: Double?
    /// Where the picture was taken, as its file names it.
    public var place = PlaceName()
    /// People in the picture, in the file's order, each name once.
    public var people: [PersonInPicture] = []
    public var software: String?
    /// EXIF says Adobe RGB, which counts where the file has no colour profile.
    public var isAdobeRGB = false
    public var title: String?
    public var caption: String?
    public var keywords: [String] = []
    /// 1–5; nil where unset.
    public var rating: Int?
    /// Equal in all photos of one burst.
    public var burstIdentifier: String?
    /// Equal in the still and the film of a Live Photo, whatever the case of its letters.
    public var contentIdentifier: String?
    /// The film inside a motion photo.
    public var motionVideo: FileRange?
    /// Why the smart albums have it.
    public var evidence: [TraitEvidence] = []
    /// The files beside it that were read too. Filled by whoever knows the path.
    public var sidecars: [Sidecar] = []
    /// How the person wanted the film of a Live Photo to play.
    public var playbackVariation = PlaybackVariation.none

    public init(format: FileFormat) {
        self.format = format
        mediaType = format.mediaType
    }

    /// Make and model, the make once: `Apple iPhone 12`, `Canon EOS R5`.
    public var camera: String? {
        guard let model else { return make }
        guard let make, !model.lowercased().hasPrefix(make.lowercased()) else { return model }
        return "\(make) \(model)"
    }

    public var isAnimated: Bool { subtypes.contains(.animated) }
}
