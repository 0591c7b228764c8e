// SPDX-License-Identifier: GPL-3.0-or-later
// Searching the library, and the smart albums that are searches kept under a title.

import SQLite

extension PhotoLibrary {
    /// The assets that a query finds, newest first by default. A query for hidden assets includes them; the
    /// options' own predicate has to hold besides.
    public func fetchAssets(
        matching query: SearchQuery, options: FetchOptions = FetchOptions()
    ) async throws -> FetchResult<Asset> {
        try await fetchAssets(options: options.matching(query))
    }
}

extension FetchOptions {
    /// These options for what a query finds.
    func matching(_ query: SearchQuery) -> FetchOptions {
        var options = self
        options.predicate = .all([predicate, query.predicate()].compactMap { $0 })
        if query.asksForHidden { options.includeHiddenAssets = true }
        return options
    }
}

extension FetchQuery {
    /// The query of a smart album, from its stored text. One that a newer version wrote and this one does not
    /// understand finds nothing, rather than everything.
    static func smartAlbum(
        _ text: String, options: FetchOptions = FetchOptions(), viewer: Viewer
    ) -> FetchQuery {
        var options = options
        if let query = try? SearchQuery(parsing: text) {
            options = options.matching(query)
        } else {
            options.predicate = .any([])
        }
        return FetchQuery(source: .view(.library), options: options, viewer: viewer)
    }
}
