// SPDX-License-Identifier: GPL-3.0-or-later
// What the index keeps of each asset as a number, so that ranges and flags are compared without reading the table.

/// A number of every asset. Raw values are stored: they stay.
enum SearchColumn: Int64, CaseIterable, Sendable {
    case duration
    case width
    case height
    case fileSize
    case iso
    case aperture
    case exposureTime
    case focalLength
    case captured
    case added
    case modified
    /// Bits of `MediaSubtypes`.
    case subtypes
    /// Bits of `AssetFlag.bit`.
    case flags
    /// Ids of `name`.
    case camera
    case lens
    case place

    init?(_ field: NumberField) {
        switch field {
        case .rating: return nil
        case .duration: self = .duration
        case .width: self = .width
        case .height: self = .height
        case .fileSize: self = .fileSize
        case .iso: self = .iso
        case .aperture: self = .aperture
        case .exposureTime: self = .exposureTime
        case .focalLength: self = .focalLength
        }
    }

    /// Its SQL on `asset`; NULL where there is no such number.
    var expression: String {
        switch self {
        case .duration: "asset.duration"
        case .width: "asset.width"
        case .height: "asset.height"
        case .fileSize: "asset.size"
        case .iso: "asset.iso"
        case .aperture: "asset.aperture"
        case .exposureTime: "asset.exposure_time"
        case .focalLength: "asset.focal_length"
        case .captured: "asset.wall_seconds"
        case .added: "asset.added_at"
        case .modified: "asset.modified_at"
        case .subtypes: "asset.media_subtypes"
        case .camera: "asset.camera_id"
        case .lens: "asset.lens_id"
        case .place: "asset.place_id"
        case .flags:
            AssetFlag.allCases.compactMap { flag in
                guard let bit = flag.bit, let condition = flag.condition else { return nil }
                return "((\(condition)) << \(bit))"
            }.joined(separator: " | ")
        }
    }

    /// Whether its values are integers.
    var isInteger: Bool {
        switch self {
        case .duration, .aperture, .exposureTime, .focalLength: false
        default: true
        }
    }
}

extension AssetFlag {
    /// Its bit in `SearchColumn.flags`; nil for those that another index knows. Stored: they stay.
    var bit: Int? {
        switch self {
        case .hidden: 0
        case .edited: 1
        case .burst: 2
        case .broken: 3
        case .offline: 4
        case .located: 5
        case .titled: 6
        case .captioned: 7
        case .favorite, .raw, .selfPortrait, .longExposure, .keyworded, .filed: nil
        }
    }
}
