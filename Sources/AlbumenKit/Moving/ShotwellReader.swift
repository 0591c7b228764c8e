// SPDX-License-Identifier: GPL-3.0-or-later
// Shotwell's photo.db. (Its schema: the tables in src/db of Shotwell's source; versions up to 24.)

import Metadata
import SQLite

/// Reads one database. Blocking.
struct ShotwellReader {
    private static let newestVersion: Int64 = 24
    /// `rating` of a photo that the person does not want.
    private static let rejected = -1

    /// Bits of `flags`, which photos and videos have differently.
    private struct Flags {
        var hidden: Int64 = 0
        var favorite: Int64 = 0
        var trash: Int64
        var flagged: Int64

        static let photo = Flags(hidden: 1, favorite: 2, trash: 4, flagged: 16)
        static let video = Flags(trash: 1, flagged: 4)
    }

    private let database: ForeignDatabase
    private var plan = MovingPlan()
    /// Places in the plan by Shotwell's names of photos and videos.
    private var places: [String: Int] = [:]
    private var eventMembers: [Int64: [(time: Int64, place: Int)]] = [:]

    static func read(_ path: FilePath) throws -> MovingPlan {
        var reader = ShotwellReader(database: try ForeignDatabase(at: path, of: .shotwell))
        return try reader.read()
    }

    private init(database: ForeignDatabase) { self.database = database }

    private mutating func read() throws -> MovingPlan {
        try checkVersion()
        try readMedia("PhotoTable", .photo) { "thumb\(Self.hexadecimal($0))" }
        if try database.has("VideoTable") {
            try readMedia("VideoTable", .video) { "video-\(Self.hexadecimal($0))" }
        }
        try readEvents()
        try readTags()
        try readFaces()
        try countSearches()
        plan.addPeople()
        return plan
    }

    private func checkVersion() throws {
        try database.require("VersionTable", "schema_version")
        try database.require("PhotoTable", "id", "filename", "flags", "rating", "event_id")
        let version = try database.read { try $0.int64("SELECT max(schema_version) FROM VersionTable") } ?? 0
        guard version <= Self.newestVersion else {
            throw MovingError.newer(
                database.path, .shotwell, version: version, known: Self.newestVersion)
        }
    }

