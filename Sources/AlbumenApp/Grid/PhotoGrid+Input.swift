// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, wheel, pinch and the context menu of the grid. Acts on photos are the window's actions, which have their
// own keys.

import AlbumenKit
import CAdwaita
import GTKBridge
import Glibc

extension PhotoGrid {
    func connectInput() {
        connectSignal(view, "activate") { [weak self] arguments in
            self?.onOpen(Int(arguments.uint(0)))
            return .none
        }
        view.onKey { [weak self] press in self?.press(press) ?? false }
        // Before the scrolled window takes the wheel.
        scroller.onScroll(capture: true) { [weak self] _, dy, hasControl in
            guard hasControl, let self else { return false }
            turnWheel(by: dy)
            return true
        }
        scroller.onPinch(began: { [weak self] in
            guard let self else { return }
            pinchStart = layout.sizeIndex
        }) { [weak self] scale, _, _ in
            guard let self else { return }
            // Two fingers twice as far apart are two sizes more.
            setSizeIndex(pinchStart + Int((log2(scale) * 2).rounded()))
        }
        view.onPress(button: UInt32(GDK_BUTTON_SECONDARY)) { [weak self] _, x, y in self?.showMenu(x: x, y: y)
        }
        connectMenuActions()
        connectDrop()
    }

    // MARK: - Tile size

    func zoomIn() { setSizeIndex(layout.sizeIndex + 1) }
    func zoomOut() { setSizeIndex(layout.sizeIndex - 1) }

    private func setSizeIndex(_ index: Int) {
        let index = min(max(0, index), TileLayout.sizes.count - 1)
        guard index != layout.sizeIndex else { return }
        setLayout(TileLayout(width: layout.width, sizeIndex: index))
        onTileSizeChange(TileLayout.sizes[index])
    }

    private func press(_ press: KeyPress) -> Bool {
        if press.key == guint(GDK_KEY_Menu) || (press.key == guint(GDK_KEY_F10) && press.hasShift) {
            showMenuAtFocus()
            return true
        }
        guard !press.hasControl, !press.hasAlt else { return false }
        switch Int32(press.key) {
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: zoomIn()
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: zoomOut()
        default: return false
        }
        return true
    }

    /// A touchpad gives parts of a step; a whole one changes the size.
    private func turnWheel(by steps: Double) {
        wheelRest += steps
        let whole = wheelRest.rounded(.towardZero)
        guard whole != 0 else { return }
        wheelRest -= whole
        setSizeIndex(layout.sizeIndex - Int(whole))
    }

    // MARK: - Context menu

    private func connectMenuActions() {
        let group = ObjectRef(adopting: g_simple_action_group_new())
        let open = SimpleAction("open") { [weak self] in
            guard let self, let index = firstSelected else { return }
            onOpen(index)
        }
        g_action_map_add_action(group.opaque, open.reference.opaque)
        gtk_widget_insert_action_group(widget, "grid", group.opaque)
    }

    private func showMenuAtFocus() {
        let focused = cells.values.first { cell in
            cell.focusWidget.map { gtk_widget_has_focus($0) != 0 } ?? false
        }
        guard let focused, let cell = focused.focusWidget else { return }
        var x = 0.0
        var y = 0.0
        let middle = Double(layout.side) / 2
        guard gtk_widget_translate_coordinates(cell, view, middle, middle, &x, &y) != 0 else { return }
        showMenu(x: x, y: y)
    }

    /// At a point of the view. The photo there is selected alone, unless it is one of the selected.
    private func showMenu(x: Double, y: Double) {
        guard let cell = cell(atX: x, y: y), let asset = cell.asset, let position = cell.position else {
            return
        }
        if !isSelected(position) { selectOnly(position) }
        var placeX = x
        var placeY = y
        _ = gtk_widget_translate_coordinates(view, widget, x, y, &placeX, &placeY)
        // On the overlay, which unlike the grid view lays popovers out again when their size changes.
        popUpMenu(
            menuSections(for: asset), on: widget,
            at: GdkRectangle(x: gint(placeX), y: gint(placeY), width: 1, height: 1)
        ) { popover in
            gtk_popover_set_has_arrow(popover, 0)
            gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
        }
    }

    private func menuSections(for asset: Asset) -> [[(label: String, action: String)]] {
        let isDeleted = asset.trashedDate != nil
        var sections: [[(label: String, action: String)]] = [[(tr("_Open"), "grid.open")]]
        if isDeleted {
            sections.append([(tr("_Restore"), "win.restore")])
        } else {
            sections.append([
                (asset.isFavorite ? tr("Remove from _Favourites") : tr("Add to _Favourites"), "win.favorite"),
                (tr("_Save to Album…"), "win.save-to-album"),
            ])
        }
        sections.append([(tr("_Copy"), "win.copy"), (tr("Show in _Files"), "win.show-in-files")])
        if !isDeleted { sections.append([(tr("_Move to Recently Deleted"), "win.delete")]) }
        return sections
    }

    /// The cell at a point of the view.
    func cell(atX x: Double, y: Double) -> PhotoCell? {
        guard var widget = gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT) else { return nil }
        while widget != view {
            if let cell = cells.values.first(where: { $0.widget == widget || $0.focusWidget == widget }) {
                return cell
            }
            guard let parent = gtk_widget_get_parent(widget) else { return nil }
            widget = parent
        }
        return nil
    }
}
