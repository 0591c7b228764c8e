// SPDX-License-Identifier: GPL-3.0-or-later
// Which photo stands for a burst: the person's choice, else the camera's, else the first.

import Metadata
import SQLite

struct BurstRepresentative {
    let writer: CatalogWriter
    private var connection: Connection { writer.connection }

    private struct Member {
        let row: Int64
        let traits: AssetTraits
        let isCamerasPick: Bool
    }

    init(writer: CatalogWriter) { self.writer = writer }

    /// The same photo comes out in whatever order those of the burst came. One photo is no burst.
    func choose(for burst: String) throws {
        let members = try connection.all(
            """
            SELECT id, traits, EXISTS (SELECT 1 FROM trait WHERE asset_id = asset.id
                AND trait = '\(PhotoTrait.bursts.rawValue)')
            FROM asset WHERE burst_id = ? AND trashed_at IS NULL AND part_of IS NULL ORDER BY sort_key, id
            """, burst
        ) { Member(row: $0.int64(0), traits: AssetTraits(rawValue: $0.int64(1)), isCamerasPick: $0.bool(2)) }
        if members.contains(where: { $0.traits.contains(.chosenForBurst) }) { return }
        guard members.count > 1 else { return }
        let chosen = members.first(where: \.isCamerasPick) ?? members.first
        for member in members {
            let represents = member.row == chosen?.row
            guard represents != member.traits.contains(.burstRepresentative) else { continue }
            let (bit, pick) = (
                AssetTraits.burstRepresentative.rawValue, BurstSelectionTypes.autoPick.rawValue
            )
            try connection.execute(
                represents
                    ? """
                    UPDATE asset SET traits = traits | \(bit), burst_selection = burst_selection | \(pick) WHERE id = ?
                    """
                    : """
                    UPDATE asset SET traits = traits & ~\(bit), burst_selection = burst_selection & ~\(pick) WHERE id = ?
                    """, member.row)
            // Which others are shown hangs on it.
            for other in members { writer.note(.asset, .updated, row: other.row) }
        }
    }
}
