// SPDX-License-Identifier: GPL-3.0-or-later
// Why a file counts as a part of another one's asset.

import Metadata

/// Raw values are `asset.part_evidence`'s.
enum PartEvidence: Int64, Sendable {
    /// Both say the same identifier.
    case identifier = 1
    /// Folder, name and time agree, and nothing speaks against it.
    case circumstances = 2
    /// Whoever added them said so.
    case stated = 3
}

/// What a part makes of an asset.
enum PartKind: Sendable {
    case pairedVideo, alternatePhoto

    /// Of `asset.part_kind`.
    var resource: AssetResourceType {
        switch self {
        case .pairedVideo: .pairedVideo
        case .alternatePhoto: .alternatePhoto
        }
    }

    var stored: Int64 { Int64(resource.rawValue) }

    /// What the asset is for having it.
    var trait: PhotoTrait {
        switch self {
        case .pairedVideo: .livePhotos
        case .alternatePhoto: .raw
        }
    }

    init?(stored: Int64) {
        switch AssetResourceType(rawValue: Int(stored)) {
        case .pairedVideo: self = .pairedVideo
        case .alternatePhoto: self = .alternatePhoto
        default: return nil
        }
    }
}
