// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the window from an open library: the sidebar's counts, the chosen collection's photos, the scan, and access.

import AlbumenKit
import CAdwaita
import GTKBridge

/// One window's way through one library.
@MainActor
final class Browser {
    let session: LibrarySession
    let window: MainWindow
    let access: AccessController
    let grid: PhotoGrid
    let viewer: PhotoViewer
    let duplicates: DuplicatesPage
    let imports: ImportCenter

    /// The list of the collection that is shown; the viewer shares it.
    private(set) var list: AssetList?
    /// The row whose photos are shown.
    private(set) var item: SidebarItem?
    private var libraryCount = 0
    private let volumes = VolumeMonitor()
    private var devices: [MountedVolume] = []
    private(set) var progress = ScanProgress()
    private var folderProblem: FolderProblem?
    private var selectionCount = 0
    private var hasShownPhotos = false
    private var hasPurged = false
    private var scanTask: Task<Void, Never>?
    private var counts: Coalescer?

    /// Counts are read again at most this often, however many changes a scan makes.
    private static let countInterval = Duration.milliseconds(250)

    init(session: LibrarySession, window: MainWindow) {
        self.session = session
        self.window = window
        access = AccessController(session: session)
        grid = PhotoGrid(session: session, tileSize: window.settings.tileSize)
        viewer = PhotoViewer(session: session)
        duplicates = DuplicatesPage(session: session)
        imports = ImportCenter(session: session, status: window.importStatus)
        window.content.add(grid: grid.widget, duplicates: duplicates.widget)
        window.add(viewer: viewer.widget)
        counts = Coalescer(interval: Self.countInterval) { [weak self] in await self?.reload() }
        connectParts()
        installActions()
    }

    /// Shows what there is, asks for access where it was never given, and begins to scan.
    func begin() async {
        session.start()
        followScan()
        await reload()
        if let recovery = session.library.recovery, let window = session.window {
            await tell(
                over: window, heading: tr("The Catalog Was Damaged"), body: words(for: recovery),
                answer: tr("Continue"))
        }
        await access.begin()
        await checkFolders()
        await imports.offerInterrupted()
        volumes.onChange { [weak self] in
            guard let self else { return }
            Task { await self.findDevices() }
        }
        await findDevices()
    }

    /// Looks which cameras, phones and cards are connected.
    private func findDevices() async {
        let found = await volumes.volumes().filter(\.hasPictures)
        guard found != devices, session.window != nil else { return }
        devices = found
        await reload()
    }

    /// Shows the progress of the session's scanner from now on.
    private func followScan() {
        scanTask?.cancel()
        let updates = session.scanner.progress()
        scanTask = Task { [weak self] in
            for await progress in updates {
                guard let self, !Task.isCancelled else { return }
                show(progress)
            }
        }
    }

    /// The window is closed, and its widgets are gone. Whatever is still waiting for something ends by itself.
    func end() {
        scanTask?.cancel()
        counts?.cancel()
        grid.end()
        viewer.letGo()
        duplicates.end()
        imports.end()
        volumes.end()
        session.stop()
    }

    // MARK: - What is shown

    /// Reads the sidebar and the selection of limited access again.
    private func reload() async {
        do {
            let sections = try await SidebarSection.load(from: session.library, devices: devices)
            let limited =
                access.status == .limited ? try await session.library.limitedSelection().count : nil
            guard session.window != nil else { return }
            libraryCount = sections.first?.items.first?.count ?? 0
            window.sidebar.update(sections)
            if window.sidebar.selectedItem == nil { window.sidebar.select(SidebarItem.allPhotos) }
            if let current = window.sidebar.selectedItem { item = current }
            window.content.banner.show(count: limited)
        } catch {
            guard session.window != nil else { return }
            guard item != nil else {
                window.content.show(.failure(OpeningFailure(error, location: session.library.location)))
                return
            }
            session.report(error, doing: tr("Could not read the library"))
        }
        refresh()
    }

    private func show(_ item: SidebarItem) {
        self.item = item
        guard let collection = item.collection else { return showPage() }
        let list = AssetList(session: session, collection: collection)
        list.onCountChange = { [weak self, weak list] in
            guard let self, self.list === list else { return }
            refresh()
        }
        self.list = list
        grid.show(list)
        selectionChanged(0)
        window.showContent()
    }

    /// A row that stands for a page of its own, not for a list of photos.
    private func showPage() {
        list = nil
        selectionChanged(0)
        window.showContent()
    }

