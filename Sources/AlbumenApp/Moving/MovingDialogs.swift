// SPDX-License-Identifier: GPL-3.0-or-later
// Moving in from another program: which, how far it is, and what came of it.

import AlbumenKit
import CAdwaita
import GTKBridge

/// What the person wants to move in from.
struct MovingChoice {
    var program: PhotoProgram
    /// Where its library is; nil where that has to be chosen.
    var path: FilePath?
    var mode: ImportMode
}

/// Lets the person choose a program, and whether its files are copied; nil when cancelled. `found` are the libraries that
/// are where they usually are.
@MainActor
func chooseProgram(over window: Widget, found: [PhotoProgram: FilePath]) async -> MovingChoice? {
    let list = gtk_list_box_new()!
    list.addClasses("boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    setAccessibleLabel(list, tr("Programs"))
    // Read as they are pressed: the widgets are gone with the dialog by the time the answer arrives.
    var chosen = PhotoProgram.allCases.first { found[$0] != nil } ?? .shotwell
    var group: Widget?
    for program in PhotoProgram.allCases {
        let check = gtk_check_button_new()!
        gtk_check_button_set_group(check.as(GtkCheckButton.self), group?.as(GtkCheckButton.self))
        if program == chosen { gtk_check_button_set_active(check.as(GtkCheckButton.self), 1) }
        setAccessibleLabel(check, program.name)
        connect(check, "toggled", { chosen = program })
        gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
        let row = makeFileRow(
            title: program.name, subtitle: found[program]?.displayString ?? program.whatToChoose)
        adw_action_row_add_prefix(row.as(AdwActionRow.self), check)
        adw_action_row_set_activatable_widget(row.as(AdwActionRow.self), check)
        gtk_list_box_append(list.opaque, row)
        group = check
    }
    var copies = true
    let copying = gtk_check_button_new_with_label(tr("Copy the files to the library’s folder"))!
    gtk_check_button_set_active(copying.as(GtkCheckButton.self), 1)
    connect(copying, "toggled", { copies.toggle() })
    let answer = await ask(
        over: window, heading: tr("Move from Another Program"),
        body: tr("Nothing of the other program is changed. Photos that are here already are not doubled."),
        answers: [
            DialogAnswer(id: "cancel", label: tr("Cancel")),
            DialogAnswer(id: "choose", label: tr("Choose Library…")),
            DialogAnswer(id: "go", label: tr("Continue"), appearance: ADW_RESPONSE_SUGGESTED),
        ],
        preferred: "go", closing: "cancel",
        child: makeBox(GTK_ORIENTATION_VERTICAL, spacing: 12, list, copying))
    guard answer != "cancel" else { return nil }
    return MovingChoice(
        program: chosen, path: answer == "go" ? found[chosen] : nil, mode: copies ? .copy : .reference)
}

extension PhotoProgram {
    /// What the person has to name where nothing is found.
    fileprivate var whatToChoose: String {
        switch self {
        case .shotwell: tr("The folder with photo.db")
        case .digikam: tr("The folder with digikam4.db")
        case .takeout: tr("The folder “Takeout”")
        case .apple: tr("The folder that was exported to")
        }
    }
}

/// The dialog that is there while it goes on. It can be cancelled; what has come over stays then.
@MainActor
final class MovingProgressDialog {
    private let label = makeLabel(tr("Reading what the other program knows…"))
    private let bar = gtk_progress_bar_new()!
    private var dialog: Widget?
    private var hasEnded = false

    /// Shows it until the person cancels, or `end()`; true where the person cancelled.
    func run(over window: Widget, program: PhotoProgram) async -> Bool {
        setAccessibleLabel(bar, tr("Moving in"))
        let answer = await ask(
            over: window, heading: tr("Moving from {program}", ["program": program.name]), body: "",
            answers: [DialogAnswer(id: "cancel", label: tr("Cancel"))], closing: "cancel",
            child: makeBox(GTK_ORIENTATION_VERTICAL, spacing: 8, label, bar)
        ) { [weak self] in self?.dialog = $0 }
        dialog = nil
        _ = answer
        return !hasEnded
    }

    func show(_ progress: MovingProgress) {
        guard dialog != nil else { return }
        switch progress {
        case .reading: gtk_progress_bar_pulse(bar.opaque)
        case .importing(let moment):
            show(tr("Importing photos"), moment.done, moment.found)
        case .applying(let done, let total):
            show(tr("Bringing over what was known of them"), done, total)
        }
    }

    private func show(_ text: String, _ done: Int, _ total: Int) {
        let words = tr(
            "{what}: {done} of {total}",
            ["what": text, "done": formatted(done), "total": formatted(total)])
        gtk_label_set_text(label.opaque, words)
        gtk_progress_bar_set_fraction(bar.opaque, total > 0 ? Double(done) / Double(total) : 0)
    }

    func end() {
        hasEnded = true
        if let dialog { gtk_window_destroy(dialog.as(GtkWindow.self)) }
    }
}

/// Tells what came over and what did not. True where the person wants it taken back.
@MainActor
func showMovingReport(_ report: MovingReport, over window: Widget) async -> Bool {
    let list = gtk_list_box_new()!
    list.addClasses("boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    setAccessibleLabel(list, tr("Report"))
    for line in report.lines {
        gtk_list_box_append(list.opaque, makeFileRow(title: line.summary, subtitle: subtitle(line)))
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 360)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    let answer = await ask(
        over: window, heading: tr("Moved from {program}", ["program": report.program.name]),
        body: report.isComplete
            ? tr("Everything came over.") : tr("What did not come over is listed below what did."),
        answers: [
            DialogAnswer(id: "undo", label: tr("Take Back")), DialogAnswer(id: "close", label: tr("Done")),
        ],
        preferred: "close", closing: "close", child: scroller)
    return answer == "undo"
}

/// Why, and of which files: the first few.
private func subtitle(_ line: MovingReport.Line) -> String {
    let shown = 5
    let names = line.paths.prefix(shown).map(\.lastComponent.displayString)
    let more = line.paths.count > shown ? ["…"] : []
    return ([line.reason].compactMap { $0 } + [(names + more).joined(separator: ", ")])
        .filter { !$0.isEmpty }.joined(separator: "\n")
}
