// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of an asset that a person changes.

/// Raw values are places in `AssetColumn.names`.
enum AssetColumn: Int, Sendable, CaseIterable {
    case isFavorite, isHidden, trashedAt, rating, title, caption
    case wallSeconds, wallMilliseconds, utcOffset, timeSource, offsetSource, sortKey
    case latitude, longitude, altitude, isOwnPlace
    case traits, burstSelection

    private static let names = [
        "is_favorite", "is_hidden", "trashed_at", "rating", "title", "caption", "wall_seconds", "wall_ms",
        "utc_offset", "time_source", "offset_source", "sort_key", "latitude", "longitude", "altitude",
        "is_own_place", "traits", "burst_selection",
    ]

    var name: String { Self.names[rawValue] }

    /// All of them, in the order of raw values; the row follows.
    static let selectSQL = "SELECT \(names.joined(separator: ", ")) FROM asset WHERE id = ?"

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
        case .traits, .burstSelection: .files
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
