// SPDX-License-Identifier: GPL-3.0-or-later
// Menus as tables of words and actions, and context menus of them.

import CAdwaita
import GTKBridge

/// A menu in sections, each entry with the action it runs.
@MainActor
func makeMenu(_ sections: [[(label: String, action: String)]]) -> ObjectRef {
    let menu = ObjectRef(adopting: g_menu_new())
    for entries in sections {
        let section = ObjectRef(adopting: g_menu_new())
        for entry in entries { g_menu_append(section.opaque, entry.label, entry.action) }
        g_menu_append_section(menu.opaque, nil, section.as(GMenuModel.self))
    }
    return menu
}

/// Opens a context menu that points to a place of `parent`, in logical pixels, and goes when it is closed. `parent` has to
/// stay while the menu is open.
@MainActor
func popUpMenu(
    _ sections: [[(label: String, action: String)]], on parent: Widget, at place: GdkRectangle,
    configure: (UnsafeMutablePointer<GtkPopover>) -> Void = { _ in }
) {
    let menu = makeMenu(sections)
    let widget = gtk_popover_menu_new_from_model(menu.as(GMenuModel.self))!
    let popover = widget.as(GtkPopover.self)
    configure(popover)
    gtk_widget_set_parent(widget, parent)
    var place = place
    gtk_popover_set_pointing_to(popover, &place)
    // Not at once: the chosen action runs after the menu has closed, and finds its way through the menu's place in the
    // tree. By then the tree may be gone, and the menu with it.
    let held = WeakObjectRef(widget)
    connect(widget, "closed") {
        MainLoop.whenIdle {
            guard let widget = held.object?.widget, gtk_widget_get_parent(widget) != nil else { return }
            gtk_widget_unparent(widget)
        }
    }
    gtk_popover_popup(popover)
}
