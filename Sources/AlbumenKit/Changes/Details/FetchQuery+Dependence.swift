// SPDX-License-Identifier: GPL-3.0-or-later
// Which changes can give a fetch other members, or another order. Where none did, nothing is fetched anew: a favourite
// in a library of a million costs no more than in one of ten.

extension FetchQuery {
    /// What of an asset decides whether it is in the result, and where.
    var dependence: AssetAspects {
        var aspects: AssetAspects = [.files, .trashed, .hidden]
        let order: [AssetSortKey]
        switch source {
        case .view(let view):
            aspects.formUnion(view.facetDependence)
            order = [view.order == StandardView.libraryOrder ? .captureTime : .addedDate]
        case .album, .rows: order = []
        case .burst: order = [.captureTime]
        case .moment:
            // Whatever the order: a day is made of times.
            aspects.formUnion(.time)
            order = []
        }
        let keys = options.sortDescriptors.isEmpty ? order : options.sortDescriptors.map(\.key)
        return keys.reduce(into: aspects) { $0.formUnion($1.dependence) }
    }

    /// Whether a change leaves the rows of the result as they are. Not so where it cannot be known.
    func isUnaffected(by change: LibraryChange) -> Bool {
        guard options.predicate == nil, !change.accessChanged,
            change.assetAspects.isDisjoint(with: dependence)
        else { return false }
        guard case .album(let row) = source else { return true }
        return !change.albumRows.contains(row) && !change.albumRows.contains(0)
    }
}

extension StandardView {
    fileprivate var facetDependence: AssetAspects {
        // Facets are of the file, but for the one that people set.
        facet == StandardView.favoriteFacet ? .favorite : []
    }
}

extension AssetSortKey {
    fileprivate var dependence: AssetAspects {
        switch self {
        case .captureTime: .time
        case .addedDate, .localIdentifier, .fileName, .fileSize, .mediaType, .mediaSubtypes, .duration,
            .pixelWidth, .pixelHeight, .burstIdentifier:
            .files
        case .modificationDate: .everything
        case .trashedDate: .trashed
        case .isFavorite: .favorite
        case .isHidden: .hidden
        case .rating: .rating
        }
    }
}
