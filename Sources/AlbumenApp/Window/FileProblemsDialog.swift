// SPDX-License-Identifier: GPL-3.0-or-later
// What could not be read or imported: a row a file, with its reason.

import AlbumenKit
import CAdwaita
import GTKBridge

/// A file that something could not be done with, and why, for people.
struct FileProblem: Equatable {
    var path: FilePath
    var message: String
}

/// Lists the problems of a scan.
@MainActor
func showScanProblems(_ problems: [ScanProblem], over window: Widget) async {
    await show(
        problems.map { FileProblem(path: $0.path, message: $0.message) }, over: window,
        heading: ntr("{count} File Was Not Read", "{count} Files Were Not Read", problems.count))
}

/// Lists the files that an import did not take.
@MainActor
func showImportProblems(_ problems: [FileProblem], over window: Widget) async {
    await show(
        problems, over: window,
        heading: ntr("{count} File Was Not Imported", "{count} Files Were Not Imported", problems.count))
}

@MainActor
private func show(_ problems: [FileProblem], over window: Widget, heading: String) async {
    /// More rows than anybody reads would only make the dialog slow.
    let shownLimit = 200
    let list = gtk_list_box_new()!
    list.addClasses("boxed-list")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    setAccessibleLabel(list, tr("Problems"))
    for problem in problems.prefix(shownLimit) {
        gtk_list_box_append(
            list.opaque,
            makeFileRow(title: problem.path.lastComponent.displayString, subtitle: problem.message))
    }
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 360)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    let rest = problems.count - shownLimit
    await tell(
        over: window,
        heading: heading,
        body: rest > 0
            ? ntr(
                "And {count} more that is not listed here.", "And {count} more that are not listed here.",
                rest)
            : tr("Everything else is in the library."),
        child: scroller)
}
