// SPDX-License-Identifier: GPL-3.0-or-later
// From evidence to marks: an asset's bits are what smart albums ask for, the table of traits says why they are set. What
// a person says of a trait overrides every detector.

import Metadata
import SQLite

struct TraitMarks {
    let connection: Connection

    /// Replaces what detectors that read files have found.
    func record(_ evidence: [TraitEvidence], of row: Int64, isNew: Bool) throws {
        if !isNew {
            try connection.execute(
                "DELETE FROM trait WHERE asset_id = ? AND detector NOT IN ('person', 'pairing')", row)
        }
        for found in evidence {
            try connection.execute(
                "INSERT OR REPLACE INTO trait VALUES (?, ?, ?, ?, ?, ?)", row, found.trait.rawValue,
                found.detector.rawValue, found.detector.version, found.confidence.rawValue, found.words)
        }
    }

    /// What a person says; nil where nobody has said anything.
    func personal(_ trait: PhotoTrait, of row: Int64) throws -> Bool? {
        try connection.first(
            "SELECT confidence FROM trait WHERE asset_id = ? AND trait = ? AND detector = 'person'", row,
            trait.rawValue
        ) { $0.double(0) > 0 }
    }

    func setPersonal(_ belongs: Bool?, _ trait: PhotoTrait, of row: Int64) throws {
        guard let belongs else {
            return try connection.execute(
                "DELETE FROM trait WHERE asset_id = ? AND trait = ? AND detector = 'person'", row,
                trait.rawValue)
        }
        try connection.execute(
            "INSERT OR REPLACE INTO trait VALUES (?, ?, 'person', ?, ?, '')", row, trait.rawValue,
            DetectorVersion.current, belongs ? 1.0 : 0.0)
    }

    /// Whether an asset has a trait, all considered.
    func isMarked(_ trait: PhotoTrait, _ row: Int64) throws -> Bool {
        try personal(trait, of: row)
            ?? (connection.int64(
                "SELECT 1 FROM trait WHERE asset_id = ? AND trait = ? LIMIT 1", row, trait.rawValue) != nil)
    }

    /// Brings the mark of one trait up to date.
    func update(_ trait: PhotoTrait, of row: Int64) throws {
        try set(trait, isMarked(trait, row), row)
    }

    /// Brings the marks up to date that do not come from the file itself.
    func updateMarked(_ row: Int64) throws {
        let traits = try connection.all(
            "SELECT DISTINCT trait FROM trait WHERE asset_id = ? AND detector IN ('person', 'pairing')", row
        ) { PhotoTrait(rawValue: $0.string(0)) }
        for case let trait? in traits where trait != .bursts { try update(trait, of: row) }
    }

    private func set(_ trait: PhotoTrait, _ isMarked: Bool, _ row: Int64) throws {
        let subtype = Int64(trait.subtype.rawValue)
        let bit = AssetTraits(trait).rawValue
        let assignment =
            isMarked
            ? "media_subtypes = media_subtypes | ?1, traits = traits | ?2"
            : "media_subtypes = media_subtypes & ~?1, traits = traits & ~?2"
        try connection.execute(
            "UPDATE asset SET \(assignment) WHERE id = ?3", subtype, bit, row)
    }
}
