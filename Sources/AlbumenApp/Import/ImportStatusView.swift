// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of the sidebar while photos come in: how far it is, with pause and stop; or that an import was cut short.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Slides in while there is an import to tell about.
@MainActor
final class ImportStatusView {
    let widget: Widget
    private let label: Widget
    private let details: Widget
    private let bar: Widget
    private let pauseButton: Widget
    private let stopButton: Widget
    private let continueButton: Widget
    private var shown: ImportSummary?

    init() {
        label = makeLabel("")
        gtk_widget_set_hexpand(label, 1)
        details = makeLabel("", classes: "dim-label", "caption")
        gtk_label_set_wrap(details.opaque, 1)
        bar = gtk_progress_bar_new()
        setAccessibleLabel(bar, tr("Importing photos"))
        pauseButton = makeIconButton(
            "media-playback-pause-symbolic", name: tr("Pause Import"), action: "win.pause-import")
        stopButton = makeIconButton(
            "process-stop-symbolic", name: tr("Stop Import"), action: "win.stop-import")
        continueButton = makeTextButton(tr("Continue Import"), action: "win.continue-import")
        let first = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 2, label, pauseButton, stopButton)
        let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, first, bar, details, continueButton)
        box.addClasses("scan-status")
        widget = gtk_revealer_new()
        gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(widget.opaque, box)
    }

    /// An import that is at work.
    func show(_ summary: ImportSummary) {
        guard summary != shown else { return }
        shown = summary
        gtk_label_set_text(label.opaque, summary.text)
        gtk_label_set_text(details.opaque, summary.details ?? "")
        gtk_widget_set_visible(details, (summary.details != nil).gboolean)
        gtk_widget_set_visible(bar, 1)
        if let fraction = summary.fraction {
            gtk_progress_bar_set_fraction(bar.opaque, fraction)
        } else {
            gtk_progress_bar_pulse(bar.opaque)
        }
        gtk_button_set_icon_name(
            pauseButton.as(GtkButton.self),
            summary.isPaused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        describe(pauseButton, summary.isPaused ? tr("Continue Import") : tr("Pause Import"))
        gtk_widget_set_visible(pauseButton, 1)
        gtk_widget_set_visible(continueButton, 0)
        gtk_revealer_set_reveal_child(widget.opaque, 1)
    }

    /// An import that ended before its time, and how many files are left of it.
    func showInterrupted(left: Int) {
        shown = nil
        gtk_label_set_text(label.opaque, tr("An import was interrupted"))
        gtk_label_set_text(details.opaque, ntr("{count} file is left", "{count} files are left", left))
        gtk_widget_set_visible(details, 1)
        gtk_widget_set_visible(bar, 0)
        gtk_widget_set_visible(pauseButton, 0)
        gtk_widget_set_visible(continueButton, 1)
        gtk_revealer_set_reveal_child(widget.opaque, 1)
    }

    func hide() {
        shown = nil
        // A bar left pulsing redraws the window sixty times a second, hidden or not.
        gtk_progress_bar_set_fraction(bar.opaque, 1)
        gtk_revealer_set_reveal_child(widget.opaque, 0)
    }
}
