// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of photos: a GtkGridView over an AssetList. Nothing is read, decoded or queried on its thread.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Shows one list at a time. Cells are bound from memory; once a frame the grid sees which of them are near the
/// screen, asks for their pictures, and puts in those that came.
@MainActor
final class PhotoGrid {
    let session: LibrarySession
    /// What a container takes.
    let widget: Widget
    let scroller: Widget
    let view: Widget

    /// A photo was opened; the index in the list.
    var onOpen: (Int) -> Void = { _ in }
    /// Files of another program were dropped.
    var onDrop: ([FilePath]) -> Void = { _ in }
    /// The number of selected photos.
    var onSelectionChange: (Int) -> Void = { _ in }
    /// The person chose another size of tiles; its edge in logical pixels.
    var onTileSizeChange: (Int) -> Void = { _ in }

    private(set) var list: AssetList?
    private var selectionWatch: SignalConnection?
    /// By the address of its GtkListItem.
    private(set) var cells: [OpaquePointer: PhotoCell] = [:]
    private(set) var layout: TileLayout
    private let loader: TileLoader
    private let date: FloatingDate
    private var isFrameAsked = false
    /// Run when the next frame begins, in order.
    private var frameWork: [() -> Void] = []
    /// What selected photos are dragged as; read after the selection changed.
    var selectedCache: [Asset] = []
    var selectedReading: Task<Void, Never>?
    /// The tile size when a pinch began, an index.
    var pinchStart = 0
    /// Turns of the wheel that do not make a whole step yet.
    var wheelRest = 0.0

    /// `tileSize` is the edge of a tile in logical pixels; nil for the usual one.
    init(session: LibrarySession, tileSize: Int? = nil) {
        self.session = session
        layout = TileLayout(
            width: 0, sizeIndex: tileSize.map(TileLayout.sizeIndex) ?? TileLayout.defaultSizeIndex)
        loader = TileLoader(images: session.images)
        view = gtk_grid_view_new(nil, nil)
        scroller = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, view)
        date = FloatingDate()
        widget = gtk_overlay_new()
        gtk_overlay_set_child(widget.opaque, scroller)
        gtk_overlay_add_overlay(widget.opaque, date.widget)

