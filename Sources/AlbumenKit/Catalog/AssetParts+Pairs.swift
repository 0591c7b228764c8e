// SPDX-License-Identifier: GPL-3.0-or-later
// Which files belong together.

import Foundation
import Metadata
import SQLite

/// Stills and films of one content identifier, from any folder and any import.
struct LivePhotoPairing {
    let parts: AssetParts

    /// Stills and films of one identifier that are looked at; more are somebody's joke.
    private static let limit = 32

    /// Pairs all of an identifier: the nearest first, by folder, then by name, then by time. The same pairs come out in
    /// whatever order the files came.
    func pair(_ identifier: String) throws {
        let still = "media_type = \(MediaType.image.rawValue) AND motion_length IS NULL AND part_of IS NULL"
        let film = "media_type = \(MediaType.video.rawValue)"
        // What is paired stays so while it is away; what is away is paired with nothing new.
        let stills = try files(
            """
            content_id = ?1 AND \(still) AND NOT EXISTS (SELECT 1 FROM asset AS film WHERE film.part_of = asset.id
                AND film.part_kind = \(PartKind.pairedVideo.stored)
                AND film.part_evidence = \(PartEvidence.stated.rawValue))
                AND ((state <> 2 AND trashed_at IS NULL) OR id IN (
                    SELECT part_of FROM asset WHERE content_id = ?1 AND part_of IS NOT NULL))
            """, identifier)
        let films = try files(
            """
            content_id = ?1 AND \(film) AND (part_evidence = \(PartEvidence.identifier.rawValue)
                OR (part_of IS NULL AND state <> 2 AND trashed_at IS NULL))
            """, identifier)
        let pairs = stills.flatMap { still in films.map { (still: still, film: $0) } }
            .sorted { Self.distance($0.still, $0.film) < Self.distance($1.still, $1.film) }
        var filmOf: [Int64: Int64] = [:]
        var stillOf: [Int64: Int64] = [:]
        for pair in pairs where filmOf[pair.still.row] == nil && stillOf[pair.film.row] == nil {
            filmOf[pair.still.row] = pair.film.row
            stillOf[pair.film.row] = pair.still.row
        }
        let changed = films.filter { $0.main != stillOf[$0.row] }
        for film in changed { try parts.separate(film.row) }
        for film in changed {
            guard let still = stillOf[film.row] else { continue }
            try parts.join(film.row, to: still, as: .pairedVideo, .identifier)
        }
    }

    private func files(_ condition: String, _ identifier: String) throws -> [AssetParts.File] {
        try parts.connection.all(
            "SELECT \(AssetParts.File.columns) FROM asset WHERE \(condition) ORDER BY id LIMIT \(Self.limit)",
            identifier, transform: AssetParts.File.init)
    }

    private static func distance(_ still: AssetParts.File, _ film: AssetParts.File) -> (
        Int, Int, UInt64, Int64
    ) {
        (
            still.folder == film.folder ? 0 : 1, still.stem == film.stem ? 0 : 1,
            still.sortKey.subtractingReportingOverflow(film.sortKey).partialValue.magnitude, still.row
        )
    }
}

extension AssetParts {
    /// Seconds that the film of a Live Photo lasts at most, and that it and its still are apart.
    private static let longestFilm = 5
    private static let longestPause = 2

    /// Where only one of two says an identifier, as after an editor saved one: in one folder, of one name and one time, and
    /// no longer than a Live Photo's film. The name alone proves nothing.
    func pairByCircumstances(_ row: Int64) throws {
        guard let file = try file(row), file.main == nil,
            file.mediaType == .image || file.mediaType == .video, try !hasFilm(row)
        else { return }
        let isStill = file.mediaType == .image
        let (first, end) = File.sameStem(file.stem)
        let found = try connection.first(
            """
            SELECT other.id FROM asset AS other JOIN asset AS file ON file.id = ?4
            WHERE other.folder_id = ?1 AND other.name >= ?2 AND other.name < ?3 AND other.id <> ?4
                AND other.media_type = ?5 AND other.part_of IS NULL AND other.trashed_at IS NULL
                AND other.state <> 2 AND other.motion_length IS NULL AND file.motion_length IS NULL
                AND (other.content_id IS NULL) <> (file.content_id IS NULL)
                AND max(other.duration, file.duration) BETWEEN 0.1 AND \(Self.longestFilm)
                AND iif(other.utc_offset IS NOT NULL AND file.utc_offset IS NOT NULL,
                    abs(other.sort_key - file.sort_key) <= \(Self.longestPause * 1000),
                    abs(other.wall_seconds - file.wall_seconds) <= \(Self.longestPause))
            ORDER BY other.name LIMIT 1
            """, file.folder, first, end, row, (isStill ? MediaType.video : .image).rawValue
        ) { $0.int64(0) }
        guard let found, try isStill || !hasFilm(found) else { return }
        try join(isStill ? found : row, to: isStill ? row : found, as: .pairedVideo, .circumstances)
    }

