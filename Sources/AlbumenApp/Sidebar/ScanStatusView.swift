// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of the sidebar: how far a scan has come, and what it could not read.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Slides in while a scan runs, and stays while there are problems to read about.
@MainActor
final class ScanStatusView {
    let widget: Widget
    private let label: Widget
    private let bar: Widget
    private let problemsButton: Widget
    private var shown: ScanSummary?

    init() {
        label = makeLabel("")
        gtk_widget_set_hexpand(label, 1)
        bar = gtk_progress_bar_new()
        setAccessibleLabel(bar, tr("Reading photos"))
        problemsButton = makeTextButton("", action: "win.scan-problems", classes: "flat")
        gtk_widget_set_halign(problemsButton, GTK_ALIGN_START)
        let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 8, label, bar, problemsButton)
        box.addClasses("scan-status")
        widget = gtk_revealer_new()
        gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(widget.opaque, box)
    }

    func show(_ progress: ScanProgress) {
        let summary = ScanSummary(progress)
        guard summary != shown else { return }
        shown = summary
        gtk_label_set_text(label.opaque, summary.text ?? "")
        gtk_widget_set_visible(label, summary.text == nil ? 0 : 1)
        gtk_widget_set_visible(bar, summary.text == nil ? 0 : 1)
        if let fraction = summary.fraction {
            gtk_progress_bar_set_fraction(bar.opaque, fraction)
        } else if summary.text == nil {
            // A bar left pulsing redraws the window sixty times a second, hidden or not.
            gtk_progress_bar_set_fraction(bar.opaque, 1)
        } else {
            gtk_progress_bar_pulse(bar.opaque)
        }
        gtk_button_set_label(problemsButton.as(GtkButton.self), summary.problemsLabel ?? "")
        gtk_widget_set_visible(problemsButton, summary.problemsLabel == nil ? 0 : 1)
        let hasWords = summary.text != nil || summary.problemsLabel != nil
        gtk_revealer_set_reveal_child(widget.opaque, hasWords ? 1 : 0)
    }
}