    private static func hexadecimal(_ id: Int64) -> String {
        let digits = String(UInt64(bitPattern: id), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Photos and videos

    private mutating func readMedia(
        _ table: String, _ flags: Flags, sourceID: (Int64) -> String
    ) throws {
        let sql = try database.select(
            "id", "filename", "flags", "rating", "event_id", "title", "comment", "exposure_time",
            "transformations", "editable_id", "has_gps", "gps_lat", "gps_lon", from: table)
        var (plan, places, eventMembers) = (plan, places, eventMembers)
        try database.read { connection in
            try connection.forEach(sql + " ORDER BY id") { row in
                guard let path = row.absolutePath(1) else {
                    plan.report.left(.files, because: "Shotwell names no path", path: nil)
                    return
                }
                guard FileStamp(followingLinksAt: path) != nil else {
                    plan.report.left(.files, because: "the file is missing", path: path)
                    return
                }
                var photo = ForeignPhoto(path: path)
                let bits = row.int64(2)
                photo.isHidden = bits & flags.hidden != 0
                photo.isFavorite = bits & (flags.favorite | flags.flagged) != 0
                photo.isTrashed = bits & flags.trash != 0
                photo.title = row.foreignText(5)
                photo.caption = row.foreignText(6)
                Self.rate(&photo, row.int(3), &plan.report)
                if row.int64(10) > 0 {
                    photo.location = Location(latitude: row.double(11), longitude: row.double(12))
                }
                Self.noteEdits(row, path, &plan.report)
                let place = plan.add(photo)
                places[sourceID(row.int64(0))] = place
                if row.int64(4) > 0 { eventMembers[row.int64(4), default: []].append((row.int64(7), place)) }
            }
        }
        (self.plan, self.places, self.eventMembers) = (plan, places, eventMembers)
    }

    private static func rate(_ photo: inout ForeignPhoto, _ rating: Int, _ report: inout MovingReport.Tally) {
        if (1...5).contains(rating) { photo.rating = rating }
        if rating == rejected {
            report.left(
                .rejected, because: "there is no such mark here: the photo came without it", path: photo.path)
        }
    }

    private static func noteEdits(_ row: Row, _ path: FilePath, _ report: inout MovingReport.Tally) {
        if row.foreignText(8) != nil {
            report.left(
                .edits, because: "Shotwell's own edits are known to Shotwell alone: the original came",
                path: path)
        }
        if row.int64(9) > 0 {
            report.left(
                .edits, because: "another program made an edited copy: the original came", path: path)
        }
    }

    // MARK: Events

    private mutating func readEvents() throws {
        guard try database.has("EventTable"), !eventMembers.isEmpty else { return }
        let sql = try database.select("id", "name", "time_created", "primary_source_id", from: "EventTable")
        let (places, members) = (places, eventMembers)
        plan.collections += try database.read { connection in
            try connection.all(sql + " ORDER BY id") { row -> ForeignCollection? in
                guard let found = members[row.int64(0)] else { return nil }
                return ForeignCollection(
                    .albumSyncedEvent, key: "shotwell/event/\(row.int64(0))/\(row.int64(2))",
                    title: row.foreignText(1),
                    members: found.sorted { $0 < $1 }.map(\.place),
                    keyPhoto: row.optionalString(3).flatMap { places[$0] })
            }.compactMap { $0 }
        }
    }

    // MARK: Tags

    /// A tag is named `Rome`, or `/Places/Rome`; those above it list its photos too.
    private mutating func readTags() throws {
        guard try database.has("TagTable") else { return }
        try database.require("TagTable", "name", "photo_id_list")
        var (photos, places) = (plan.photos, places)
        try database.read { connection in
            try connection.forEach("SELECT name, photo_id_list FROM TagTable ORDER BY id") { row in
                let path = row.string(0)
                let name = path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) : path
                guard let keyword = name?.foreignText else { return }
                for word in row.string(1).split(separator: ",") {
                    guard let place = Self.place(of: word, places) else { continue }
                    photos[place].keywords.append(keyword)
                }
            }
        }
        plan.photos = photos
    }

    /// Old versions list photos by their numbers alone.
    private static func place(of word: Substring, _ places: [String: Int]) -> Int? {
        if let place = places[String(word)] { return place }
        return Int64(word).flatMap { places["thumb\(hexadecimal($0))"] }
    }

    // MARK: Faces

    private mutating func readFaces() throws {
        guard try database.has("FaceTable"), try database.has("FaceLocationTable") else { return }
        try database.require("FaceTable", "id", "name")
        try database.require("FaceLocationTable", "face_id", "photo_id", "geometry")
        let hasGuesses = try database.columns(of: "FaceLocationTable").contains("guess")
        var (plan, places) = (plan, places)
        try database.read { connection in
            try connection.forEach(
                """
                SELECT photo_id, name, geometry, \(hasGuesses ? "guess" : "0") FROM FaceLocationTable
                JOIN FaceTable ON FaceTable.id = face_id ORDER BY FaceLocationTable.id
                """
            ) { row in
                guard let place = places["thumb\(Self.hexadecimal(row.int64(0)))"],
                    let name = row.foreignText(1)
                else { return }
                guard row.int64(3) == 0 else {
                    plan.report.left(.faces, because: "Shotwell only guessed who it is")
                    return
                }
                plan.photos[place].people.append(
                    ForeignPerson(name: name, region: Self.region(row.string(2)).map { .ofStored($0) }))
            }
        }
        self.plan = plan
    }

    /// `Rectangle;x;y;w;h`: its middle and half its size, as fractions of the picture as it is stored.
    private static func region(_ geometry: String) -> UnitRect? {
        let parts = geometry.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count >= 5, parts[0] == "Rectangle" else { return nil }
        let numbers = parts[1...4].compactMap { Double($0.replacing(",", with: ".")) }
        guard numbers.count == 4 else { return nil }
        return UnitRect(
            x: numbers[0] - numbers[2], y: numbers[1] - numbers[3], width: 2 * numbers[2],
            height: 2 * numbers[3])
    }

    private mutating func countSearches() throws {
        guard try database.has("SavedSearchDBTable") else { return }
        let count = try database.read { try $0.int64("SELECT count(*) FROM SavedSearchDBTable") } ?? 0
        plan.report.left(.searches, Int(count), because: "make a smart album of the same search")
    }
}
