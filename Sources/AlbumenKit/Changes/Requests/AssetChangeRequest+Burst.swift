// SPDX-License-Identifier: GPL-3.0-or-later
// The requests about bursts: which photo stands for one, and which others are shown beside it.

import SQLite

extension AssetChangeRequest {
    /// Who picked the photo out of its burst; what the person picked is shown beside the one that represents it.
    public var burstSelectionTypes: BurstSelectionTypes {
        get { BurstSelectionTypes(rawValue: UInt(bitPattern: Int(value(.burstSelection).integerValue ?? 0))) }
        set { set(.burstSelection, .integer(Int64(newValue.rawValue))) }
    }

    /// Makes this photo stand for its burst, instead of any other: the rest folds behind it. Throws `notAllowed` for a
    /// photo of no burst, and `notAuthorized` where the client does not see the whole library.
    public func representBurst() throws {
        try changes.perform {
            try changes.requireEverything()
            let burst = try changes.connection.first("SELECT burst_id FROM asset WHERE id = ?", row) {
                $0.optionalString(0)
            }
            guard let burst = burst ?? nil else { throw LibraryError.notAllowed("the photo is in no burst") }
            let others = try changes.connection.all(
                "SELECT id FROM asset WHERE burst_id = ? AND (traits & ?) <> 0 AND id <> ?", burst,
                AssetTraits.burstRepresentative.rawValue, row
            ) { $0.int64(0) }
            for other in others { try changes.request(forRow: other).setRepresentsBurst(false) }
            try setRepresentsBurst(true)
        }
    }

    private func setRepresentsBurst(_ represents: Bool) throws {
        var traits = AssetTraits(rawValue: try current(.traits).integerValue ?? 0)
        if represents { traits.formUnion(.ofBurst) } else { traits.subtract(.ofBurst) }
        try apply([(.traits, .integer(traits.rawValue))])
    }
}
