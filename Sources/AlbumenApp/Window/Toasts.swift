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
    adw_toast_set_timeout(made, buttonSeconds)
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
