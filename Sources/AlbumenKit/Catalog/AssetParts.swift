// SPDX-License-Identifier: GPL-3.0-or-later
// Files that belong together: the still and the film of a Live Photo, a RAW and the JPEG beside it. One is the asset, the
// other a part of it, which no fetch finds. And which photo stands for its burst.

import Metadata
import SQLite

/// Settles what a file that was just read belongs to, inside one transaction.
struct AssetParts {
    let writer: CatalogWriter
    private var connection: Connection { writer.connection }

    init(writer: CatalogWriter) { self.writer = writer }

    /// Bits and kinds as SQL has them.
    private enum Stored {
        static let live = Int64(MediaSubtypes.live.rawValue)
        static let raw = AssetTraits.raw.rawValue
        static let variations =
            AssetTraits.longExposure.rawValue | AssetTraits.autoloop.rawValue | AssetTraits.mirror.rawValue
        static let image = Int64(MediaType.image.rawValue)
        static let video = Int64(MediaType.video.rawValue)
        static let pairedVideo = Int64(AssetResourceType.pairedVideo.rawValue)
        static let alternatePhoto = Int64(AssetResourceType.alternatePhoto.rawValue)
    }

    private struct File {
        let row: Int64
        let mediaType: Int64
        let contentIdentifier: String?
        let folder: Int64
        let name: [UInt8]
        let sortKey: Int64
        let isRaw: Bool
        let isPart: Bool
        let burst: String?

        static let columns =
            "id, media_type, content_id, folder_id, name, sort_key, (traits & 1) <> 0, part_of IS NOT NULL, burst_id"

        init(_ row: Row) {
            self.row = row.int64(0)
            mediaType = row.int64(1)
            contentIdentifier = row.optionalString(2)
            folder = row.int64(3)
            name = row.bytes(4)
            sortKey = row.int64(5)
            isRaw = row.bool(6)
            isPart = row.bool(7)
            burst = row.optionalString(8)
        }

        /// The name without its extension.
        var stem: [UInt8] {
            name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
        }
    }

    /// After the file's facts were written.
    func settle(_ row: Int64) throws {
        try release(row)
        let sql = "SELECT \(File.columns) FROM asset WHERE id = ?"
        guard let file = try connection.first(sql, row, transform: File.init) else { return }
        if !file.isPart {
            if let identifier = file.contentIdentifier { try pair(file, identifier) }
            try joinRaw(file)
        }
        try keepMarks(row)
        if let burst = file.burst { try chooseRepresentative(of: burst) }
    }

    // MARK: Live Photos

    /// Lets go of a film that says by now that it belongs to something else, or of which the still does.
    private func release(_ row: Int64) throws {
        let strangers = try connection.all(
            """
            SELECT film.id, still.id FROM asset AS film JOIN asset AS still ON still.id = film.part_of
            WHERE (film.id = ?1 OR still.id = ?1) AND film.part_kind = \(Stored.pairedVideo)
                AND film.content_id IS NOT still.content_id
            """, row
        ) { (film: $0.int64(0), still: $0.int64(1)) }
        for (film, still) in strangers {
            try connection.execute("UPDATE asset SET part_of = NULL, part_kind = NULL WHERE id = ?", film)
            try connection.execute(
                "UPDATE asset SET media_subtypes = media_subtypes & ~\(Stored.live) WHERE id = ? AND motion_length IS NULL",
                still)
            note(film, still)
        }
    }

    /// Finds the other half: in the same folder first, then of the same name, then of the nearest time.
    private func pair(_ file: File, _ identifier: String) throws {
        let isStill = file.mediaType == Stored.image
        guard isStill || file.mediaType == Stored.video else { return }
        // The film of a motion photo is inside it.
        let condition =
            isStill
            ? "media_type = \(Stored.video) AND part_of IS NULL"
            : """
            media_type = \(Stored.image) AND part_of IS NULL AND motion_length IS NULL AND NOT EXISTS (
                SELECT 1 FROM asset AS film WHERE film.part_of = asset.id
                    AND film.part_kind = \(Stored.pairedVideo))
            """
        if isStill, try hasFilm(file.row) { return }
        let others = try connection.all(
            "SELECT \(File.columns) FROM asset WHERE content_id = ? AND id <> ? AND \(condition)", identifier,
            file.row, transform: File.init)
        func distance(_ other: File) -> (Int, Int, UInt64) {
            (
                other.folder == file.folder ? 0 : 1, other.stem == file.stem ? 0 : 1,
                (other.sortKey - file.sortKey).magnitude
            )
        }
        guard let other = others.min(by: { distance($0) < distance($1) }) else { return }
        let (still, film) = isStill ? (file.row, other.row) : (other.row, file.row)
        try join(film, to: still, as: Stored.pairedVideo)
    }

