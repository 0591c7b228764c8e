// SPDX-License-Identifier: GPL-3.0-or-later
// What was known of photos elsewhere, applied to assets. What the person said here stays; what is so already is no change,
// so that all of it may be applied again.

import Metadata
import SQLite

extension ChangeRequests {
    /// Applies what is known of a photo to its asset.
    func apply(_ photo: ForeignPhoto, to row: Int64, _ report: inout MovingReport.Tally) throws {
        guard let known = try AssetSay(row, in: connection) else { return }
        let request = request(forRow: row)
        if !photo.keywords.isEmpty {
            for keyword in photo.keywords { try request.addKeyword(keyword) }
            report.came(.keywords)
        }
        apply(rating: photo.rating, to: request, &report)
        if let title = photo.title {
            if known.hasOwnTitle, request.title != title.nfc {
                report.left(.titles, because: "the photo has another here", path: photo.path)
            } else {
                request.title = title
                report.came(.titles)
            }
        }
        if let caption = photo.caption {
            if known.hasOwnCaption, request.caption != caption.nfc {
                report.left(.captions, because: "the photo has another here", path: photo.path)
            } else {
                request.caption = caption
                report.came(.captions)
            }
        }
        if let location = photo.location, !known.hasOwnPlace, request.location == nil {
            request.location = location
            report.came(.places)
        }
        for person in photo.people { try request.addPerson(person.name, region: known.region(person.region)) }
        if photo.isFavorite {
            request.isFavorite = true
            report.came(.favorites)
        }
        if photo.isHidden {
            request.isHidden = true
            report.came(.hidden)
        }
        if photo.isTrashed {
            request.isTrashed = true
            report.came(.trash, but: "now in Recently Deleted")
        }
    }

    private func apply(
        rating: Int?, to request: AssetChangeRequest, _ report: inout MovingReport.Tally
    ) {
        guard let rating else { return }
        if request.rating != 0, request.rating != rating {
            report.left(.ratings, because: "the photo has another here")
        } else {
            request.rating = rating
            report.came(.ratings)
        }
    }

    // MARK: Collections

    /// Before every key of a collection that was taken over. No client's own name for an album begins so.
    private static let keyPrefix = "moved/"

    /// Adds assets to a collection, which is found by its key or made. One that is there keeps its title, its place and
    /// the photo that stands for it.
    func fill(_ collection: ForeignCollection, with rows: [Int64], keyAsset: Int64?) throws {
        let key = Self.keyPrefix + collection.key
        let found = try connection.int64("SELECT id FROM album WHERE key = ?", key)
        let album = try found ?? make(collection, key, rows)
        let request = AssetCollectionChangeRequest(changes: self, row: album)
        try request.add(rows)
        if found == nil, let keyAsset, try request.order.position(of: keyAsset) != nil {
            try setKeyAsset(keyAsset, ofAlbum: album)
        }
    }

    private func make(_ collection: ForeignCollection, _ key: String, _ rows: [Int64]) throws -> Int64 {
        var parent = CollectionTree.root
        for title in collection.folders { parent = try folder(title, in: parent) }
        let title = try collection.title ?? firstDay(of: rows) ?? collection.subtype.untitled
        let made = try insertAlbum(
            collection.subtype, title: try Self.validTitle(title), key: key, parent: parent)
        return try row(ofAlbum: made)
    }

    private func folder(_ title: String, in parent: Int64) throws -> Int64 {
        let title = try Self.validTitle(title)
        let found = try connection.int64(
            "SELECT id FROM collection_list WHERE parent_id = ? AND title = ? ORDER BY id LIMIT 1", parent,
            title)
        if let found { return found }
        return try row(ofList: try insertFolder(title: title, parent: parent))
    }

    /// The day on which the first of these assets was taken, `2021-06-30`.
    private func firstDay(of rows: [Int64]) throws -> String? {
        var first: Int64?
        for row in rows {
            let wall = try connection.int64("SELECT wall_seconds FROM asset WHERE id = ?", row)
            first = [first, wall].compactMap { $0 }.min()
        }
        let length = "2021-06-30".count
        return first.map { String(CaptureTime(wallSeconds: $0, source: .file).wallString.prefix(length)) }
    }
}

extension AssetCollectionSubtype {
    fileprivate var untitled: String { self == .albumSyncedEvent ? "Event" : "Album" }
}

/// What is said of an asset already, and by whom.
private struct AssetSay {
    /// The person's, not the file's.
    var hasOwnTitle: Bool
    var hasOwnCaption: Bool
    var hasOwnPlace: Bool
    private var orientation: Orientation
    /// As shown.
    private var size: PixelSize

    /// Nil where it is not there.
    init?(_ row: Int64, in connection: Connection) throws {
        let found = try connection.first(
            """
            SELECT title IS NOT NULL AND title IS NOT file_title, caption IS NOT NULL AND caption IS NOT file_caption,
                is_own_place, orientation, width, height FROM asset WHERE id = ?
            """, row
        ) { row in
            (
                row.bool(0), row.bool(1), row.bool(2), row.int(3),
                PixelSize(width: row.int(4), height: row.int(5))
            )
        }
        guard let found else { return nil }
        (hasOwnTitle, hasOwnCaption, hasOwnPlace) = (found.0, found.1, found.2)
        orientation = Orientation(rawValue: UInt8(clamping: found.3)) ?? .up
        size = found.4
    }

    /// Where a face is in the picture as shown.
    func region(_ region: ForeignPerson.Region?) -> UnitRect? {
        switch region {
        case nil: return nil
        case .pixelsShown(let rect): return UnitRect(rect, of: size)
        case .ofStored(let rect):
            // By way of pixels too small to matter.
            let grid = PixelSize(width: 1 << 20, height: 1 << 20)
            return UnitRect(
                orientation.displayRect(of: rect.pixels(of: grid), in: grid),
                of: orientation.displaySize(of: grid))
        }
    }
}
