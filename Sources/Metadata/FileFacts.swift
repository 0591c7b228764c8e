// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says about itself, read once and kept by the catalog.

/// Grows when reading gets better: files judged by an older version are read again.
public enum DetectorVersion {
    public static let current = 1
}

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

/// What a file says about itself.
public struct FileFacts: Sendable, Codable, Hashable {
    public var format: FileFormat
    public var mediaType: MediaType
    public var subtypes: MediaSubtypes = []
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
    public var software: String?
    public var title: String?
    public var caption: String?
    public var keywords: [String] = []
    /// 1–5; nil where unset.
    public var rating: Int?
    /// Equal in all photos of one burst.
    public var burstIdentifier: String?

    public init(format: FileFormat) {
        self.format = format
        mediaType = format.mediaType
    }

    public var isAnimated: Bool { subtypes.contains(.animated) }
}
