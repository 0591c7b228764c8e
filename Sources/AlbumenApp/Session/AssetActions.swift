// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to photos, the same from the grid, the viewer and the menus: each act says what it did and can be undone.

import AlbumenKit

/// Acts on assets of one library. Each returns when it is done or has told the person why it could not be. What undoes
/// them holds the session weakly: a toast may be around for longer.
@MainActor
struct AssetActions {
    let session: LibrarySession

    private var library: PhotoLibrary { session.library }

    /// Makes all of them favourites, or none of them where all are already.
    func toggleFavorite(_ assets: [Asset]) async {
        guard !assets.isEmpty else { return }
        let makeFavorite = !assets.allSatisfy(\.isFavorite)
        let changed = assets.filter { $0.isFavorite != makeFavorite }.map(\.localIdentifier)
        await attempt(tr("Could not change favourites")) { [library] in
            try await library.performChanges { try $0.setFavorite(makeFavorite, forAssets: changed) }
        }
    }

    /// Moves to Recently Deleted, with Undo.
    func delete(_ assets: [Asset]) async {
        let identifiers = assets.filter { $0.trashedDate == nil }.map(\.localIdentifier)
        guard !identifiers.isEmpty else { return }
        let done = await attempt(tr("Could not delete")) { [library] in
            try await library.performChanges { try $0.deleteAssets(identifiers) }
        }
        guard done else { return }
        session.toast(
            ntr(
                "Photo moved to Recently Deleted", "{count} photos moved to Recently Deleted",
                identifiers.count)
        ) { [weak session] in
            Task { await session?.actions.restore(identifiers, announce: false) }
        }
    }

    /// Takes back out of Recently Deleted, with Undo.
    func restore(_ assets: [Asset]) async {
        await restore(assets.filter { $0.trashedDate != nil }.map(\.localIdentifier), announce: true)
    }

    private func restore(_ identifiers: [String], announce: Bool) async {
        guard !identifiers.isEmpty else { return }
        let done = await attempt(tr("Could not restore")) { [library] in
            try await library.performChanges { try $0.restoreAssets(identifiers) }
        }
        guard done, announce else { return }
        session.toast(ntr("Photo restored", "{count} photos restored", identifiers.count)) { [weak session] in
            guard let actions = session?.actions else { return }
            Task {
                await actions.attempt(tr("Could not delete")) { [library = actions.library] in
                    try await library.performChanges { try $0.deleteAssets(identifiers) }
                }
            }
        }
    }

    /// Files the assets in the album with exactly this title, made if there is none; with Undo and Show.
    func save(_ assets: [Asset], toAlbumTitled title: String) async {
        let identifiers = assets.map(\.localIdentifier)
        guard !identifiers.isEmpty else { return }
        do {
            let existing = try await library.fetchAlbums(titled: title).first
            let before = try await members(of: existing, among: identifiers)
            let album = try await library.performChanges { changes in
                let album = try changes.findOrCreateAlbum(titled: title)
                try changes.addAssets(identifiers, toAlbum: album)
                return album
            }
            let added = identifiers.filter { !before.contains($0) }
            let isNew = existing == nil
            presentSaved(added, album: album, title: title, isNew: isNew)
        } catch {
            session.report(error, doing: tr("Could not save to “{album}”", ["album": title]))
        }
    }

    private func presentSaved(_ added: [String], album: String, title: String, isNew: Bool) {
        let text =
            added.isEmpty
            ? tr("Already in “{album}”", ["album": title])
            : ntr(
                "Photo saved to “{album}”", "{count} photos saved to “{album}”", added.count, ["album": title]
            )
        let undo: () -> Void = { [weak session] in
            guard let actions = session?.actions else { return }
            Task {
                await actions.attempt(tr("Could not undo")) { [library = actions.library] in
                    try await library.performChanges { changes in
                        // An album that this act made goes with it.
                        if isNew {
                            try changes.deleteAlbums([album])
                        } else {
                            try changes.removeAssets(added, fromAlbum: album)
                        }
                    }
                }
            }
        }
        session.presentToast(
            Toast(text: text, undo: added.isEmpty ? nil : undo) { [weak session] in
                session?.showAlbum(album)
            })
    }

    /// Which of `identifiers` an album has already, so that Undo takes out only what the act put in.
    private func members(of album: AssetCollection?, among identifiers: [String]) async throws -> Set<String>
    {
        guard let album else { return [] }
        let result = try await library.fetchAssets(in: album)
        var present: Set<String> = []
        for asset in try await library.fetchAssets(withLocalIdentifiers: identifiers)
        where try await result.contains(asset) {
            present.insert(asset.localIdentifier)
        }
        return present
    }

    /// Runs a change; a failure is told to the person. Returns whether it was done.
    @discardableResult
    private func attempt(_ act: String, _ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return true
        } catch {
            session.report(error, doing: act)
            return false
        }
    }
}
