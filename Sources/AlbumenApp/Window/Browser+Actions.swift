// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's actions do. Photos are those of the viewer while it is open, the selected ones otherwise.

import AlbumenKit
import CAdwaita
import GTKBridge

extension Browser {
    func installActions() {
        let actions = window.actions
        actions.set(.favorite) { [weak self] in self?.onPhotos { await $0.toggleFavorite($1) } }
        actions.set(.delete) { [weak self] in self?.onPhotos { await $0.delete($1) } }
        actions.set(.restore) { [weak self] in self?.onPhotos { await $0.restore($1) } }
        actions.set(.copy) { [weak self] in self?.onPhotos { await $0.copyFiles($1) } }
        actions.set(.showInFiles) { [weak self] in self?.onPhotos { await $0.showInFiles($1) } }
        actions.set(.saveToAlbum) { [weak self] in
            self?.onPhotos { [weak self] in await self?.saveToAlbum($1) }
        }
        actions.set(.selectAll) { [weak self] in self?.grid.selectAll() }
        actions.set(.clearSelection) { [weak self] in self?.grid.clearSelection() }
        actions.set(.zoomIn) { [weak self] in self?.zoom(in: true) }
        actions.set(.zoomOut) { [weak self] in self?.zoom(in: false) }
        actions.set(.fullscreen) { [weak self] in self?.window.toggleFullscreen() }
        actions.set(.toggleSidebar) { [weak self] in self?.window.toggleSidebar() }
        actions.set(.back) { [weak self] in self?.window.showSidebar() }
        actions.set(.scanProblems) { [weak self] in self?.showProblems() }
        actions.set(.moveIn) { [weak self] in
            guard let self else { return }
            Task { await self.moveIn() }
        }
        installAlbumActions()
        installImportActions()
        installAccessActions()
    }

    private func installAlbumActions() {
        window.actions.set(.newAlbum) { [weak self] in
            guard let self else { return }
            Task { await self.newAlbum() }
        }
        window.actions.set(.renameAlbum) { [weak self] in
            guard let self, let item else { return }
            Task { await self.renameAlbum(item) }
        }
        window.actions.set(.deleteAlbum) { [weak self] in
            guard let self, let item else { return }
            Task { await self.deleteAlbum(item) }
        }
    }

    private func installAccessActions() {
        setAccessAction(.changeAccess) { await $0.ask() }
        setAccessAction(.selectPhotos) { _ = await $0.selectPhotos() }
        setAccessAction(.allowAll) { await $0.allowAll() }
        setAccessAction(.addFolder) { await $0.addFolder() }
        window.actions.set(.manageAccess) { [weak self] in
            guard let self else { return }
            Task {
                await showSelectionManager(session: self.session, access: self.access)
            }
        }
    }

    private func setAccessAction(
        _ action: WindowAction, _ act: @escaping @MainActor (AccessController) async -> Void
    ) {
        window.actions.set(action) { [weak access] in
            guard let access else { return }
            Task { await act(access) }
        }
    }

    /// Does something with the photo in the viewer, or with the selected ones; nothing where there are none.
    private func onPhotos(_ act: @escaping (AssetActions, [Asset]) async -> Void) {
        Task {
            let assets: [Asset]
            if window.isShowingViewer {
                assets = viewer.currentAsset.map { [$0] } ?? []
            } else {
                assets = list == nil ? [] : await grid.selectedAssets()
            }
            guard !assets.isEmpty else { return }
            await act(session.actions, assets)
        }
    }

    /// The picture in the viewer while it is open, the tiles otherwise.
    private func zoom(in isIn: Bool) {
        switch (window.isShowingViewer, isIn) {
        case (true, true): viewer.zoomIn()
        case (true, false): viewer.zoomOut()
        case (false, true): grid.zoomIn()
        case (false, false): grid.zoomOut()
        }
    }

    func saveToAlbum(_ assets: [Asset]) async {
        guard let title = await chooseAlbum(session: session, count: assets.count) else { return }
        await session.actions.save(assets, toAlbumTitled: title)
    }

    private func showProblems() {
        let problems = progress.problems
        Task { await showScanProblems(problems, over: window.widget) }
    }
}