    private func show(_ progress: ScanProgress) {
        let ended = self.progress.isScanning && !progress.isScanning
        self.progress = progress
        window.scanStatus.show(progress)
        window.actions.setEnabled(.scanProblems, !progress.problems.isEmpty)
        refresh()
        if ended { Task { await checkFolders() } }
        if progress.isListingComplete, !progress.isScanning, !hasPurged {
            hasPurged = true
            // Upkeep: nobody waits for it, and what fails is done on the next start.
            Task { [library = session.library] in try? await library.purgeRecentlyDeleted() }
        }
    }

    /// Looks again at the folders that are watched, or would be.
    private func checkFolders() async {
        var folders = (try? await session.scanner.watchedFolders()) ?? []
        if folders.isEmpty, access.status == .authorized { folders = [LibraryLocation.picturesFolder] }
        folderProblem = await PicturesFolder.problem(among: folders)
        refresh()
    }

    /// Brings title, page and actions to what is so now.
    private func refresh() {
        guard let item, session.window != nil else { return }
        // The list is ahead of the sidebar, whose counts are read at intervals.
        let count = list?.count ?? item.count ?? libraryCount
        let state = ContentState(
            status: access.status, target: item.target, count: count, libraryCount: libraryCount,
            isScanning: progress.isScanning, folderProblem: folderProblem)
        duplicates.setShown(item.target == .duplicates && state.page == nil)
        if let page = state.page {
            window.content.show(page)
        } else if item.target == .duplicates {
            window.content.showDuplicates()
        } else {
            window.content.showGrid()
            if !hasShownPhotos {
                // The arrows work from the first photo on, without a Tab.
                hasShownPhotos = true
                grid.focus()
            }
        }
        let hasPhotos = state.page == nil && list != nil
        let status = item.target == .duplicates ? duplicates.status : ""
        window.content.setTitle(item.title, subtitle: hasPhotos ? subtitle(count: count) : status)
        for action in [WindowAction.zoomIn, .zoomOut, .selectAll] {
            window.actions.setEnabled(action, hasPhotos)
        }
        let isAlbum = item.target.albumIdentifier != nil
        window.actions.setEnabled(.renameAlbum, isAlbum)
        window.actions.setEnabled(.deleteAlbum, isAlbum)
        window.actions.setEnabled(.moveIn, access.status == .authorized)
        window.actions.setEnabled(.newAlbum, access.status == .authorized || access.status == .limited)
    }

    private func subtitle(count: Int) -> String {
        guard selectionCount > 0 else { return ntr("{count} item", "{count} items", count) }
        return tr(
            "{selected} of {count} selected",
            ["selected": formatted(selectionCount), "count": formatted(count)])
    }

    var isShowingDeleted: Bool { item?.target == .smartAlbum(.smartAlbumRecentlyDeleted) }

    // MARK: - Parts

    private func connectParts() {
        window.sidebar.onSelect = { [weak self] item in self?.show(item) }
        session.observeChanges(self) { [weak self] change in
            guard let self else { return }
            counts?.request()
            guard change.accessChanged else { return }
            Task {
                await self.access.follow()
                await self.checkFolders()
            }
        }
        session.window = window.widget
        session.scannerRenewed = { [weak self] in self?.followScan() }
        session.presentToast = { [weak self] toast in self?.window.show(toast) }
        session.toggleFullscreen = { [weak self] in self?.window.toggleFullscreen() }
        session.showAlbum = { [weak self] album in self?.showAlbum(album) }
        session.saveToAlbum = { [weak self] assets in
            guard let self else { return }
            Task { await self.saveToAlbum(assets) }
        }
        access.onChange = { [weak self] in
            guard let self else { return }
            counts?.request()
            Task { await self.checkFolders() }
        }
        duplicates.onStatusChange = { [weak self] in self?.refresh() }
        grid.onSelectionChange = { [weak self] count in self?.selectionChanged(count) }
        grid.onTileSizeChange = { [weak self] size in self?.window.settings.tileSize = size }
        grid.onOpen = { [weak self] index in
            guard let self, let list else { return }
            viewer.open(list, at: index)
            window.setHasSelection(false)
            window.showViewer()
            viewer.focus()
        }
        viewer.onClose = { [weak self] index in
            guard let self else { return }
            window.showBrowser()
            window.setHasSelection(selectionCount > 0)
            grid.focusItem(at: index)
        }
    }

    private func selectionChanged(_ count: Int) {
        selectionCount = count
        window.content.selectionBar.show(count: count, areDeleted: isShowingDeleted)
        window.setHasSelection(count > 0)
        refresh()
    }

    private func showAlbum(_ album: String) {
        Task {
            // The album may be so new that the sidebar has not read it yet.
            await reload()
            guard session.window != nil else { return }
            if window.isShowingViewer { window.showBrowser() }
            // Whichever of the two it is: one that there is not is passed over.
            window.sidebar.select(.album(album))
            window.sidebar.select(.imported(album))
        }
    }
}
