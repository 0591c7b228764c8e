// SPDX-License-Identifier: GPL-3.0-or-later
// GTK's file chooser as an await.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Lets the person choose photos and videos; empty when cancelled.
@MainActor
func choosePhotos(over window: Widget, in folder: FilePath) async -> [FilePath] {
    let chooser = ObjectRef(
        adopting: gtk_file_chooser_native_new(
            tr("Select Photos"), window.as(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Select"), nil))
    gtk_file_chooser_set_select_multiple(chooser.opaque, 1)
    let filter = gtk_file_filter_new()!
    gtk_file_filter_set_name(filter, tr("Photos and Videos"))
    gtk_file_filter_add_mime_type(filter, "image/*")
    gtk_file_filter_add_mime_type(filter, "video/*")
    gtk_file_chooser_add_filter(chooser.opaque, filter)
    g_object_unref(UnsafeMutableRawPointer(filter))
    let start = folder.withCString { g_file_new_for_path($0) }!
    gtk_file_chooser_set_current_folder(chooser.opaque, start, nil)
    g_object_unref(UnsafeMutableRawPointer(start))
    return await run(chooser, over: window)
}

/// Lets the person choose one folder; nil when cancelled.
@MainActor
func chooseFolder(over window: Widget) async -> FilePath? {
    let chooser = ObjectRef(
        adopting: gtk_file_chooser_native_new(
            tr("Choose Folder"), window.as(GtkWindow.self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
            tr("_Choose"), nil))
    return await run(chooser, over: window).first
}

/// Shows a chooser and waits for the answer; a window that is closed takes it along. Files without a local path are left
/// out.
@MainActor
private func run(_ chooser: ObjectRef, over window: Widget) async -> [FilePath] {
    await withCheckedContinuation { continuation in
        // The handlers hold the chooser, which nobody else does, until it answers.
        var held: ObjectRef? = chooser
        var closing: SignalConnection?
        let answer: @MainActor (Bool) -> Void = { isAccepted in
            guard let chooser = held else { return }
            held = nil
            closing?.disconnect()
            continuation.resume(returning: isAccepted ? chosenPaths(chooser.opaque) : [])
            gtk_native_dialog_destroy(chooser.as(GtkNativeDialog.self))
        }
        connect(chooser, "response", number: { answer($0 == GTK_RESPONSE_ACCEPT.rawValue) })
        closing = connect(window, "destroy") { answer(false) }
        gtk_native_dialog_set_modal(chooser.as(GtkNativeDialog.self), 1)
        gtk_native_dialog_show(chooser.as(GtkNativeDialog.self))
    }
}

private func chosenPaths(_ chooser: OpaquePointer) -> [FilePath] {
    guard let files = gtk_file_chooser_get_files(chooser) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(files)) }
    var paths: [FilePath] = []
    for index in 0..<g_list_model_get_n_items(files) {
        guard let file = g_list_model_get_item(files, index) else { continue }
        defer { g_object_unref(file) }
        guard let path = g_file_get_path(OpaquePointer(file)) else { continue }
        defer { g_free(path) }
        paths.append(FilePath(cString: path))
    }
    return paths
}