    private func hasFilm(_ still: Int64) throws -> Bool {
        try connection.int64(
            """
            SELECT 1 FROM asset WHERE id = ?1 AND motion_length IS NOT NULL UNION ALL
            SELECT 1 FROM asset WHERE part_of = ?1 AND part_kind = \(Stored.pairedVideo) LIMIT 1
            """, still) != nil
    }

    // MARK: RAW and JPEG

    /// A camera writes both of one shot under one name. Of other files of one name the time differs.
    private func joinRaw(_ file: File) throws {
        guard file.mediaType == Stored.image else { return }
        let (dot, afterDot) = (file.stem + [UInt8(ascii: ".")], file.stem + [UInt8(ascii: "/")])
        let format = file.isRaw ? "format IN ('jpeg', 'heic')" : "(traits & 1) <> 0 AND part_of IS NULL"
        let ownFormat = try self.format(of: file.row)
        guard file.isRaw || ownFormat == "jpeg" || ownFormat == "heic" else { return }
        let other = try connection.first(
            """
            SELECT id FROM asset WHERE folder_id = ?1 AND name >= ?2 AND name < ?3 AND id <> ?4
                AND media_type = \(Stored.image) AND \(format) AND part_of IS NULL
                AND NOT EXISTS (SELECT 1 FROM asset AS part WHERE part.part_of = asset.id
                    AND part.part_kind = \(Stored.alternatePhoto))
                AND abs(wall_seconds - (SELECT wall_seconds FROM asset WHERE id = ?4)) <= 1
            ORDER BY name LIMIT 1
            """, file.folder, dot, afterDot, file.row
        ) { $0.int64(0) }
        guard let other else { return }
        let (raw, picture) = file.isRaw ? (file.row, other) : (other, file.row)
        try join(raw, to: picture, as: Stored.alternatePhoto)
    }

    private func format(of row: Int64) throws -> String? {
        try connection.first("SELECT format FROM asset WHERE id = ?", row) { $0.string(0) }
    }

    // MARK: Both

    private func join(_ part: Int64, to main: Int64, as kind: Int64) throws {
        try connection.execute("UPDATE asset SET part_of = ?, part_kind = ? WHERE id = ?", main, kind, part)
        try keepMarks(main)
        note(part, main)
    }

    /// What an asset is by its parts, which reading its own file does not find out.
    private func keepMarks(_ row: Int64) throws {
        try connection.execute(
            """
            UPDATE asset SET media_subtypes = asset.media_subtypes | \(Stored.live), traits = asset.traits | film.traits & \(Stored.variations)
            FROM asset AS film WHERE asset.id = ?1 AND film.part_of = ?1 AND film.part_kind = \(Stored.pairedVideo)
            """, row)
        try connection.execute(
            """
            UPDATE asset SET traits = asset.traits | part.traits & \(Stored.raw)
            FROM asset AS part WHERE asset.id = ?1 AND part.part_of = ?1 AND part.part_kind = \(Stored.alternatePhoto)
            """, row)
    }

    private func note(_ rows: Int64...) {
        for row in rows { writer.note(.asset, .updated, row: row) }
    }

    // MARK: Bursts

    /// Phones that do not say which photo stands for a burst leave it to the library: the first, until the person picks.
    private func chooseRepresentative(of burst: String) throws {
        let members = try connection.all(
            """
            SELECT id, (traits & \(AssetTraits.burstRepresentative.rawValue)) <> 0 FROM asset WHERE burst_id = ?
                AND trashed_at IS NULL ORDER BY sort_key, id
            """, burst
        ) { (row: $0.int64(0), represents: $0.bool(1)) }
        guard members.count > 1, !members.contains(where: \.represents) else { return }
        try connection.execute(
            """
            UPDATE asset SET traits = traits | \(AssetTraits.burstRepresentative.rawValue),
                burst_selection = burst_selection | \(BurstSelectionTypes.autoPick.rawValue) WHERE id = ?
            """, members[0].row)
        for member in members { writer.note(.asset, .updated, row: member.row) }
    }
}
