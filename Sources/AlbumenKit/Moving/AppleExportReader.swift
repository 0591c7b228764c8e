// SPDX-License-Identifier: GPL-3.0-or-later
// What osxphotos exports of Apple Photos, and what Photos itself does: a tree of folders by album or by date, with or without
// JSON files beside the photos, in the form of exiftool -json.

import Metadata

/// Reads one export. Blocking.
struct AppleExportReader {
    /// What osxphotos writes at the end of the name of an edited copy.
    private static let edited = "_edited"
    /// The folder that osxphotos puts photos in of which a template knows nothing.
    private static let noValue = "_"
    /// What osxphotos gives favourites when it is asked to; Apple Photos has no stars.
    private static let favoriteRating = 5.0
    /// How osxphotos calls a face that has no name.
    private static let unknownPerson = "_UNKNOWN_"

    private var plan = MovingPlan()
    private var albums: [[String]: [Int]] = [:]

    static func read(_ path: FilePath) throws -> MovingPlan {
        var reader = AppleExportReader()
        let folders = try ExportFolders.list(path, &reader.plan.report)
        for folder in folders { reader.read(folder) }
        guard folders.contains(where: { !$0.media.isEmpty }) else {
            throw MovingError.noLibrary(path, .apple, missing: "photos in it")
        }
        reader.makeCollections()
        reader.plan.addPeople()
        return reader.plan
    }

    private mutating func read(_ folder: ExportFolder) {
        let sidecars = Set(folder.sidecars)
        let stems = Set(folder.media.map(Self.stem))
        var members: [Int] = []
        for name in folder.media {
            var photo = ForeignPhoto(path: folder.path.appending(name))
            let stem = Self.stem(name)
            let mark = Array(Self.edited.utf8)
            if stem.count > mark.count, stem.suffix(mark.count).elementsEqual(mark),
                stems.contains(Array(stem.dropLast(mark.count)))
            {
                plan.report.left(
                    .edits, because: "an edited copy came as a photo of its own", path: photo.path)
            }
            // With --sidecar-drop-ext the photo's own ending is left out.
            let ending = Array(".json".utf8)
            if let found = [name + ending, stem + ending].first(where: sidecars.contains) {
                let path = folder.path.appending(found)
                if let json = SidecarJSON(path) {
                    Self.describe(&photo, json)
                } else {
                    plan.report.left(.sidecars, because: "it cannot be read", path: path)
                }
            }
            members.append(plan.add(photo))
        }
        let album = Self.album(folder.names)
        if !album.isEmpty, !members.isEmpty { albums[album, default: []] += members }
    }

    private static func stem(_ name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }

    /// With the names of exiftool's groups and without.
    private static func describe(_ photo: inout ForeignPhoto, _ json: SidecarJSON) {
        photo.title = json.text("XMP:Title", "Title", "IPTC:ObjectName", "ObjectName")
        photo.caption = json.text(
            "XMP:Description", "Description", "EXIF:ImageDescription", "ImageDescription",
            "IPTC:Caption-Abstract",
            "Caption-Abstract")
        let people = json.texts("XMP:PersonInImage", "PersonInImage").filter { $0 != unknownPerson }
        photo.people = people.map { ForeignPerson(name: $0) }
        // Some settings list people among the keywords too.
        photo.keywords = json.texts(
            "IPTC:Keywords", "Keywords", "XMP:Subject", "Subject", "XMP:TagsList", "TagsList"
        ).filter { !people.contains($0) && $0 != unknownPerson }
        photo.isFavorite =
            json.number("XMP:Rating", "Rating") == favoriteRating || json.isTrue("favorite", "Favorite")
        photo.isHidden = json.isTrue("hidden")
    }

    // MARK: Albums

    /// The folders that are albums: those that are no dates.
    private static func album(_ names: [String]) -> [String] {
        names.filter { $0 != noValue && !isDate($0) }
    }

    /// 2021, 06, 2021-06, 2021-06-30, June.
    private static func isDate(_ name: String) -> Bool {
        if months.contains(name.lowercased()) { return true }
        return name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D } && name.utf8.first != 0x2D
            && name.utf8.count <= "2021-06-30".utf8.count
    }

    private static let months: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]

    private mutating func makeCollections() {
        for (names, members) in albums.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            plan.collections.append(
                ForeignCollection(
                    .albumSyncedAlbum, key: "apple/album/\(names.map(\.nfc).joined(separator: "/"))",
                    title: names[names.count - 1].foreignText, folders: Array(names.dropLast()),
                    members: members))
        }
    }
}
