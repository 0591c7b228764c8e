// SPDX-License-Identifier: GPL-3.0-or-later
// Files that belong together: the still and the film of a Live Photo, a RAW and the JPEG beside it. One is the asset, the
// other a part of it, which no fetch finds.

import Metadata
import SQLite

/// Settles what files belong to, inside one transaction.
struct AssetParts {
    let writer: CatalogWriter
    var connection: Connection { writer.connection }

    init(writer: CatalogWriter) { self.writer = writer }

    /// A file as far as belonging goes.
    struct File {
        let row: Int64
        let mediaType: MediaType
        let contentIdentifier: String?
        let folder: Int64
        let name: [UInt8]
        let sortKey: Int64
        let isRaw: Bool
        /// The asset that it is a part of.
        let main: Int64?
        let burst: String?

        static let columns =
            "id, media_type, content_id, folder_id, name, sort_key, format, part_of, burst_id"

        init(_ row: Row) {
            self.row = row.int64(0)
            mediaType = MediaType(rawValue: row.int(1)) ?? .unknown
            contentIdentifier = row.optionalString(2)
            folder = row.int64(3)
            name = row.bytes(4)
            sortKey = row.int64(5)
            isRaw = FileFormat(rawValue: row.string(6))?.isRaw ?? false
            main = row.optionalInt64(7)
            burst = row.optionalString(8)
        }

        /// The name without its extension.
        var stem: [UInt8] {
            name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
        }

        /// Names that differ in the extension only lie from the first to before the second.
        static func sameStem(_ stem: [UInt8]) -> (first: [UInt8], end: [UInt8]) {
            (stem + [UInt8(ascii: ".")], stem + [UInt8(ascii: "/")])
        }
    }

    /// After a file's facts were written, or it came back: what it belongs to, and what it makes of its asset.
    func settle(_ row: Int64) throws {
        try release(row)
        guard let file = try file(row) else { return }
        if file.main == nil {
            if let identifier = file.contentIdentifier { try LivePhotoPairing(parts: self).pair(identifier) }
            try pairByCircumstances(row)
            try joinRaw(file)
            try relateEdits(file)
        }
        try mark(try self.file(row)?.main ?? row)
        if let burst = file.burst { try BurstRepresentative(writer: writer).choose(for: burst) }
    }

    func file(_ row: Int64) throws -> File? {
        try connection.first("SELECT \(File.columns) FROM asset WHERE id = ?", row, transform: File.init)
    }

    // MARK: Joining

    /// Makes a file a part of an asset: it is in no fetch any more, and the asset is where it was, in albums and for clients.
    func join(_ part: Int64, to main: Int64, as kind: PartKind, _ evidence: PartEvidence) throws {
        try inherit(part, main)
        try connection.execute(
            "UPDATE asset SET part_of = ?, part_kind = ?, part_evidence = ? WHERE id = ?", main, kind.stored,
            evidence.rawValue, part)
        try connection.execute(
            "INSERT OR REPLACE INTO trait VALUES (?, ?, 'pairing', ?, ?, ?)", main, kind.trait.rawValue,
            DetectorVersion.current,
            evidence == .circumstances ? Confidence.likely.rawValue : Confidence.certain.rawValue,
            kind == .pairedVideo ? "a film that belongs to it" : "a RAW and a JPEG of one shot")
        try mark(main)
        note(part, main)
    }

    /// What people, and programs, did with the part counts for the asset.
    private func inherit(_ part: Int64, _ main: Int64) throws {
        let albums = try connection.all(
            """
            SELECT album_id, position FROM album_member WHERE asset_id = ?1 AND album_id NOT IN (
                SELECT album_id FROM album_member WHERE asset_id = ?2)
            """, part, main
        ) { (album: $0.int64(0), position: $0.int64(1)) }
        for (album, position) in albums {
            try connection.execute(
                "DELETE FROM album_member WHERE asset_id = ? AND album_id = ?", part, album)
            try connection.execute(
                "INSERT OR IGNORE INTO album_member VALUES (?, ?, ?)", main, album, position)
            writer.note(.album, .updated, row: album)
        }
        try connection.execute(
            """
            UPDATE asset SET is_favorite = 1 WHERE id = ?2 AND is_favorite = 0
                AND (SELECT is_favorite FROM asset WHERE id = ?1) = 1
            """, part, main)
        try connection.execute(
            """
            INSERT INTO limited_selection SELECT client, ?2, is_own, added_at FROM limited_selection
                WHERE asset_id = ?1 ON CONFLICT DO NOTHING
            """, part, main)
    }

    /// Makes a part an asset of its own again.
    func separate(_ part: Int64) throws {
        let found = try connection.first("SELECT part_of, part_kind FROM asset WHERE id = ?", part) {
            (main: $0.optionalInt64(0), kind: PartKind(stored: $0.optionalInt64(1) ?? 0))
        }
        guard let main = found?.main else { return }
        try connection.execute(
            "UPDATE asset SET part_of = NULL, part_kind = NULL, part_evidence = NULL WHERE id = ?", part)
        if let kind = found?.kind {
            try connection.execute(
                "DELETE FROM trait WHERE asset_id = ? AND trait = ? AND detector = 'pairing'", main,
                kind.trait.rawValue)
            try TraitMarks(connection: connection).update(kind.trait, of: main)
        }
        note(part, main)
    }

    /// Takes an asset and its parts apart, as where one of them is deleted: each stands for itself then.
    func takeApart(_ row: Int64) throws {
        try separate(row)
        for part in try rowsOfParts(row) { try separate(part) }
    }

    func rowsOfParts(_ row: Int64) throws -> [Int64] {
        try connection.all("SELECT id FROM asset WHERE part_of = ? ORDER BY id", row) { $0.int64(0) }
    }

    /// Lets go of a film that says by now that it belongs to something else, or of which the still does.
    private func release(_ row: Int64) throws {
        for part in try [row] + rowsOfParts(row) {
            let isStranger = try connection.int64(
                """
                SELECT 1 FROM asset AS film JOIN asset AS still ON still.id = film.part_of
                WHERE film.id = ? AND film.part_kind = \(PartKind.pairedVideo.stored)
                    AND film.part_evidence <> \(PartEvidence.stated.rawValue)
                    AND iif(film.part_evidence = \(PartEvidence.identifier.rawValue),
                        film.content_id IS NOT still.content_id, film.content_id <> still.content_id)
                """, part)
            if isStranger != nil { try separate(part) }
        }
    }

    /// What an asset is by its parts and by what people say, which reading its own file does not find out.
    private func mark(_ row: Int64) throws {
        let variations =
            AssetTraits.longExposure.rawValue | AssetTraits.autoloop.rawValue | AssetTraits.mirror.rawValue
        try connection.execute(
            """
            UPDATE asset SET traits = asset.traits | film.traits & \(variations) FROM asset AS film
            WHERE asset.id = ?1 AND film.part_of = ?1 AND film.part_kind = \(PartKind.pairedVideo.stored)
                AND film.traits & \(variations) & ~asset.traits <> 0
            """, row)
        try TraitMarks(connection: connection).updateMarked(row)
    }

    func note(_ rows: Int64...) {
        for row in rows { writer.note(.asset, .updated, row: row) }
    }
}
