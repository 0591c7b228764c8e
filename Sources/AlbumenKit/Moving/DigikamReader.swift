// SPDX-License-Identifier: GPL-3.0-or-later
// digiKam's digikam4.db. (Its schema: core/data/database/dbconfig.xml of digiKam's source.)

import Metadata
import SQLite

/// Reads one database. Blocking.
struct DigikamReader {
    private static let newestVersion: Int64 = 16

    /// Values of `Images.status`.
    private enum Status: Int64 {
        case visible = 1
        case hidden = 2
        case trashed = 3
        case obsolete = 4
    }

    private static let categories: ClosedRange<Int64> = 1...2  // Images and videos; not sound, not the rest.
    private static let commentType: Int64 = 1
    private static let titleType: Int64 = 3
    private static let groupedRelation: Int64 = 2

    private struct Album {
        var root: Int64
        /// Below the root: `/`, `/2019/Rome`.
        var path: [UInt8]
        var icon: Int64?
        var members: [Int] = []
    }

    private let database: ForeignDatabase
    private let roots: [String: FilePath]
    private var plan = MovingPlan()
    private var albums: [Int64: Album] = [:]
    /// Places in the plan by digiKam's numbers of images.
    private var places: [Int64: Int] = [:]

    /// - Parameter roots: where collections are now, by their label.
    static func read(_ path: FilePath, roots: [String: FilePath]) throws -> MovingPlan {
        var reader = DigikamReader(database: try ForeignDatabase(at: path, of: .digikam), roots: roots)
        return try reader.read()
    }

    private init(database: ForeignDatabase, roots: [String: FilePath]) {
        self.database = database
        self.roots = roots
    }

    private mutating func read() throws -> MovingPlan {
        try check()
        let rootPaths = try readRoots()
        try readAlbums()
        try readImages(rootPaths)
        try readRatings()
        try readComments()
        try readPositions()
        try readTags()
        try countWhatIsLeft()
        try makeCollections(rootPaths)
        plan.addPeople()
        return plan
    }

    private func check() throws {
        try database.require("AlbumRoots", "id", "label", "identifier", "specificPath")
        try database.require("Albums", "id", "albumRoot", "relativePath")
        try database.require("Images", "id", "album", "name", "status", "category")
        try database.require("Tags", "id", "pid", "name")
        try database.require("ImageTags", "imageid", "tagid")
        try database.require("Settings", "keyword", "value")
        // What is newer says which version still can read it.
        for keyword in ["DBVersionRequired", "DBVersion"] {
            guard let version = try setting(keyword).flatMap({ Int64($0) }) else { continue }
            guard version <= Self.newestVersion else {
                throw MovingError.newer(
                    database.path, .digikam, version: version, known: Self.newestVersion)
            }
            return
        }
        throw MovingError.schema(database.path, .digikam, missing: "version in the table Settings")
    }

    private func setting(_ keyword: String) throws -> String? {
        try database.read { connection in
            try connection.first("SELECT value FROM Settings WHERE keyword = ?", keyword) {
                $0.foreignText(0)
            } ?? nil
        }
    }

    // MARK: Folders

    /// Where collections are; without those that cannot be found.
    private mutating func readRoots() throws -> [Int64: FilePath] {
        var found: [Int64: FilePath] = [:]
        var report = plan.report
        let roots = roots
        try database.read { connection in
            try connection.forEach("SELECT id, label, identifier, specificPath FROM AlbumRoots ORDER BY id") {
                row in
                let label = row.foreignText(1) ?? "\(row.int64(0))"
                let root = DigikamRoot(identifier: row.string(2), specificPath: row.bytes(3))
                if let path = roots[label] ?? root.find() {
                    found[row.int64(0)] = path
                } else {
                    report.left(
                        .roots,
                        because: "“\(label)” (\(row.string(2))) is not here; say where it is, or connect it")
                }
            }
        }
        plan.report = report
        return found
    }

    private mutating func readAlbums() throws {
        let sql = try database.select("id", "albumRoot", "relativePath", "icon", from: "Albums")
        var albums: [Int64: Album] = [:]
        try database.read { connection in
            try connection.forEach(sql) { row in
                albums[row.int64(0)] = Album(
                    root: row.int64(1), path: row.bytes(2), icon: row.optionalInt64(3))
            }
        }
        self.albums = albums
    }

    private mutating func readImages(_ roots: [Int64: FilePath]) throws {
        var (plan, albums, places) = (plan, albums, places)
        let order =
            try database.columns(of: "Images").contains("manualorder")
            ? "album, manualOrder, name" : "album, name"
        try database.read { connection in
            try connection.forEach("SELECT id, album, name, status, category FROM Images ORDER BY \(order)") {
                row in
                guard Self.categories.contains(row.int64(4)) else { return }
                switch Status(rawValue: row.int64(3)) {
                case .trashed, .obsolete:
                    plan.report.left(.trash, because: "what is in digiKam's trash stays there")
                    return
                case .visible, .hidden, nil: break
                }
                guard let album = albums[row.int64(1)] else {
                    plan.report.left(.files, because: "digiKam does not say in which folder it is")
                    return
                }
                guard let root = roots[album.root] else {
                    plan.report.left(.files, because: "its collection of folders was not found")
                    return
                }
                let name = row.bytes(2)
                let path = Self.path(root, album.path).appending(name)
                guard !name.isEmpty, FileStamp(followingLinksAt: path) != nil else {
                    plan.report.left(.files, because: "the file is missing", path: path)
                    return
                }
                var photo = ForeignPhoto(path: path)
                photo.isHidden = row.int64(3) == Status.hidden.rawValue
                let place = plan.add(photo)
                places[row.int64(0)] = place
                albums[row.int64(1)]?.members.append(place)
            }
        }
        (self.plan, self.albums, self.places) = (plan, albums, places)
    }

