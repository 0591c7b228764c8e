// SPDX-License-Identifier: GPL-3.0-or-later
// The list of collections. It shows what it is given and tells which row the person chose; it reads nothing.

import CAdwaita
import GTKBridge

/// The sidebar's list, named `Albums` for screen readers and tests.
@MainActor
final class SidebarView {
    let widget: Widget
    /// The person chose a row, or `select` did.
    var onSelect: (SidebarItem) -> Void = { _ in }

    /// Files were dropped on a row that takes them. Returns whether they were.
    var onDrop: (SidebarItem, [[UInt8]]) -> Bool = { _, _ in false }

    /// The keyboard leaves the list, forwards or backwards.
    var onLeave: (_ forwards: Bool) -> Void = { _ in }

    private let list: Widget
    private var sections: [SidebarSection] = []
    private var rows: [SidebarRow] = []
    private var selected: SidebarTarget?

    init() {
        list = gtk_list_box_new()
        list.addClasses("navigation-sidebar")
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_BROWSE)
        setAccessibleLabel(list, tr("Albums"))
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(widget.opaque, list)
        gtk_widget_set_vexpand(widget, 1)
        connectSignals()
    }

    /// The chosen row as it stands now.
    var selectedItem: SidebarItem? { rows.first { $0.item.target == selected }?.item }

    /// Draws these sections. Rows that stay keep their widgets; where the rows differ the list is built anew with the
    /// same row chosen, or All Photos where that row is gone.
    func update(_ new: [SidebarSection]) {
        let isSameShape =
            sections.map(\.kind) == new.map(\.kind)
            && zip(sections, new).allSatisfy {
                $0.items.map(\.target) == $1.items.map(\.target)
            }
        sections = new
        let items = new.flatMap(\.items)
        if isSameShape, rows.count == items.count {
            for (row, item) in zip(rows, items) { row.update(item) }
        } else {
            rebuild()
        }
    }

    /// Chooses a row as the person would.
    func select(_ target: SidebarTarget) {
        guard let row = rows.first(where: { $0.item.target == target }) else { return }
        gtk_list_box_select_row(list.opaque, row.widget.as(GtkListBoxRow.self))
    }

    func focus() {
        if let row = rows.first(where: { $0.item.target == selected }) { gtk_widget_grab_focus(row.widget) }
    }

    private func rebuild() {
        let wanted = selected
        selected = nil
        while let child = gtk_widget_get_first_child(list) { gtk_list_box_remove(list.opaque, child) }
        rows.removeAll()
        for (index, section) in sections.enumerated() {
            gtk_list_box_append(list.opaque, makeSidebarHeading(section, isFirst: index == 0))
            for item in section.items {
                let row = SidebarRow(item)
                rows.append(row)
                gtk_list_box_append(list.opaque, row.widget)
            }
        }
        guard !rows.isEmpty else { return }
        let target = rows.contains { $0.item.target == wanted } ? wanted : SidebarItem.allPhotos
        if target == wanted {
            // The same collection goes on being shown: nobody is told.
            selected = wanted
        }
        if let target { select(target) }
    }

    private func connectSignals() {
        connect(list, "row-selected") { [weak self] in self?.selectionChanged() }
        list.onFileDrop(
            accepts: { [weak self] _, y in self?.row(at: y)?.item.takesPhotos == true },
            hovering: { [weak self] place in self?.markDrop(at: place?.y) }
        ) { [weak self] paths, _, y in
            self?.markDrop(at: nil)
            guard let self, let row = row(at: y), row.item.takesPhotos else { return false }
            return onDrop(row.item, paths)
        }
        list.onPress(button: UInt32(GDK_BUTTON_SECONDARY)) { [weak self] _, _, y in
            guard let self, let row = gtk_list_box_get_row_at_y(list.opaque, Int32(y)) else { return }
            showMenu(at: row)
        }
        // GtkListBox takes Tab from row to row, and each row would be chosen on the way: the list is one stop.
        list.onKey(capture: true) { [weak self] press in
            guard press.key == UInt32(GDK_KEY_Tab) || press.key == UInt32(GDK_KEY_ISO_Left_Tab),
                !press.hasControl
            else { return false }
            self?.onLeave(press.key == UInt32(GDK_KEY_Tab))
            return true
        }
        list.onKey { [weak self] press in
            let isMenuKey = press.key == GDK_KEY_Menu || (press.key == GDK_KEY_F10 && press.hasShift)
            guard isMenuKey, let self, let row = gtk_list_box_get_selected_row(list.opaque) else {
                return false
            }
            showMenu(at: row)
            return true
        }
    }

    private func row(at y: Double) -> SidebarRow? {
        guard let target = gtk_list_box_get_row_at_y(list.opaque, Int32(y)) else { return nil }
        return rows.first { $0.widget.as(GtkListBoxRow.self) == target }
    }

    /// Shows where a drop would go.
    private func markDrop(at y: Double?) {
        let target = y.flatMap { row(at: $0) }
        for row in rows {
            row.widget.setClass("drop-here", row === target && row.item.takesPhotos)
        }
    }

    /// The menu of an album, which is chosen with it: the menu's actions are about what is shown.
    private func showMenu(at target: UnsafeMutablePointer<GtkListBoxRow>) {
        guard let row = rows.first(where: { $0.widget.as(GtkListBoxRow.self) == target }),
            row.item.target.albumIdentifier != nil
        else { return }
        gtk_list_box_select_row(list.opaque, target)
        // On what stays: the row may go while the menu is open.
        var bounds = graphene_rect_t()
        guard Bool(gtk_widget_compute_bounds(row.widget, widget, &bounds)) else { return }
        popUpMenu(
            [[(tr("_Rename Album…"), "win.rename-album"), (tr("_Delete Album…"), "win.delete-album")]],
            on: widget,
            at: GdkRectangle(
                x: Int32(bounds.origin.x), y: Int32(bounds.origin.y), width: Int32(bounds.size.width),
                height: Int32(bounds.size.height)))
    }

    private func selectionChanged() {
        guard let chosen = gtk_list_box_get_selected_row(list.opaque),
            let row = rows.first(where: { $0.widget.as(GtkListBoxRow.self) == chosen }),
            row.item.target != selected
        else { return }
        selected = row.item.target
        onSelect(row.item)
    }
}
