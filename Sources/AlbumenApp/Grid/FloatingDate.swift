// SPDX-License-Identifier: GPL-3.0-or-later
// The month of the topmost photos, over the grid while it scrolls.

import CAdwaita
import GTKBridge

/// Appears when the grid scrolls and goes when it rests.
@MainActor
final class FloatingDate {
    let widget: Widget
    private let label: Widget
    private var hiding: Task<Void, Never>?
    /// Height of the content at the top of the screen when the month was last shown.
    private var lastTop: Double?

    /// How long it stays after the last move.
    private static let rest = Duration.milliseconds(1200)

    init() {
        label = gtk_label_new(nil)
        label.addClasses("floating-date")
        widget = gtk_revealer_new()
        gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_child(widget.opaque, label)
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        gtk_widget_set_can_target(widget, 0)
    }

    /// `top` is where the content is scrolled to; the same as before is not scrolling.
    func show(_ words: String, at top: Double) {
        guard top != lastTop else { return }
        lastTop = top
        gtk_label_set_text(label.opaque, words)
        gtk_revealer_set_reveal_child(widget.opaque, 1)
        hiding?.cancel()
        hiding = Task { [weak self] in
            do { try await Task.sleep(for: Self.rest) } catch { return }
            self?.hide()
        }
    }

    func hide() {
        hiding?.cancel()
        hiding = nil
        gtk_revealer_set_reveal_child(widget.opaque, 0)
    }
}
