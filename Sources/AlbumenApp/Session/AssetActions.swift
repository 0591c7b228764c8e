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
        await perform(tr("Could not change favourites")) { changes in
            for asset in assets { try changes.request(for: asset).isFavorite = makeFavorite }
        }
    }

    /// Moves to Recently Deleted, with Undo.
    func delete(_ assets: [Asset]) async {
        let assets = assets.filter { $0.trashedDate == nil }
        guard !assets.isEmpty,
            let done = await perform(tr("Could not delete"), { try $0.deleteAssets(assets) })
        else { return }
        let text = ntr(
            "Photo moved to Recently Deleted", "{count} photos moved to Recently Deleted", assets.count)
        session.toast(text, undo: undoing(done.undo))
    }

    /// Takes back out of Recently Deleted, with Undo.
    func restore(_ assets: [Asset]) async {
        let assets = assets.filter { $0.trashedDate != nil }
        guard !assets.isEmpty,
            let done = await perform(tr("Could not restore"), { try $0.restoreAssets(assets) })
        else { return }
        session.toast(
            ntr("Photo restored", "{count} photos restored", assets.count), undo: undoing(done.undo))
    }

    /// Files the assets in the album with exactly this title, made if there is none; with Undo and Show.
    func save(_ assets: [Asset], toAlbumTitled title: String) async {
        guard !assets.isEmpty else { return }
        let done = await perform(tr("Could not save to “{album}”", ["album": title])) { changes in
            let album = try changes.findOrCreateAlbum(title: title)
            let added = try changes.request(forAlbum: album).addAssets(assets)
            return (album: album.localIdentifier, added: added)
        }
        guard let done else { return }
        let (album, added) = done.result
        session.presentToast(
            Toast(text: Self.savedWords(added, album: title), undo: added == 0 ? nil : undoing(done.undo)) {
                [weak session] in
                session?.showAlbum(album)
            })
    }

    /// Adds the assets to an album that is there; with Undo.
    func add(_ assets: [Asset], to album: SidebarItem) async {
        guard let identifier = album.target.albumIdentifier else { return }
        let done = await perform(tr("Could not save to “{album}”", ["album": album.title])) {
            try $0.request(forAlbum: identifier).addAssets(assets)
        }
        guard let done else { return }
        let text = Self.savedWords(done.result, album: album.title)
        session.toast(text, undo: done.result == 0 ? nil : undoing(done.undo))
    }

    private static func savedWords(_ added: Int, album: String) -> String {
        added == 0
            ? tr("Already in “{album}”", ["album": album])
            : ntr("Photo saved to “{album}”", "{count} photos saved to “{album}”", added, ["album": album])
    }

    /// What the Undo of a toast does.
    func undoing(_ information: UndoInformation) -> () -> Void {
        { [weak session] in
            Task {
                do {
                    try await session?.library.undo(information)
                } catch {
                    session?.report(error, doing: tr("Could not undo"))
                }
            }
        }
    }

    /// Runs a change; a failure is told to the person. Nil where it failed.
    @discardableResult
    func perform<Result: Sendable>(
        _ act: String, _ body: @escaping @Sendable (ChangeRequests) throws -> Result
    ) async -> ChangeOutcome<Result>? {
        do {
            return try await library.performChanges(body)
        } catch {
            session.report(error, doing: act)
            return nil
        }
    }
}
