// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of each shape, their mistakes, drops and actions.

import CAdwaita
import GTKBridge
import Glibc

@MainActor
func checkSignals() {
    startGTK()
    let button = ObjectRef(adopting: gtk_button_new())
    var clicks = 0
    let connection = connect(button, "clicked") { clicks += 1 }
    report("boxes_connected", BoxCounter.live)
    emit(button, "clicked")
    connection.disconnect()
    connection.disconnect()
    report("boxes_disconnected", BoxCounter.live)
    emit(button, "clicked")
    report("clicks", clicks)

    var notified = 0
    connectNotify(button, "label") { notified += 1 }
    gtk_button_set_label(button.as(GtkButton.self), "new")
    gtk_widget_set_tooltip_text(button.widget, "another property")
    report("notified", notified)

    // A handler's answer reaches the emitter: true keeps the window open.
    let window = gtk_window_new()!
    var asked = 0
    connect(
        window, "close-request",
        handling: {
            asked += 1
            return asked == 1
        })
    let weak = WeakObjectRef(window)
    // Only a window that is on screen can be closed.
    gtk_window_present(window.as(GtkWindow.self))
    settle()
    gtk_window_close(window.as(GtkWindow.self))
    settle()
    report("open_after_true", weak.object != nil)
    gtk_window_close(window.as(GtkWindow.self))
    settle()
    report("open_after_false", weak.object != nil)

    let dialog = adw_message_dialog_new(nil, "", "")!
    var answer = ""
    connect(dialog, "response", text: { answer = $0 })
    adw_message_dialog_add_response(dialog.as(AdwMessageDialog.self), "yes", "Yes")
    adw_message_dialog_response(dialog.as(AdwMessageDialog.self), "yes")
    report("text", answer)
    gtk_window_destroy(dialog.as(GtkWindow.self))

    let scale = ObjectRef(adopting: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 10, 1))
    var changed = "none"
    connectSignal(scale, "change-value") {
        changed = "\($0.enumeration(0)),\($0.double(1))"
        return .handled(true)
    }
    let handled = emit(
        scale, "change-value",
        .enumeration(gtk_scroll_type_get_type(), Int32(GTK_SCROLL_JUMP.rawValue)), .double(2.5),
        answer: albumen_type_boolean(), g_value_get_boolean)
    report("change_value", changed)
    report("handled", handled)
}

@MainActor
func checkUnknownSignal() {
    startGTK()
    let button = ObjectRef(adopting: gtk_button_new())
    connect(button, "clickd") {}
}

@MainActor
func checkUnknownProperty() {
    startGTK()
    let button = ObjectRef(adopting: gtk_button_new())
    connectNotify(button, "lable") {}
}

/// Whether files are taken now.
@MainActor
private final class DropPolicy {
    var accepts = true
}

/// Files that come over a widget, stay over it, and leave it or are dropped, as GTK's drop target tells; one has a name
/// that is not UTF-8.
@MainActor
func checkDrop() {
    startGTK()
    let label = ObjectRef(adopting: gtk_label_new(""))
    var dropped: [[UInt8]] = []
    let policy = DropPolicy()
    var hovering: [Bool] = []
    var places: [Double] = []
    label.widget.onFileDrop(
        accepts: { _, _ in policy.accepts },
        hovering: { place in if hovering.last ?? false != (place != nil) { hovering.append(place != nil) } }
    ) { paths, x, y in
        dropped = paths
        places = [x, y]
        return true
    }
    let paths: [[UInt8]] = [Array("/tmp/a b.jpg".utf8), [0x2F, 0x74, 0xFF, 0x0A, 0x78]]
    let controllers = ObjectRef(adopting: gtk_widget_observe_controllers(label.widget))
    let target = (0..<g_list_model_get_n_items(controllers.opaque)).lazy
        .compactMap { g_list_model_get_item(controllers.opaque, $0) }
        .map { ObjectRef(adoptingRaw: $0) }
        .first { albumen_is_a($0.raw, gtk_drop_target_get_type()) }!  // Added above.

    var files: [OpaquePointer?] = paths.map { path in
        (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { g_file_new_for_path($0.baseAddress) }
        }
    }
    var content = GValue()
    g_value_init(&content, albumen_type_file_list())
    g_value_take_boxed(
        &content, UnsafeMutableRawPointer(gdk_file_list_new_from_array(&files, gsize(files.count))))
    for file in files { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }

    defer { g_value_unset(&content) }

    func offer(_ signal: String) -> UInt32 {
        emit(
            target, signal, .double(3), .double(4), answer: gdk_drag_action_get_type(), g_value_get_flags)
    }
    report("entered", offer("enter") == GDK_ACTION_COPY.rawValue)
    report("moved", offer("motion") == GDK_ACTION_COPY.rawValue)
    emit(target, "leave")
    report("hovering", hovering)
    // What is over a widget that takes nothing now is refused, and not shown as welcome.
    policy.accepts = false
    report("entered_refused", offer("enter"))
    report("moved_refused", offer("motion"))
    report("hovering_refused", hovering.count)

    let accepted = emit(
        target, "drop", .value(content), .double(3), .double(4), answer: albumen_type_boolean(),
        g_value_get_boolean)
    report("accepted", accepted)
    report("same_paths", dropped == paths)
    report("place", places)
}

@MainActor
func checkActions() {
    let group = ObjectRef(adopting: g_simple_action_group_new())
    var plain = 0
    var shown = ""
    var states: [Bool] = []
    let action = SimpleAction("plain") { plain += 1 }
    action.add(to: group)
    SimpleAction("show", text: { shown = $0 }).add(to: group)
    let toggle = SimpleAction("toggle", isOn: true) { states.append($0) }
    toggle.add(to: group)
    g_action_group_activate_action(group.opaque, "plain", nil)
    action.isEnabled = false
    g_action_group_activate_action(group.opaque, "plain", nil)
    g_action_group_activate_action(group.opaque, "show", g_variant_new_string("Holiday"))
    g_action_group_activate_action(group.opaque, "toggle", nil)
    report("plain", plain)
    report("shown", shown)
    report("states", states)
    report("is_on", toggle.isOn)
}
