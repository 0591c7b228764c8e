// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a widget as GTK draws it, for tests and documentation.

import CAdwaita

/// Draws a widget that is on screen into a PNG file. False where it has no size or renderer yet.
@MainActor
public func saveScreenshot(of widget: Widget, to path: String) -> Bool {
    let width = gtk_widget_get_width(widget)
    let height = gtk_widget_get_height(widget)
    guard width > 0, height > 0, let native = gtk_widget_get_native(widget),
        let renderer = gtk_native_get_renderer(native)
    else { return false }
    let paintable = ObjectRef(adopting: gtk_widget_paintable_new(widget))
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable.opaque, snapshot, Double(width), Double(height))
    // Frees the snapshot and gives its node to us.
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    let texture = ObjectRef(adopting: gsk_renderer_render_texture(renderer, node, nil))
    return Bool(gdk_texture_save_to_png(texture.opaque, path))
}
