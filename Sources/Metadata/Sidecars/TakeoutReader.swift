// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON that Google Takeout puts beside each photo: when and where it was taken, and what people wrote of it.

import Foundation

enum TakeoutReader {
    private struct File: Decodable {
        var description: String?
        var photoTakenTime: Time?
        var geoData: Place?
        var geoDataExif: Place?
        var people: [Person]?
    }

    private struct Time: Decodable {
        /// Seconds since 1970, as text.
        var timestamp: String
    }

    private struct Place: Decodable {
        var latitude: Double
        var longitude: Double
        var altitude: Double?

        /// Zeros stand for nowhere.
        var location: Location? {
            guard latitude != 0 || longitude != 0 else { return nil }
            return Location(
                latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
        }
    }

    private struct Person: Decodable {
        var name: String?
    }

    /// Seconds around 1970: the years 1800 to 9999.
    private static let plausible: ClosedRange<Int64> = -5_364_662_400...253_402_300_799

    /// False where it is another JSON than Takeout's.
    static func read(_ bytes: UnsafeRawBufferPointer, _ facts: inout FileFacts) -> Bool {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)),
            file.photoTakenTime != nil || file.geoData != nil
        else { return false }
        facts.caption = file.description?.trimmedForPeople
        facts.location = file.geoData?.location ?? file.geoDataExif?.location
        if let text = file.photoTakenTime?.timestamp, let seconds = Int64(text), seconds != 0,
            plausible.contains(seconds)
        {
            // The instant is known, the place's clock is not: it is told in UTC.
            facts.captureTime = CaptureTime(wallSeconds: seconds, utcOffset: 0, source: .sidecar)
        }
        facts.people = (file.people ?? []).compactMap { $0.name?.trimmedForPeople }.map {
            PersonInPicture(name: $0)
        }
        return true
    }
}