    private func hasFilm(_ still: Int64) throws -> Bool {
        try connection.int64(
            "SELECT 1 FROM asset WHERE part_of = ? AND part_kind = \(PartKind.pairedVideo.stored)", still)
            != nil
    }

    /// A camera writes both of one shot under one name. Of other files of one name the time, or the camera, differs.
    func joinRaw(_ file: File) throws {
        guard file.mediaType == .image else { return }
        let pictures = "('jpeg', 'heic')"
        let raws =
            "('" + FileFormat.allCases.filter(\.isRaw).map(\.rawValue).joined(separator: "', '") + "')"
        let (first, end) = File.sameStem(file.stem)
        let found = try connection.first(
            """
            SELECT other.id FROM asset AS other JOIN asset AS file ON file.id = ?4
            WHERE other.folder_id = ?1 AND other.name >= ?2 AND other.name < ?3 AND other.id <> ?4
                AND other.format IN \(file.isRaw ? pictures : raws)
                AND file.format IN \(file.isRaw ? raws : pictures)
                AND other.part_of IS NULL AND other.trashed_at IS NULL AND other.state <> 2
                AND NOT EXISTS (SELECT 1 FROM asset AS part WHERE part.part_of IN (other.id, file.id)
                    AND part.part_kind = \(PartKind.alternatePhoto.stored))
                AND other.camera_id IS file.camera_id AND abs(other.wall_seconds - file.wall_seconds) <= 1
                AND other.time_source <> \(TimeSource.file.rawValue)
            ORDER BY other.name LIMIT 1
            """, file.folder, first, end, file.row
        ) { $0.int64(0) }
        guard let found else { return }
        let (raw, picture) = file.isRaw ? (file.row, found) : (found, file.row)
        try join(raw, to: picture, as: .alternatePhoto, .circumstances)
    }

    // MARK: Edited copies

    /// Remembers which photo an edited copy is of: iPhones call that of IMG_0001 IMG_E0001, Google Photos appends "-edited".
    func relateEdits(_ file: File) throws {
        let name = String(decoding: file.stem, as: UTF8.self)
        if let original = Self.originalStem(of: name),
            let row = try relative(of: file, called: original)
        {
            try relate(file.row, to: row)
        }
        for copy in Self.editedStems(of: name) {
            if let row = try relative(of: file, called: copy) { try relate(row, to: file.row) }
        }
    }

    private func relate(_ copy: Int64, to original: Int64) throws {
        try connection.execute(
            "UPDATE asset SET original_id = ?1 WHERE id = ?2 AND original_id IS NOT ?1", original, copy)
        if connection.changeCount > 0 { note(copy, original) }
    }

    /// A file of the same kind in the same folder, taken at the same time or of the same identifier.
    private func relative(of file: File, called stem: String) throws -> Int64? {
        let (first, end) = File.sameStem(Array(stem.utf8))
        return try connection.first(
            """
            SELECT other.id FROM asset AS other JOIN asset AS file ON file.id = ?4
            WHERE other.folder_id = ?1 AND other.name >= ?2 AND other.name < ?3
                AND other.media_type = file.media_type AND other.part_of IS NULL
                AND (other.content_id = file.content_id OR abs(other.wall_seconds - file.wall_seconds) <= 1)
            ORDER BY other.name LIMIT 1
            """, file.folder, first, end, file.row
        ) { $0.int64(0) }
    }

    private static let iPhoneOriginal = "IMG_"
    private static let iPhoneEdit = "IMG_E"
    private static let googleEdit = "-edited"

    static func originalStem(of stem: String) -> String? {
        if stem.hasSuffix(googleEdit) { return String(stem.dropLast(googleEdit.count)) }
        let number = stem.dropFirst(iPhoneEdit.count)
        guard stem.hasPrefix(iPhoneEdit), !number.isEmpty, number.allSatisfy({ ("0"..."9").contains($0) })
        else {
            return nil
        }
        return iPhoneOriginal + number
    }

    static func editedStems(of stem: String) -> [String] {
        let number = stem.dropFirst(iPhoneOriginal.count)
        let isIPhones =
            stem.hasPrefix(iPhoneOriginal) && !number.isEmpty
            && number.allSatisfy { ("0"..."9").contains($0) }
        return (isIPhones ? [iPhoneEdit + number] : []) + [stem + googleEdit]
    }
}
