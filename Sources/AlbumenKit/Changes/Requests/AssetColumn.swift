// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of an asset that a person changes.

/// Raw values are the columns' names.
enum AssetColumn: String, Sendable, CaseIterable {
    case isFavorite = "is_favorite"
    case isHidden = "is_hidden"
    case trashedAt = "trashed_at"
    case rating, title, caption
    case wallSeconds = "wall_seconds"
    case wallMilliseconds = "wall_ms"
    case utcOffset = "utc_offset"
    case timeSource = "time_source"
    case offsetSource = "offset_source"
    case sortKey = "sort_key"
    case latitude, longitude, altitude
    case isOwnPlace = "is_own_place"
    case traits
    case mediaSubtypes = "media_subtypes"
    case burstSelection = "burst_selection"

    /// All of them, in the order of `allCases`; the row is bound.
    static let selectSQL =
        "SELECT \(allCases.map(\.rawValue).joined(separator: ", ")) FROM asset WHERE id = ?"

    /// What a change of it can affect.
    var aspect: AssetAspects {
        switch self {
        case .isFavorite: .favorite
        case .isHidden: .hidden
        case .trashedAt: .trashed
        case .rating: .rating
        case .title, .caption: .text
        case .wallSeconds, .wallMilliseconds, .utcOffset, .timeSource, .offsetSource, .sortKey: .time
        case .latitude, .longitude, .altitude, .isOwnPlace: .place
        // Which of a burst are shown hangs on these.
        case .traits, .mediaSubtypes, .burstSelection: .files
        }
    }
}

/// What of assets a change touched: from it a fetch knows whether it can have other members, or another order.
struct AssetAspects: OptionSet, Sendable, Hashable {
    let rawValue: Int

    static let favorite = AssetAspects(rawValue: 1 << 0)
    static let hidden = AssetAspects(rawValue: 1 << 1)
    static let trashed = AssetAspects(rawValue: 1 << 2)
    static let rating = AssetAspects(rawValue: 1 << 3)
    /// Title and caption.
    static let text = AssetAspects(rawValue: 1 << 4)
    static let keywords = AssetAspects(rawValue: 1 << 5)
    static let time = AssetAspects(rawValue: 1 << 6)
    static let place = AssetAspects(rawValue: 1 << 7)
    /// Which assets there are, and what their files say.
    static let files = AssetAspects(rawValue: 1 << 8)

    static let everything = AssetAspects(rawValue: (1 << 9) - 1)
}