    private static func path(_ root: FilePath, _ relative: [UInt8]) -> FilePath {
        let below = relative.drop { $0 == UInt8(ascii: "/") }
        return below.isEmpty ? root : root.appending(Array(below))
    }

    // MARK: What is known of images

    /// Calls `body` with the photo of each row, whose first column is the image's number.
    private mutating func forEachPhoto(
        _ sql: String, _ body: (Row, inout ForeignPhoto) -> Void
    ) throws {
        var (photos, places) = (plan.photos, places)
        try database.read { connection in
            try connection.forEach(sql) { row in
                if let place = places[row.int64(0)] { body(row, &photos[place]) }
            }
        }
        plan.photos = photos
    }

    private mutating func readRatings() throws {
        guard try database.has("ImageInformation") else { return }
        try database.require("ImageInformation", "imageid", "rating")
        try forEachPhoto("SELECT imageid, rating FROM ImageInformation") { row, photo in
            if (1...5).contains(row.int64(1)) { photo.rating = row.int(1) }
        }
    }

    /// Of several languages the one that is nobody's own, else the first.
    private mutating func readComments() throws {
        guard try database.has("ImageComments") else { return }
        try database.require("ImageComments", "imageid", "type", "language", "comment")
        let sql = """
            SELECT imageid, type, comment FROM ImageComments WHERE type IN (\(Self.commentType), \(Self.titleType))
            ORDER BY language IS 'x-default' DESC, id
            """
        try forEachPhoto(sql) { row, photo in
            guard let text = row.foreignText(2) else { return }
            if row.int64(1) == Self.titleType {
                photo.title = photo.title ?? text
            } else {
                photo.caption = photo.caption ?? text
            }
        }
    }

    private mutating func readPositions() throws {
        guard try database.has("ImagePositions") else { return }
        try database.require("ImagePositions", "imageid", "latitudeNumber", "longitudeNumber", "altitude")
        let sql = """
            SELECT imageid, latitudeNumber, longitudeNumber, altitude FROM ImagePositions
            WHERE latitudeNumber IS NOT NULL AND longitudeNumber IS NOT NULL
            """
        try forEachPhoto(sql) { row, photo in
            photo.location = Location(
                latitude: row.double(1), longitude: row.double(2), altitude: row.optionalDouble(3))
        }
    }

    private mutating func readTags() throws {
        let tags = try DigikamTags(database)
        var report = plan.report
        try forEachPhoto("SELECT imageid, tagid FROM ImageTags ORDER BY imageid, tagid") { row, photo in
            switch tags.kind(of: row.int64(1)) {
            case .keyword(let name): photo.keywords.append(name)
            case .person(let name): photo.people.append(ForeignPerson(name: name))
            case .colorLabel: report.left(.colorLabels, because: "there are none here")
            case .pickLabel: report.left(.pickLabels, because: "there are none here")
            case .unnamedPerson: report.left(.faces, because: "nobody confirmed who it is")
            case .other: break
            }
        }
        plan.report = report
        guard try database.has("ImageTagProperties") else { return }
        try database.require("ImageTagProperties", "imageid", "tagid", "property", "value")
        try forEachPhoto(
            "SELECT imageid, tagid, value FROM ImageTagProperties WHERE property = 'tagRegion'"
        ) { row, photo in
            guard case .person(let name) = tags.kind(of: row.int64(1)),
                let rect = DigikamTags.rectangle(row.string(2))
            else { return }
            if let index = photo.people.firstIndex(where: { $0.name == name }) {
                photo.people[index].region = .pixelsShown(rect)
            } else {
                photo.people.append(ForeignPerson(name: name, region: .pixelsShown(rect)))
            }
        }
    }

    private mutating func countWhatIsLeft() throws {
        if try database.has("ImageRelations") {
            try database.require("ImageRelations", "subject", "type")
            let groups = try database.read {
                try $0.int64("SELECT count(*) FROM ImageRelations WHERE type = ?", Self.groupedRelation)
            }
            plan.report.left(
                .groups, Int(groups ?? 0), because: "each photo of a group stands by itself here")
        }
        if try database.has("Searches") {
            let searches = try database.read { try $0.int64("SELECT count(*) FROM Searches") }
            plan.report.left(.searches, Int(searches ?? 0), because: "make a smart album of the same search")
        }
    }

    // MARK: Albums

    /// Each folder with photos is an album, in folders named as those that it lies in.
    private mutating func makeCollections(_ roots: [Int64: FilePath]) throws {
        let library = try setting("databaseUUID") ?? ""
        for (id, album) in albums.sorted(by: { $0.key < $1.key }) where !album.members.isEmpty {
            let parts = album.path.split(separator: UInt8(ascii: "/")).map {
                String(decoding: $0, as: UTF8.self)
            }
            let title = parts.last ?? roots[album.root]?.lastComponent.displayString
            plan.collections.append(
                ForeignCollection(
                    .albumSyncedAlbum, key: "digikam/\(library)/album/\(id)", title: title?.foreignText,
                    folders: Array(parts.dropLast()), members: album.members,
                    keyPhoto: album.icon.flatMap { places[$0] }))
        }
    }
}
