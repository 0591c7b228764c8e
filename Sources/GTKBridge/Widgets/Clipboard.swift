// SPDX-License-Identifier: GPL-3.0-or-later
// What the clipboard holds: files, or a picture.

import CAdwaita

/// What can be pasted.
public enum ClipboardContent: Sendable {
    /// Paths of local files, as bytes.
    case files([[UInt8]])
    /// A picture, as the bytes of a PNG.
    case picture([UInt8])
}

@MainActor
extension GObjectPointer {
    /// Reads the clipboard of the widget's display: files where there are any, else a picture; nil where there is neither,
    /// or the program that has it gives it not.
    public func readClipboard() async -> ClipboardContent? {
        // The display's own (transfer none), and as long-lived.
        guard let clipboard = gtk_widget_get_clipboard(widget),
            let formats = gdk_clipboard_get_formats(clipboard)
        else { return nil }
        if Bool(gdk_content_formats_contain_gtype(formats, albumen_type_file_list())) {
            let result = await asyncResult { callback, data in
                gdk_clipboard_read_value_async(
                    clipboard, albumen_type_file_list(), G_PRIORITY_DEFAULT, nil, callback, data)
            }
            // The value is the clipboard's (transfer none).
            guard let value = gdk_clipboard_read_value_finish(clipboard, result.opaque, nil) else {
                return nil
            }
            return .files(filePaths(in: value))
        }
        guard Bool(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type())) else { return nil }
        let result = await asyncResult { callback, data in
            gdk_clipboard_read_texture_async(clipboard, nil, callback, data)
        }
        guard let texture = gdk_clipboard_read_texture_finish(clipboard, result.opaque, nil) else {
            return nil
        }
        // Ours (transfer full), as are the bytes.
        let held = ObjectRef(adopting: texture)
        return .picture(await encode(held))
    }
}

/// A texture as the bytes of a PNG. The encoding is off the main thread: it takes a second for a large picture.
@MainActor
private func encode(_ texture: ObjectRef) async -> [UInt8] {
    let address = UInt(bitPattern: texture.raw)
    let bytes = await Task.detached { () -> [UInt8] in
        // Textures are immutable and may be read from any thread (GDK's documentation); `texture` holds it until here.
        guard let pointer = OpaquePointer(bitPattern: address),
            let bytes = gdk_texture_save_to_png_bytes(pointer)
        else { return [] }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let data = g_bytes_get_data(bytes, &count)
        return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }.value
    withExtendedLifetime(texture) {}
    return bytes
}
