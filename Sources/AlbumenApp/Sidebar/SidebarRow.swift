// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the sidebar, or one heading. A row changes its words in place, so that the selection and the focus stay.

import CAdwaita
import GTKBridge

/// A collection: icon, title, count.
@MainActor
final class SidebarRow {
    let widget: Widget
    private(set) var item: SidebarItem
    private let title: Widget
    private let count: Widget

    init(_ item: SidebarItem) {
        self.item = item
        title = makeLabel(item.title)
        gtk_widget_set_hexpand(title, 1)
        count = makeLabel(item.count.map(formatted) ?? "", classes: "count")
        let box = makeBox(
            GTK_ORIENTATION_HORIZONTAL, spacing: 12, gtk_image_new_from_icon_name(item.iconName), title, count
        )
        box.setMargins(vertical: 6, horizontal: 8)
        widget = gtk_list_box_row_new()
        gtk_list_box_row_set_child(widget.as(GtkListBoxRow.self), box)
        if let name = item.styleClass { widget.addClasses(name) }
        setAccessibleLabel(widget, item.accessibleName)
    }

    func update(_ item: SidebarItem) {
        guard item != self.item else {
            self.item = item
            return
        }
        self.item = item
        gtk_label_set_text(title.opaque, item.title)
        gtk_label_set_text(count.opaque, item.count.map(formatted) ?? "")
        setAccessibleLabel(widget, item.accessibleName)
    }
}

/// A heading between the rows: not selectable, not a stop of the keyboard. Albums has a button to make one.
@MainActor
func makeSidebarHeading(_ section: SidebarSection, isFirst: Bool) -> Widget {
    let label = makeLabel(section.title)
    gtk_widget_set_hexpand(label, 1)
    let box = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, label)
    if section.kind == .albums {
        gtk_box_append(
            box.as(GtkBox.self),
            makeIconButton("list-add-symbolic", name: tr("New Album"), action: "win.new-album"))
    }
    let row = gtk_list_box_row_new()!
    let listRow = row.as(GtkListBoxRow.self)
    gtk_list_box_row_set_child(listRow, box)
    gtk_list_box_row_set_selectable(listRow, 0)
    gtk_list_box_row_set_activatable(listRow, 0)
    gtk_widget_set_focusable(row, 0)
    row.addClasses("section")
    if isFirst { row.addClasses("first") }
    setAccessibleLabel(row, section.title)
    return row
}
