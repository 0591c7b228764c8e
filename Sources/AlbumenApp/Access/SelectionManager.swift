// SPDX-License-Identifier: GPL-3.0-or-later
// "Manage…" of limited access: which photos Albumen sees, with the ways to add, to take out and to allow everything.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Shows the selection until the person closes it or goes on to something else.
@MainActor
func showSelectionManager(session: LibrarySession, access: AccessController) async {
    var removed: Set<String> = []
    let identifiers = (try? await session.library.limitedSelection()) ?? []
    let assets = (try? await session.library.fetchAssets(withLocalIdentifiers: identifiers).objects) ?? []
    guard let window = session.window else { return }
    let list = gtk_list_box_new()!
    list.addClasses("boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    setAccessibleLabel(list, tr("Selected photos"))
    for asset in assets {
        let name = asset.path.lastComponent.displayString
        let row = makeFileRow(title: name, subtitle: asset.path.parent?.displayString ?? "")
        let button = makeIconButton("list-remove-symbolic", name: tr("Remove {file}", ["file": name]))
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        connect(
            button, "clicked",
            {
                removed.insert(asset.localIdentifier)
                gtk_widget_set_visible(row, 0)
            })
        adw_action_row_add_suffix(row.as(AdwActionRow.self), button)
        gtk_list_box_append(list.opaque, row)
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 320)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    let answer = await ask(
        over: window, heading: tr("Selected Photos"),
        body: tr("Albumen sees these photos and no others. Removing one here leaves the file where it is."),
        answers: [
            DialogAnswer(id: "add", label: tr("Add Photos…")),
            DialogAnswer(id: "all", label: tr("Allow All Photos")),
            DialogAnswer(id: "done", label: tr("Done"), appearance: ADW_RESPONSE_SUGGESTED),
        ],
        preferred: "done", closing: "done", child: assets.isEmpty ? nil : scroller)
    if !removed.isEmpty { await access.unselect(removed) }
    switch answer {
    case "add": _ = await access.selectPhotos()
    case "all": await access.allowAll()
    default: break
    }
}
