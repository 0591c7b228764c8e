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
        let done = await session.actions.perform(tr("Could not make the album")) {
            try $0.createAlbum(title: title).localIdentifier
        }
        if let done { session.showAlbum(done.result) }
    }

    func renameAlbum(_ item: SidebarItem) async {
        guard let identifier = item.target.albumIdentifier,
            let title = await askForTitle(
                over: window.widget, heading: tr("Rename Album"), initial: item.title, accept: tr("Rename")),
            title != item.title
        else { return }
        let actions = session.actions
        let done = await actions.perform(tr("Could not rename the album")) {
            try $0.request(forAlbum: identifier).title = title
        }
        guard let done else { return }
        session.toast(
            tr("Album renamed to “{album}”", ["album": title]), undo: actions.undoing(done.undo))
    }

    /// Undo brings the album back with its photos in their order.
    func deleteAlbum(_ item: SidebarItem) async {
        guard let identifier = item.target.albumIdentifier else { return }
        let actions = session.actions
        let done = await actions.perform(tr("Could not delete the album")) {
            try $0.deleteAlbums([identifier])
        }
        guard let done else { return }
        session.toast(tr("Album “{album}” deleted", ["album": item.title]), undo: actions.undoing(done.undo))
    }
}
