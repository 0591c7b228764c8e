// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a damaged catalog, in words: what was saved, and what was lost.

import AlbumenKit

/// The text of the dialog that tells of a recovery.
func words(for recovery: CatalogRecovery) -> String {
    let saved = { (part: CatalogRecovery.Part) in String(recovery.saved[part] ?? 0) }
    let lost = CatalogRecovery.Part.allCases.filter(recovery.lost.contains).map(name)
    let result =
        lost.isEmpty
        ? tr("Nothing was lost.")
        : tr("Not everything could be read of: {parts}.", ["parts": lost.joined(separator: ", ")])
    return [
        tr("A new one was made from what could be read; your photos themselves are all still there."),
        tr(
            "Photos saved with what you set on them: {photos}. Albums saved: {albums}.",
            ["photos": saved(.photos), "albums": saved(.albums)]),
        result,
        tr(
            "The damaged catalog was kept as “{path}”. ({reason})",
            ["path": recovery.keptAside.displayString, "reason": recovery.reason]),
    ].joined(separator: " ")
}

private func name(_ part: CatalogRecovery.Part) -> String {
    switch part {
    case .watchedFolders: tr("watched folders")
    case .photos: tr("favourites, ratings, titles")
    case .albums: tr("albums")
    case .keywords: tr("keywords")
    case .access: tr("access of programs")
    }
}
