// SPDX-License-Identifier: GPL-3.0-or-later
// Short messages at the bottom of the window, and the buttons that they carry.

import CAdwaita
import GTKBridge

/// A message that the person can act on for a few seconds.
struct Toast {
    var text: String
    /// Takes the act back.
    var undo: (() -> Void)?
    /// Shows what the act made.
    var show: (() -> Void)?

    init(text: String, undo: (() -> Void)? = nil, show: (() -> Void)? = nil) {
        self.text = text
        self.undo = undo
        self.show = show
    }
}

/// How long a toast with a button stays: libadwaita's five seconds are too few to hear it read and press it.
private let buttonSeconds: guint = 10

/// Where lines of a narrow toast end. libadwaita 1.2 asks how high a toast is without saying how wide it will be: the
/// words themselves have to leave room for the buttons.
private let narrowCharacters: Int32 = 18

/// A toast as libadwaita draws it. Undo is its button; Show, where both are wanted, stands beside the words. In a narrow
/// window, where libadwaita would leave three letters of them, the words take the lines they need, and Show stands below.
@MainActor
func makeToast(_ toast: Toast, isNarrow: Bool) -> OpaquePointer {
    let made = adw_toast_new("")!
    adw_toast_set_priority(made, ADW_TOAST_PRIORITY_HIGH)
    // The title is markup; an album's name may hold any character.
    adw_toast_set_title(made, takeString(g_markup_escape_text(toast.text, -1)))
    if let (label, act) = toast.undo.map({ (tr("Undo"), $0) }) ?? toast.show.map({ (tr("Show"), $0) }) {
        adw_toast_set_button_label(made, label)
        adw_toast_set_timeout(made, buttonSeconds)
        connect(made, "button-clicked") { act() }
    }
    let show = toast.undo == nil ? nil : toast.show
    guard isNarrow || show != nil else { return made }
    let text = makeLabel(toast.text, classes: "heading")
    if isNarrow {
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_NONE)
        gtk_label_set_wrap(text.opaque, 1)
        gtk_label_set_wrap_mode(text.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(text.opaque, narrowCharacters)
    }
    let title = makeBox(
        isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing: 6, text)
    title.setClass("narrow", isNarrow)
    if let show {
        let button = makeTextButton(tr("Show"), classes: "toast-show")
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        connect(
            button, "clicked",
            {
                show()
                adw_toast_dismiss(made)
            })
        gtk_box_append(title.as(GtkBox.self), button)
    }
    adw_toast_set_custom_title(made, title)
    return made
}
