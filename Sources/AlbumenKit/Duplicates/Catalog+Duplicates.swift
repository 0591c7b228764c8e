// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalog knows for finding duplicates: which files may be equal, and what pictures look like.

import Imaging
import Metadata
import SQLite

extension Catalog {
    /// Sizes, in bytes, that more than one file has.
    func sizesOfSeveralFiles() async throws -> [Int64] {
        try await read { connection in
            try connection.all("SELECT size FROM asset GROUP BY size HAVING count(*) > 1") { $0.int64(0) }
        }
    }

    /// Rows of assets that have the same content, in groups. Not those in Recently Deleted.
    func rowsOfEqualContent() async throws -> [[Int64]] {
        let found = try await read { connection in
            try connection.all(
                """
                SELECT hash, asset_id FROM content_hash JOIN asset ON asset.id = asset_id WHERE trashed_at IS NULL
                    AND left_out & 4 = 0
                    AND hash IN (SELECT hash FROM content_hash GROUP BY hash HAVING count(*) > 1)
                ORDER BY hash, asset_id
                """
            ) { (hash: $0.bytes(0), row: $0.int64(1)) }
        }
        var groups: [[Int64]] = []
        for (index, entry) in found.enumerated() {
            if index > 0, found[index - 1].hash == entry.hash {
                groups[groups.count - 1].append(entry.row)
            } else {
                groups.append([entry.row])
            }
        }
        return groups.filter { $0.count > 1 }
    }

    /// Rows of still pictures that nobody has looked at, newest first. Those that are away wait.
    func rowsWithoutFingerprint() async throws -> [Int64] {
        try await read { connection in
            try connection.all(
                """
                SELECT asset.id FROM asset LEFT JOIN fingerprint ON asset_id = asset.id AND version = ?
                WHERE asset_id IS NULL AND media_type = \(MediaType.image.rawValue) AND state = 0
                    AND trashed_at IS NULL
                ORDER BY sort_key DESC, asset.id DESC
                """, PerceptualHash.version
            ) { $0.int64(0) }
        }
    }

    /// Keeps what pictures look like; nil for one that cannot be told by its looks. A trigger forgets it when the file
    /// is recorded with another size or time.
    func keepFingerprints(_ fingerprints: [Int64: PerceptualHash?]) async throws {
        try await write { writer in
            for (row, hash) in fingerprints {
                try writer.connection.execute(
                    "INSERT OR REPLACE INTO fingerprint SELECT id, ?, ? FROM asset WHERE id = ?",
                    PerceptualHash.version, hash?.bytes, row)
            }
        }
    }

    /// What every picture looks like that can be told by its looks: one for each burst, whose pictures are all alike.
    func fingerprints() async throws -> [(row: Int64, hash: PerceptualHash)] {
        try await read { connection in
            try connection.all(
                """
                SELECT asset.id, hash FROM fingerprint JOIN asset ON asset.id = asset_id
                WHERE version = ? AND hash IS NOT NULL AND trashed_at IS NULL AND left_out = 0 ORDER BY asset.id
                """, PerceptualHash.version
            ) { row in PerceptualHash(bytes: row.bytes(1)).map { (row.int64(0), $0) } }.compactMap { $0 }
        }
    }
}
