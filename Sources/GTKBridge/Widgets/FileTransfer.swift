// SPDX-License-Identifier: GPL-3.0-or-later
// Files in and out of a widget: dropped, dragged, copied. Paths are bytes.

import CAdwaita
import Glibc

@MainActor
extension GObjectPointer {
    /// Accepts files that are dropped, where `accepts` says so. `hovering` tells where something acceptable is over the
    /// widget, and nil when it is no longer. Places are in the widget's logical pixels.
    public func onFileDrop(
        accepts: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool = { _, _ in true },
        hovering: @escaping @MainActor ((x: Double, y: Double)?) -> Void = { _ in },
        _ handler: @escaping @MainActor ([[UInt8]], _ x: Double, _ y: Double) -> Bool
    ) {
        let target = gtk_drop_target_new(albumen_type_file_list(), GDK_ACTION_COPY)!
        connectSignal(target, "drop") { arguments in
            let (x, y) = (arguments.double(1), arguments.double(2))
            return .handled(arguments.gvalue(0).map { handler(filePaths(in: $0), x, y) } ?? false)
        }
        for signal in ["enter", "motion"] {
            connectSignal(target, signal) { arguments in
                let (x, y) = (arguments.double(0), arguments.double(1))
                let isAccepted = accepts(x, y)
                hovering(isAccepted ? (x, y) : nil)
                return .flags(isAccepted ? GDK_ACTION_COPY.rawValue : 0)
            }
        }
        connect(target, "leave") { hovering(nil) }
        // The widget takes the reference over (transfer full).
        gtk_widget_add_controller(widget, target)
    }

    /// Lets files be dragged out; `files` is asked when the drag begins at a point, and nothing is dragged where it
    /// returns none. `icon` is shown under the pointer and stays the caller's. A finger scrolls and drags nothing.
    /// `dragging` tells when a drag begins and when it ends.
    public func onFileDrag(
        icon: @escaping @MainActor () -> OpaquePointer? = { nil },
        dragging: @escaping @MainActor (Bool) -> Void = { _ in },
        files: @escaping @MainActor (_ x: Double, _ y: Double) -> [[UInt8]]
    ) {
        let source = gtk_drag_source_new()!
        connectSignal(source, "prepare") { arguments in
            if let device = gtk_event_controller_get_current_event_device(source),
                gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
            {
                return .object(nil)
            }
            let paths = files(arguments.double(0), arguments.double(1))
            guard !paths.isEmpty else { return .object(nil) }
            if let icon = icon() { gtk_drag_source_set_icon(source, icon, 0, 0) }
            return .object(UnsafeMutableRawPointer(fileListProvider(paths)))
        }
        connect(source, "drag-begin") { dragging(true) }
        connect(source, "drag-end") { dragging(false) }
        gtk_widget_add_controller(widget, source)
    }

    /// Puts files on the clipboard, as a file manager does.
    public func copyToClipboard(files: [[UInt8]]) {
        guard !files.isEmpty, let provider = fileListProvider(files) else { return }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), provider)
        g_object_unref(UnsafeMutableRawPointer(provider))
    }
}

/// A provider that the caller owns.
@MainActor
private func fileListProvider(_ paths: [[UInt8]]) -> UnsafeMutablePointer<GdkContentProvider>? {
    var files: [OpaquePointer?] = paths.map { path in
        (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { g_file_new_for_path($0.baseAddress) }
        }
    }
    defer { for file in files { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) } }
    var value = GValue()
    g_value_init(&value, albumen_type_file_list())
    g_value_take_boxed(
        &value, UnsafeMutableRawPointer(gdk_file_list_new_from_array(&files, gsize(files.count))))
    defer { g_value_unset(&value) }
    return gdk_content_provider_new_for_value(&value)
}

/// The local paths in a value that holds a GdkFileList; files without one are left out.
@MainActor
func filePaths(in value: UnsafePointer<GValue>) -> [[UInt8]] {
    guard let list = g_value_get_boxed(value) else { return [] }
    // The list is ours (transfer container), the files in it are not.
    let first = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(first) }
    var paths: [[UInt8]] = []
    var node = first
    while let current = node {
        if let file = current.pointee.data, let path = g_file_get_path(OpaquePointer(file)) {
            paths.append(bytes(of: path))
            g_free(path)
        }
        node = current.pointee.next
    }
    return paths
}

/// A C string as bytes, without its terminator.
public func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: string, count: strlen(string)))
}
