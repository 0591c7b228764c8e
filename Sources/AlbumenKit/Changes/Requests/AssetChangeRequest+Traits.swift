// SPDX-License-Identifier: GPL-3.0-or-later
// The requests about what an asset is: in which smart albums, and by which of its two files it is shown.

import Metadata
import SQLite

extension AssetChangeRequest {
    /// Puts the asset into a smart album, or keeps it out, whatever its file says; nil leaves it to the file again. Throws
    /// `notAllowed` for `bursts`, which `representBurst` chooses for.
    public func setBelongs(_ belongs: Bool?, to trait: PhotoTrait) throws {
        try changes.perform {
            guard trait != .bursts else {
                throw LibraryError.notAllowed("which photo stands for a burst is asked by representBurst")
            }
            try setPersonal(belongs, trait)
        }
    }

    func setPersonal(_ belongs: Bool?, _ trait: PhotoTrait) throws {
        let marks = TraitMarks(connection: changes.connection)
        let before = try marks.personal(trait, of: row)
        guard before != belongs else { return }
        try marks.setPersonal(belongs, trait, of: row)
        changes.record(.trait(asset: row, trait, before: before, after: belongs))
        try marks.update(trait, of: row)
        try changes.connection.execute(
            "UPDATE asset SET modified_at = ? WHERE id = ?", changes.writer.now, row)
        forgetValues()
        changes.writer.note(.asset, .updated, row: row)
    }

    /// Shows an asset of two files, RAW and JPEG, by the one that is not shown now. All that people did with it stays.
    /// Throws `notAllowed` where there is one file only.
    public func showAlternatePhoto() throws {
        try changes.perform {
            let part = try changes.connection.int64(
                "SELECT id FROM asset WHERE part_of = ? AND part_kind = ?", row,
                PartKind.alternatePhoto.stored)
            guard let part else { throw LibraryError.notAllowed("the photo has one file only") }
            try exchange(with: part)
        }
    }

    /// Gives the asset the part's file, and the part the asset's. No effect where it is no part of the asset any more.
    func exchange(with part: Int64) throws {
        let connection = changes.connection
        let isPart = try connection.int64("SELECT 1 FROM asset WHERE id = ? AND part_of = ?", part, row)
        guard isPart != nil, let own = try FileColumns(row, connection),
            let other = try FileColumns(part, connection)
        else { return }
        // Two assets never share a file, not even for a moment.
        try connection.execute("UPDATE asset SET name = randomblob(16) WHERE id = ?", part)
        try other.write(to: row, connection)
        try own.write(to: part, connection)
        try connection.execute("UPDATE asset SET modified_at = ? WHERE id = ?", changes.writer.now, row)
        forgetValues()
        changes.record(.alternate(asset: row, part: part))
        for row in [row, part] { changes.writer.note(.asset, .updated, row: row) }
    }
}

/// What the row of an asset says of its file.
private struct FileColumns {
    /// What was read from the file and what tells it from others. Not what smart albums ask for: that is of both files.
    private static let columns = FileRecorder.columns.filter {
        !["media_subtypes", "traits", "modified_at"].contains($0)
    }
    private let values: [Value]

    /// Nil where there is no such row.
    init?(_ row: Int64, _ connection: Connection) throws {
        let columns = Self.columns.joined(separator: ", ")
        let values = try connection.first("SELECT \(columns) FROM asset WHERE id = ?", row) { found in
            Self.columns.indices.map { found.value($0) }
        }
        guard let values else { return nil }
        self.values = values
    }

    /// The person's own values stay.
    func write(to row: Int64, _ connection: Connection) throws {
        let assignments = Self.columns.map { FileRecorder.assignment(of: $0) }
        try connection.withStatement(
            "UPDATE asset SET \(assignments.joined(separator: ", ")) WHERE id = ?", values + [.integer(row)]
        ) { while try $0.step() {} }
    }
}
