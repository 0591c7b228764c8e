// SPDX-License-Identifier: GPL-3.0-or-later
// Questions as awaits: a dialog is shown, the person answers, the caller goes on.

import AlbumenKit
import CAdwaita
import GTKBridge

/// One answer of a dialog.
struct DialogAnswer {
    var id: String
    var label: String
    var appearance = ADW_RESPONSE_DEFAULT
}

/// Asks, and returns the id of the answer; `closing` where the dialog is closed without one.
/// `child` is a widget below the text; `onPresent` gets the dialog, to enable answers or to set the focus.
@MainActor
func ask(
    over window: Widget, heading: String, body: String, answers: [DialogAnswer], preferred: String? = nil,
    closing: String, child: Widget? = nil, onPresent: (Widget) -> Void = { _ in }
) async -> String {
    let dialog = adw_message_dialog_new(window.as(GtkWindow.self), heading, body)!
    let message = dialog.as(AdwMessageDialog.self)
    for answer in answers {
        adw_message_dialog_add_response(message, answer.id, answer.label)
        adw_message_dialog_set_response_appearance(message, answer.id, answer.appearance)
    }
    if let preferred { adw_message_dialog_set_default_response(message, preferred) }
    adw_message_dialog_set_close_response(message, closing)
    if let child { adw_message_dialog_set_extra_child(message, child) }
    // A window that is closed takes its question along, which nobody answers then.
    gtk_window_set_destroy_with_parent(dialog.as(GtkWindow.self), 1)
    return await withCheckedContinuation { continuation in
        var unanswered: CheckedContinuation<String, Never>? = continuation
        let answer: @MainActor (String) -> Void = { id in
            unanswered?.resume(returning: id)
            unanswered = nil
        }
        connect(dialog, "response", text: { answer($0) })
        connect(dialog, "destroy") { answer(closing) }
        onPresent(dialog)
        gtk_window_present(dialog.as(GtkWindow.self))
    }
}

/// Tells something that the person has only to read.
@MainActor
func tell(
    over window: Widget, heading: String, body: String, answer: String = tr("Close"), child: Widget? = nil
) async {
    _ = await ask(
        over: window, heading: heading, body: body, answers: [DialogAnswer(id: "close", label: answer)],
        preferred: "close", closing: "close", child: child)
}

/// Asks for a title. Returns it without spaces around it, or nil when the person cancels; an empty title cannot be
/// accepted.
@MainActor
func askForTitle(
    over window: Widget, heading: String, body: String = "", initial: String = "", accept: String
) async -> String? {
    let entry = gtk_entry_new()!
    gtk_editable_set_text(entry.opaque, initial)
    gtk_entry_set_activates_default(entry.as(GtkEntry.self), 1)
    setAccessibleLabel(entry, tr("Title"))
    // Read as it is typed: the entry is gone with its dialog by the time the answer arrives.
    var title = trimmed(initial)
    let answer = await ask(
        over: window, heading: heading, body: body,
        answers: [
            DialogAnswer(id: "cancel", label: tr("Cancel")),
            DialogAnswer(id: "accept", label: accept, appearance: ADW_RESPONSE_SUGGESTED),
        ],
        preferred: "accept", closing: "cancel", child: entry
    ) { dialog in
        let message = dialog.as(AdwMessageDialog.self)
        adw_message_dialog_set_response_enabled(message, "accept", title.isEmpty ? 0 : 1)
        connect(
            entry, "changed",
            {
                title = trimmed(String(cString: gtk_editable_get_text(entry.opaque)))
                adw_message_dialog_set_response_enabled(message, "accept", title.isEmpty ? 0 : 1)
            })
        gtk_widget_grab_focus(entry)
    }
    return answer == "accept" ? title : nil
}

/// Text without the spaces and newlines around it.
func trimmed(_ text: String) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
}
