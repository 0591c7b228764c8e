// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the selected photos: a bar that floats over the foot of the grid while there are any.

import CAdwaita
import GTKBridge

/// Slides in with the first selected photo. Its buttons are window actions, so that their keys and they agree.
@MainActor
final class SelectionBar {
    let widget: Widget
    private let count: Widget
    private let forLibrary: [Widget]
    private let forDeleted: [Widget]

    init() {
        count = makeLabel("", classes: "selection-count")
        gtk_label_set_ellipsize(count.opaque, PANGO_ELLIPSIZE_NONE)
        forLibrary = [
            makeIconButton("albumen-favorite-symbolic", name: tr("Favourite"), action: "win.favorite"),
            makeIconButton(
                "albumen-album-add-symbolic", name: tr("Save to Album…"), action: "win.save-to-album"),
            makeIconButton("edit-copy-symbolic", name: tr("Copy"), action: "win.copy"),
            makeIconButton("folder-open-symbolic", name: tr("Show in Files"), action: "win.show-in-files"),
            makeIconButton("user-trash-symbolic", name: tr("Move to Recently Deleted"), action: "win.delete"),
        ]
        forDeleted = [makeTextButton(tr("Restore"), action: "win.restore", classes: "flat")]
        let bar = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 2, count)
        for button in forLibrary + forDeleted { gtk_box_append(bar.as(GtkBox.self), button) }
        gtk_box_append(
            bar.as(GtkBox.self),
            makeIconButton(
                "window-close-symbolic", name: tr("Clear Selection"), action: "win.clear-selection"))
        bar.addClasses("selection-bar")
        widget = gtk_revealer_new()
        gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(widget.opaque, bar)
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
    }

    /// `areDeleted`: the photos are those of Recently Deleted, which can be restored and nothing else.
    func show(count selected: Int, areDeleted: Bool) {
        gtk_revealer_set_reveal_child(widget.opaque, selected > 0 ? 1 : 0)
        // The words stay while the bar slides out.
        guard selected > 0 else { return }
        gtk_label_set_text(count.opaque, tr("{count} selected", ["count": formatted(selected)]))
        for button in forLibrary { gtk_widget_set_visible(button, areDeleted ? 0 : 1) }
        for button in forDeleted { gtk_widget_set_visible(button, areDeleted ? 1 : 0) }
    }
}
