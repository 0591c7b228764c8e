// SPDX-License-Identifier: GPL-3.0-or-later
// How a picture was exposed, and through which lens. EXIF first, XMP where an editor left only that.

import Foundation

/// Fills the camera's facts from the tags of one document.
struct ExivCamera {
    let document: ExivDocument

    /// What is known stays.
    func describe(_ facts: inout FileFacts) {
        facts.lensModel = facts.lensModel ?? lens
        facts.iso = facts.iso ?? iso
        facts.aperture = facts.aperture ?? aperture
        facts.exposureTime = facts.exposureTime ?? exposureTime
        facts.focalLength = facts.focalLength ?? first("Exif.Photo.FocalLength", "Xmp.exif.FocalLength")
    }

    private var lens: String? {
        document.string("Exif.Photo.LensModel") ?? document.string("Xmp.exifEX.LensModel")
            ?? document.string("Xmp.aux.Lens")
    }

    /// EXIF 2.3 has 16 bits for the sensitivity and stores 65535 for more; the number is then elsewhere.
    private var iso: Int? {
        let short = first("Exif.Photo.ISOSpeedRatings", "Xmp.exifEX.PhotographicSensitivity")
        if let short, short > 0, short < 65_535 { return Int(exactly: short.rounded()) }
        let long = first(
            "Exif.Photo.RecommendedExposureIndex", "Exif.Photo.ISOSpeed",
            "Exif.Photo.StandardOutputSensitivity")
        return (long ?? short ?? first("Xmp.exif.ISOSpeedRatings")).flatMap {
            $0 > 0 ? Int(exactly: $0.rounded()) : nil
        }
    }

    private var aperture: Double? {
        first("Exif.Photo.FNumber", "Xmp.exif.FNumber")
            // APEX: the f-number is √2 to the value.
            ?? first("Exif.Photo.ApertureValue").map { pow(2, $0 / 2) }
    }

    private var exposureTime: Double? {
        first("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime")
            // APEX: the time is ½ to the value.
            ?? first("Exif.Photo.ShutterSpeedValue").map { pow(2, -$0) }
    }

    /// The first number of the first tag that has one.
    private func first(_ tags: String...) -> Double? {
        for tag in tags {
            if let value = document.rationals(tag)?.first { return value }
        }
        return nil
    }
}
