// SPDX-License-Identifier: GPL-3.0-or-later
// Making, renaming and deleting albums: each can be taken back from its toast. Photos are never touched.

import AlbumenKit
import CAdwaita
import GTKBridge

extension Browser {
    func newAlbum() async {
        guard
            let title = await askForTitle(
                over: window.widget, heading: tr("New Album"), accept: tr("Create"))
        else { return }
        do {
            let album = try await session.library.performChanges { try $0.createAlbum(titled: title) }
            session.showAlbum(album)
        } catch {
            session.report(error, doing: tr("Could not make the album"))
        }
    }

    func renameAlbum(_ item: SidebarItem) async {
        guard case .album(let identifier) = item.target,
            let title = await askForTitle(
                over: window.widget, heading: tr("Rename Album"), initial: item.title, accept: tr("Rename")),
            title != item.title
        else { return }
        guard await rename(identifier, to: title) else { return }
        session.toast(tr("Album renamed to “{album}”", ["album": title])) { [weak self] in
            Task { _ = await self?.rename(identifier, to: item.title) }
        }
    }

    private func rename(_ identifier: String, to title: String) async -> Bool {
        do {
            try await session.library.performChanges { try $0.renameAlbum(identifier, to: title) }
            return true
        } catch {
            session.report(error, doing: tr("Could not rename the album"))
            return false
        }
    }

    /// Undo makes an album of the same title with the same photos in the same order.
    func deleteAlbum(_ item: SidebarItem) async {
        guard case .album(let identifier) = item.target else { return }
        let library = session.library
        do {
            let result = try await library.fetchAssets(in: item.collection)
            let members = try await result.objects(at: 0..<result.count).map(\.localIdentifier)
            try await library.performChanges { try $0.deleteAlbums([identifier]) }
            session.toast(tr("Album “{album}” deleted", ["album": item.title])) { [weak self] in
                Task { await self?.remakeAlbum(titled: item.title, members: members) }
            }
        } catch {
            session.report(error, doing: tr("Could not delete the album"))
        }
    }

    private func remakeAlbum(titled title: String, members: [String]) async {
        do {
            try await session.library.performChanges { changes in
                let album = try changes.createAlbum(titled: title)
                try changes.addAssets(members, toAlbum: album)
            }
        } catch {
            session.report(error, doing: tr("Could not undo"))
        }
    }
}
