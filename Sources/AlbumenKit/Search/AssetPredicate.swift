// SPDX-License-Identifier: GPL-3.0-or-later
// What can be asked of an asset, as a typed tree: a question that makes no sense does not compile.

import Foundation

/// A condition on assets, for `FetchOptions.predicate`.
///
/// Texts are compared after folding: upper and lower case, accents and Unicode's ways of writing one
/// character make no difference.
public indirect enum AssetPredicate: Sendable, Hashable {
    /// Every one of them; all assets where there is none.
    case all([AssetPredicate])
    /// At least one of them; no asset where there is none.
    case any([AssetPredicate])
    case not(AssetPredicate)

    case mediaType(MediaType)
    /// At least one of these bits. Subtypes are bits: to compare them as a whole finds next to nothing.
    case hasAnySubtype(MediaSubtypes)
    /// Every one of these bits, whatever others there are.
    case hasAllSubtypes(MediaSubtypes)
    case state(AssetFlag)

    case text(TextField, TextMatch)
    case number(NumberField, NumberRange)

    /// By the wall clock of the place: 31 December stays 31 December wherever the viewer is.
    case captured(WallClockRange)
    /// In this month, 1–12, of any year.
    case capturedInMonth(Int)
    case added(DateRange)
    case modified(DateRange)

    case location(LocationBox)
    /// In the album of this identifier.
    case inAlbum(String)
    /// All photos of one burst.
    case burst(String)
    case identifiers([String])
    /// Words anywhere: in names, titles, captions, keywords, people, places, cameras and albums.
    case words(FreeText)
}

/// What an asset is or is not.
public enum AssetFlag: String, Sendable, Hashable, CaseIterable {
    case favorite
    /// Only found by fetches that include hidden assets.
    case hidden
    /// Shown with an edit that can be taken back.
    case edited
    case raw
    /// Taken with the camera on the screen's side.
    case selfPortrait
    case longExposure
    /// One of a burst.
    case burst
    /// The file is there and cannot be shown.
    case broken
    /// The file or its volume is away.
    case offline
    /// A place on Earth is known.
    case located
    case titled
    case captioned
    case keyworded
    /// In an album of a person or program.
    case filed
}

/// Texts of an asset, and names that it shares with others.
public enum TextField: String, Sendable, Hashable, CaseIterable {
    case fileName
    case title
    case caption
    case keyword
    case person
    case place
    case camera
    case lens
    case albumTitle
}

/// How to compare a text.
public enum TextMatch: Sendable, Hashable {
    case exact(String)
    case prefix(String)
    case contains(String)
    /// Each word of it begins a word of the text.
    case words(String)

    public var text: String {
        switch self {
        case .exact(let text), .prefix(let text), .contains(let text), .words(let text): text
        }
    }
}
