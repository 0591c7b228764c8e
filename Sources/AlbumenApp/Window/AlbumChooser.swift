// SPDX-License-Identifier: GPL-3.0-or-later
// "Save to Album": type a title, or choose one that is there. A new title makes a new album.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Asks for an album. Returns its exact title, or nil when the person cancels.
@MainActor
func chooseAlbum(session: LibrarySession, count: Int) async -> String? {
    let titles = (try? await session.library.fetchAssetCollections(with: .album).compactMap(\.title)) ?? []
    guard let window = session.window else { return nil }
    let entry = gtk_entry_new()!
    gtk_entry_set_placeholder_text(entry.as(GtkEntry.self), tr("Album title"))
    gtk_entry_set_activates_default(entry.as(GtkEntry.self), 1)
    setAccessibleLabel(entry, tr("Album title"))
    let list = makeTitleList(titles, entry: entry)
    let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 12, entry)
    if !titles.isEmpty { gtk_box_append(box.as(GtkBox.self), list) }

    // Read as it is typed: the entry is gone with its dialog by the time the answer arrives.
    var title = ""
    let answer = await ask(
        over: window, heading: tr("Save to Album"),
        body: ntr(
            "Choose an album for the photo, or type a new title.",
            "Choose an album for {count} photos, or type a new title.", count),
        answers: [
            DialogAnswer(id: "cancel", label: tr("Cancel")),
            DialogAnswer(id: "save", label: tr("Save"), appearance: ADW_RESPONSE_SUGGESTED),
        ],
        preferred: "save", closing: "cancel", child: box
    ) { dialog in
        let message = dialog.as(AdwMessageDialog.self)
        adw_message_dialog_set_response_enabled(message, "save", 0)
        connect(
            entry, "changed",
            {
                title = trimmed(String(cString: gtk_editable_get_text(entry.opaque)))
                adw_message_dialog_set_response_enabled(message, "save", title.isEmpty ? 0 : 1)
            })
        gtk_widget_grab_focus(entry)
    }
    return answer == "save" ? title : nil
}

/// The titles there are; choosing one types it.
@MainActor
private func makeTitleList(_ titles: [String], entry: Widget) -> Widget {
    let list = gtk_list_box_new()!
    list.addClasses("boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    setAccessibleLabel(list, tr("Existing albums"))
    for title in titles {
        let row = adw_action_row_new()!
        adw_preferences_row_set_use_markup(row.as(AdwPreferencesRow.self), 0)
        adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
        adw_action_row_set_icon_name(row.as(AdwActionRow.self), "albumen-album-symbolic")
        gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 1)
        connect(row, "activated") { gtk_editable_set_text(entry.opaque, title) }
        gtk_list_box_append(list.opaque, row)
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 240)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    return scroller
}
