// SPDX-License-Identifier: GPL-3.0-or-later
// The main menu, the menu of an album, and toasts' looks.

import CAdwaita
import GTKBridge

/// The button with three lines, named `Main Menu`, opened by F10.
@MainActor
func makePrimaryMenuButton() -> Widget {
    let menu = makeMenu([
        [
            (tr("_New Album…"), "win.new-album"), (tr("_Rename Album…"), "win.rename-album"),
            (tr("_Delete Album…"), "win.delete-album"),
        ],
        [(tr("Add _Folder…"), "win.add-folder"), (tr("_Change Access…"), "win.change-access")],
        [
            (tr("_Keyboard Shortcuts"), "win.show-help-overlay"), (tr("_About Albumen"), "app.about"),
        ],
    ])
    let button = gtk_menu_button_new()!
    gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
    gtk_menu_button_set_menu_model(button.opaque, menu.as(GMenuModel.self))
    gtk_menu_button_set_primary(button.opaque, 1)
    describe(button, tr("Main Menu"))
    return button
}

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

/// A toast as libadwaita draws it. Undo is its button; Show, where both are wanted, stands beside the words.
@MainActor
func makeToast(_ toast: Toast) -> OpaquePointer {
    let made = adw_toast_new("")!
    adw_toast_set_priority(made, ADW_TOAST_PRIORITY_HIGH)
    // The title is markup; an album's name may hold any character.
    adw_toast_set_title(made, takeString(g_markup_escape_text(toast.text, -1)))
    let (label, act) = toast.undo.map { (tr("Undo"), $0) } ?? (tr("Show"), toast.show ?? {})
    guard toast.undo != nil || toast.show != nil else { return made }
    adw_toast_set_button_label(made, label)
    connect(made, "button-clicked") { act() }
    if toast.undo != nil, let show = toast.show {
        let text = makeLabel(toast.text, classes: "heading")
        let button = makeTextButton(tr("Show"), classes: "toast-show")
        connect(
            button, "clicked",
            {
                show()
                adw_toast_dismiss(made)
            })
        adw_toast_set_custom_title(made, makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 6, text, button))
    }
    return made
}
