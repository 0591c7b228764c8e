// SPDX-License-Identifier: GPL-3.0-or-later
// The ways in: menus, keys, drops on photos and on albums, the clipboard.

import AlbumenKit
import CAdwaita
import GTKBridge

extension Browser {
    func installImportActions() {
        let actions = window.actions
        setImportAction(.importFiles) { browser in
            browser.take(await choosePhotos(over: browser.window.widget, in: LibraryLocation.picturesFolder))
        }
        setImportAction(.importFolder) { browser in
            if let folder = await chooseFolder(over: browser.window.widget) { browser.take([folder]) }
        }
        setImportAction(.importDevice) { browser in
            guard case .device(let root)? = browser.item?.target else { return }
            browser.imports.take(await CameraFolders.find(on: root))
        }
        setImportAction(.paste) { await $0.paste() }
        actions.set(.pauseImport) { [weak self] in self?.imports.pauseOrContinue() }
        actions.set(.stopImport) { [weak self] in self?.imports.stop() }
        actions.set(.continueImport) { [weak self] in self?.imports.continueInterrupted() }
        grid.onDrop = { [weak self] paths in self?.take(paths) }
        window.sidebar.onDrop = { [weak self] item, paths in self?.drop(paths, on: item) ?? false }
    }

    private func setImportAction(
        _ action: WindowAction, _ act: @escaping @MainActor (Browser) async -> Void
    ) {
        window.actions.set(action) { [weak self] in
            guard let self else { return }
            Task { await act(self) }
        }
    }

    /// What comes in while an album is shown goes into it.
    private var albumShown: String? { item.flatMap { $0.takesPhotos ? $0.title : nil } }

    private func take(_ paths: [FilePath]) {
        imports.take(paths, intoAlbum: albumShown)
    }

    /// Photos of the library are filed in the album; files of other programs are imported first.
    private func drop(_ paths: [[UInt8]], on item: SidebarItem) -> Bool {
        let dragged = session.dragged
        if !dragged.isEmpty {
            Task { await session.actions.add(dragged, to: item) }
            return true
        }
        guard !paths.isEmpty else { return false }
        imports.take(paths.map { FilePath(bytes: $0) }, intoAlbum: item.title)
        return true
    }

    /// Files or a picture of the clipboard.
    private func paste() async {
        switch await window.widget.readClipboard() {
        case .files(let paths): take(paths.map { FilePath(bytes: $0) })
        case .picture(let data) where !data.isEmpty:
            await imports.take(
                picture: data, named: tr("Pasted Picture") + ".png", intoAlbum: albumShown)
        case .picture, nil: session.toast(tr("There is no photo to paste"))
        }
    }
}