        view.addClasses("photo-grid")
        gtk_grid_view_set_enable_rubberband(view.opaque, 1)
        setAccessibleLabel(view, tr("Photos"))
        loader.onArrival = { [weak self] in self?.askFrame() }
        connectFactory()
        connectScrolling()
        connectInput()
        keepRubberBandOffTiles()
    }

    /// Replaces what is shown. What is selected is the list's own; in a new one, nothing.
    func show(_ list: AssetList) {
        self.list?.stopObserving(self)
        self.list = list
        list.observe(self) { [weak self] event in self?.listDid(event) }
        selectionWatch?.disconnect()
        selectionWatch = list.model.onSelectionChange { [weak self] in self?.selectionChanged() }
        gtk_grid_view_set_model(view.opaque, list.model.opaque)
        gtk_adjustment_set_value(adjustment, 0)
        date.hide()
        selectionChanged()
    }

    /// The widgets are gone.
    func end() {
        list?.stopObserving(self)
        list = nil
        selectionWatch?.disconnect()
        selectedReading?.cancel()
        loader.onArrival = {}
        frameWork = []
    }

    /// Moves keyboard and view to a photo, and selects it alone.
    func focusItem(at index: Int) {
        guard let list, index >= 0, index < list.count else { return }
        selectOnly(index)
        scroll(to: index)
        // Its cell exists once the view has been laid out there.
        afterFrames(2) { [weak self] in
            guard let cell = self?.cells.values.first(where: { $0.asset != nil && $0.position == index })
            else {
                return
            }
            if let focusWidget = cell.focusWidget { gtk_widget_grab_focus(focusWidget) }
        }
    }

    /// Takes the keyboard; nothing is selected.
    func focus() {
        gtk_widget_grab_focus(view)
    }

    /// Brings a photo onto the screen, as little as is needed.
    func scroll(to index: Int) {
        _ = gtk_widget_activate_action_variant(
            view, "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
    }

    // MARK: - Frames

    /// Runs `work` when the frame after `count` frames begins.
    func afterFrames(_ count: Int, _ work: @escaping () -> Void) {
        if count > 1 {
            frameWork.append { [weak self] in self?.afterFrames(count - 1, work) }
        } else {
            frameWork.append(work)
        }
        askFrame()
    }

    /// Sees to cells when the next frame begins.
    func askFrame() {
        guard !isFrameAsked else { return }
        isFrameAsked = true
        view.onEachFrame { [weak self] in
            self?.beginFrame()
            return false
        }
    }

    private func beginFrame() {
        isFrameAsked = false
        let work = frameWork
        frameWork = []
        for act in work { act() }
        deliver(loader.takeFinished())
        updateCells()
    }

    private func deliver(_ deliveries: [TileDelivery]) {
        guard !deliveries.isEmpty else { return }
        var byRow: [Int64: [PhotoCell]] = [:]
        for cell in cells.values {
            if let row = cell.asset?.rowID { byRow[row, default: []].append(cell) }
        }
        for delivery in deliveries {
            for cell in byRow[delivery.asset.rowID] ?? [] { cell.receive(delivery) }
        }
    }

    /// Asks for the pictures of cells near the screen and lets go of the others'.
    private func updateCells() {
        guard let list, layout.width > 0 else { return }
        let window = tileWindow
        let side = deviceSide
        var missing: Range<Int>?
        // From the top: what is asked for first comes first.
        let placed = cells.values.compactMap { cell in cell.position.map { (position: $0, cell: cell) } }
            .sorted { $0.position < $1.position }
        for (position, cell) in placed {
            guard window.near.contains(position) else {
                cell.unload()
                continue
            }
            if cell.asset == nil {
                cell.show(list.cachedAsset(at: position))
                cell.showCached(session.images, side: side)
            }
            if cell.asset == nil { missing = (missing?.lowerBound ?? position)..<position + 1 }
            let isVisible = window.visible.contains(position)
            cell.load(with: loader, side: side, priority: isVisible ? .visible : .prefetch)
        }
        if let missing { list.load(missing) }
        if StartupReport.shared.isWanted {
            reportPainted(placed.filter { window.visible.contains($0.position) })
        }
    }

    /// For the measurement of starts: every tile on the screen has its picture.
    private func reportPainted(_ visible: [(position: Int, cell: PhotoCell)]) {
        guard let list, !visible.isEmpty, visible.count == min(tileWindow.visible.count, list.count),
            visible.allSatisfy(\.cell.isSettled)
        else { return }
        // The frame that now begins paints them; the next one finds it done.
        afterFrames(1) { StartupReport.shared.note(.gridPainted) }
    }

    var tileWindow: TileWindow {
        TileWindow(
            layout: layout, scrollTop: gtk_adjustment_get_value(adjustment),
            pageHeight: gtk_adjustment_get_page_size(adjustment))
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(scroller.opaque)
    }

    private var deviceSide: Int { layout.side * Int(gtk_widget_get_scale_factor(view)) }

    // MARK: - Cells

    private func connectFactory() {
        let factory = makeListItemFactory(
            setup: { [weak self] item in self?.setUp(item) },
            bind: { [weak self] item in self?.bind(item) },
            unbind: { [weak self] item in self?.cells[item.object]?.clear() },
            teardown: { [weak self] item in self?.cells[item.object] = nil })
        gtk_grid_view_set_factory(view.opaque, factory)
        // The view holds it now.
        g_object_unref(UnsafeMutableRawPointer(factory))
    }

    private func setUp(_ item: ListItem) {
        let cell = PhotoCell(item: item)
        cell.setHeight(layout.side)
        addDragSource(to: cell)
        cells[item.object] = cell
    }

    private func bind(_ item: ListItem) {
        guard let cell = cells[item.object], let list, let position = cell.position else { return }
        cell.show(list.cachedAsset(at: position))
        cell.showCached(session.images, side: deviceSide)
        askFrame()
    }

    private func listDid(_ event: AssetListEvent) {
        switch event {
        case .listChanged:
            // Selected photos that left the list are not announced as a change of the selection.
            selectionChanged()
        case .assetsChanged(let rows):
            for cell in cells.values {
                guard let asset = cell.asset, rows?.contains(asset.rowID) ?? true,
                    let position = cell.position, let now = list?.cachedAsset(at: position),
                    now.rowID == asset.rowID
                else { continue }
                cell.show(now)
            }
        case .assetsLoaded(let range):
            for cell in cells.values {
                guard let position = cell.position, range.contains(position) else { continue }
                cell.show(list?.cachedAsset(at: position))
                cell.showCached(session.images, side: deviceSide)
            }
        }
        askFrame()
    }

    // MARK: - Scrolling and size

    private func connectScrolling() {
        connect(adjustment, "value-changed") { [weak self] in self?.scrolled() }
        let horizontal = gtk_scrolled_window_get_hadjustment(scroller.opaque)!
        for extent in [horizontal, adjustment] {
            connect(extent, "changed") { [weak self] in self?.resized() }
        }
    }

    private func scrolled() {
        askFrame()
        let top = tileWindow.visible.lowerBound
        guard let asset = list?.cachedAsset(at: top), let time = asset.captureTime.flatMap(WallClock.init)
        else {
            return
        }
        date.show(time.monthWords, at: gtk_adjustment_get_value(adjustment))
    }

    /// The viewport has another size. It says so while it is laid out, when the layout must not change: the tiles
    /// follow when the next frame begins.
    private func resized() {
        let width = Int(gtk_adjustment_get_page_size(gtk_scrolled_window_get_hadjustment(scroller.opaque)))
        guard width > 0 else { return }
        if width == layout.width { return askFrame() }
        afterFrames(1) { [weak self] in
            guard let self else { return }
            setLayout(TileLayout(width: width, sizeIndex: layout.sizeIndex))
        }
    }

    /// Puts the tiles in another size; the photo in the middle of the screen stays there.
    func setLayout(_ wanted: TileLayout) {
        guard wanted != layout else { return }
        let before = layout
        let page = gtk_adjustment_get_page_size(adjustment)
        let middle = gtk_adjustment_get_value(adjustment) + page / 2
        let wasAtTop =
            gtk_adjustment_get_value(adjustment) < Double(before.width > 0 ? before.rowHeight : 1) / 2
        layout = wanted
        gtk_grid_view_set_min_columns(view.opaque, guint(layout.columns))
        gtk_grid_view_set_max_columns(view.opaque, guint(layout.columns))
        for cell in cells.values { cell.setHeight(layout.side) }
        guard before.width > 0, !wasAtTop else { return askFrame() }
        let index = min(before.items(from: middle, to: middle + 1).lowerBound, max(0, (list?.count ?? 0) - 1))
        let part = (middle - before.top(ofItem: index)) / Double(before.rowHeight)
        // The view knows its new height when it has been laid out.
        afterFrames(2) { [weak self] in
            guard let self, layout == wanted else { return }
            let top = layout.top(ofItem: index) + part * Double(layout.rowHeight) - page / 2
            gtk_adjustment_set_value(adjustment, top)
        }
    }
}
