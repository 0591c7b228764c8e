// SPDX-License-Identifier: GPL-3.0-or-later
// One photo at a time, of the list that the grid shows. The latest wish wins: a photo stepped past is not decoded.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Steps through a list. Loading is in `PhotoViewer+Loading` and `PhotoViewer+Animation`, keys and fullscreen in `PhotoViewer+Input`.
@MainActor
final class PhotoViewer {
    let session: LibrarySession
    /// What a container takes.
    let widget: Widget
    let stage = ViewerStage()
    private(set) var header: ViewerHeader!
    let chrome: Widget

    /// The viewer is to go; the index of the photo it showed last.
    var onClose: (Int) -> Void = { _ in }

    private(set) var list: AssetList?
    private(set) var index = 0
    /// The photo that is shown; nil while its page is on the way, and while the viewer is closed.
    var currentAsset: Asset?
    /// The row whose page is on the way, where its id is known.
    private var awaitedRow: Int64?
    /// Whether the last step went to a higher index.
    private(set) var isForward = true
    let neighbours: NeighbourCache
    var loading: Task<Void, Never>?
    /// Brings the part that is seen of a picture that is zoomed.
    var detail: Task<Void, Never>?
    /// What it brings, or has brought.
    var detailRegion: DetailRegion?
    /// Brings the frames of a photo that moves.
    var animating: Task<Void, Never>?
    /// Plays them.
    var player: AnimationPlayer?
    /// Device pixels of the screen that the shown picture was asked for.
    var loadedSize = PixelSize.zero
    /// Steps asked for that have to wait for the next frame, so that every photo is on one.
    var waitingSteps = 0
    var steppedInFrame: gint64 = -1
    var isFullscreen = false
    var chromeTimer: LoopSource?
    var isWatchingWindow = false
    /// Of the window's surface, in logical pixels, when it was last laid out.
    var surfaceWidth: Int32 = 0

    init(session: LibrarySession) {
        self.session = session
        neighbours = NeighbourCache(images: session.images)
        widget = gtk_overlay_new()
        chrome = gtk_revealer_new()
        gtk_overlay_set_child(widget.opaque, stage.widget)
        gtk_overlay_add_overlay(widget.opaque, chrome)
        widget.addClasses("viewer")
        header = ViewerHeader(
            onBack: { [weak self] in self?.close() },
            onPlayPause: { [weak self] in self?.player?.toggle() })
        gtk_revealer_set_child(chrome.opaque, header.widget)
        gtk_revealer_set_transition_type(chrome.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_reveal_child(chrome.opaque, 1)
        gtk_widget_set_valign(chrome, GTK_ALIGN_START)
        stage.onPlay = { [weak self] in self?.playVideo() }
        stage.picture.onChange = { [weak self] in self?.pictureChanged() }
        connectInput()
    }

    /// Shows a photo of a list at once, with what is in memory of it.
    func open(_ list: AssetList, at index: Int) {
        self.list?.stopObserving(self)
        self.list = list
        list.observe(self) { [weak self] event in self?.listDid(event) }
        isForward = true
        placeStage()
        show(index)
    }

    /// Gives the picture the keyboard; once more with the next frame, because what opened the viewer, a click in
    /// the grid, still ends there and takes it back.
    func focus() {
        let picture = stage.picture.picture
        gtk_widget_grab_focus(picture)
        widget.onEachFrame { [weak self] in
            if self?.list != nil { gtk_widget_grab_focus(picture) }
            return false
        }
    }

    /// Goes back to the grid. The viewer can be opened again.
    func close() {
        letGo()
        stage.stopVideo()
        showChrome()
        onClose(index)
    }

    /// Ends what is under way and lets go of the list. Touches no widget: they may be gone.
    func letGo() {
        loading?.cancel()
        endDetail()
        endAnimation()
        chromeTimer?.cancel()
        chromeTimer = nil
        neighbours.clear()
        list?.stopObserving(self)
        list = nil
        currentAsset = nil
        awaitedRow = nil
        waitingSteps = 0
    }

    func zoomIn() { stage.picture.zoomIn() }
    func zoomOut() { stage.picture.zoomOut() }

    // MARK: - Stepping

    /// To another photo, as far as there are any.
    func step(by count: Int) {
        guard let list else { return }
        go(to: min(max(0, index + count), list.count - 1))
    }

    func go(to target: Int) {
        guard let list, (0..<list.count).contains(target), target != index else { return }
        isForward = target > index
        show(target)
    }

    private func show(_ target: Int) {
        guard let list else { return }
        index = target
        loading?.cancel()
        if let asset = list.cachedAsset(at: target) {
            present(asset)
        } else {
            currentAsset = nil
            endDetail()
            endAnimation()
            header.setAnimation(isPlaying: nil)
            awaitedRow = list.rowID(at: target)
            stage.picture.begin(size: .zero)
            stage.showPicture()
            loading = Task { [weak self] in
                guard let asset = await list.asset(at: target), !Task.isCancelled else { return }
                self?.present(asset)
            }
        }
    }

    private func present(_ asset: Asset) {
        currentAsset = asset
        awaitedRow = nil
        endDetail()
        endAnimation()
        header.show(asset)
        setAccessibleDescription(
            stage.picture.picture,
            [asset.fileName, asset.dateWords].filter { !$0.isEmpty }.joined(separator: ", "))
        load(asset)
        keepNeighbours()
    }

    // MARK: - Following the list

    private func listDid(_ event: AssetListEvent) {
        switch event {
        case .listChanged:
            if let row = shownRow {
                Task { [weak self] in await self?.find(row: row) }
            } else {
                // Nobody knows which photo it was to be: the one that stands there now.
                showWhatIsThere()
            }
        case .assetsChanged(let rows):
            guard let asset = currentAsset, rows?.contains(asset.rowID) ?? true else { return }
            Task { [weak self] in await self?.refresh(asset) }
        case .assetsLoaded:
            keepNeighbours()
        }
    }

    /// Follows the photo to where it stands now, or takes the one that came into its place.
    private func find(row: Int64) async {
        guard let list else { return }
        let found = await list.index(ofRow: row)
        // Another photo may be on show by now.
        guard self.list === list, shownRow == row else { return }
        if let found, currentAsset != nil {
            index = found
            keepNeighbours()
        } else if let found {
            show(found)
        } else {
            showWhatIsThere()
        }
    }

    /// The row that is shown or about to be.
    private var shownRow: Int64? { currentAsset?.rowID ?? awaitedRow }

    private func showWhatIsThere() {
        guard let list else { return }
        if list.count == 0 { close() } else { show(min(index, list.count - 1)) }
    }

    /// The same photo, with what changed of it.
    private func refresh(_ asset: Asset) async {
        guard let list, let found = await list.index(ofRow: asset.rowID),
            let now = await list.asset(at: found),
            self.list === list, currentAsset?.rowID == now.rowID
        else { return }
        if !now.hasSameContent(as: asset) || now.state != asset.state {
            present(now)
        } else {
            currentAsset = now
            header.show(now)
        }
    }
}
