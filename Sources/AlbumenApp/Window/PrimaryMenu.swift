// SPDX-License-Identifier: GPL-3.0-or-later
// The main menu, at the head of the sidebar.

import CAdwaita
import GTKBridge

/// The button with three lines, named `Main Menu`, opened by F10.
@MainActor
func makePrimaryMenuButton() -> Widget {
    let menu = makeMenu([
        [
            (tr("_Import Photos…"), "win.import-files"), (tr("Import Fo_lder…"), "win.import-folder"),
            (tr("_Paste"), "win.paste"),
        ],
        [
            (tr("_New Album…"), "win.new-album"), (tr("_Rename Album…"), "win.rename-album"),
            (tr("_Delete Album…"), "win.delete-album"),
        ],
        [
            (tr("Add _Folder…"), "win.add-folder"), (tr("_Move from Another Program…"), "win.move-in"),
            (tr("_Change Access…"), "win.change-access"),
        ],
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
