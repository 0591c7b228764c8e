// SPDX-License-Identifier: GPL-3.0-or-later
// Where the catalog keeps what assets are sorted by.

extension AssetSortKey {
    /// The column of `asset`. Identifiers are stored as bytes, which order as their text does.
    var column: String {
        switch self {
        case .captureTime: "sort_key"
        case .addedDate: "added_at"
        case .modificationDate: "modified_at"
        case .trashedDate: "trashed_at"
        case .localIdentifier: "uuid"
        case .fileName: "name"
        case .fileSize: "size"
        case .mediaType: "media_type"
        case .mediaSubtypes: "media_subtypes"
        case .duration: "duration"
        case .pixelWidth: "width"
        case .pixelHeight: "height"
        case .isFavorite: "is_favorite"
        case .isHidden: "is_hidden"
        case .rating: "rating"
        case .burstIdentifier: "burst_id"
        }
    }
}
