// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the grid that says how little Albumen may see, and lets the person change it.

import CAdwaita
import GTKBridge

/// Shown while access is limited.
@MainActor
final class LimitedBanner {
    let widget: Widget
    private let label: Widget

    init() {
        label = gtk_label_new("")
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_widget_set_hexpand(label, 1)
        let row = makeBox(
            GTK_ORIENTATION_HORIZONTAL, spacing: 12, label,
            makeTextButton(tr("Manage…"), action: "win.manage-access"))
        row.addClasses("access-banner")
        widget = gtk_revealer_new()
        gtk_revealer_set_child(widget.opaque, row)
    }

    /// `count` photos can be seen; nil hides the banner.
    func show(count: Int?) {
        gtk_revealer_set_reveal_child(widget.opaque, count == nil ? 0 : 1)
        guard let count else { return }
        gtk_label_set_text(
            label.opaque,
            ntr("Albumen can see {count} selected photo", "Albumen can see {count} selected photos", count))
    }
}
