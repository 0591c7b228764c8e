// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between runs. Without an installed schema it remembers nothing, and nothing fails.

import CAdwaita
import GTKBridge

/// The settings of `org.albumen.Albumen`, where its schema is found.
@MainActor
final class WindowSettings {
    private static let schema = "org.albumen.Albumen"
    private let settings: ObjectRef?

    init() {
        // g_settings_new ends the process where the schema is missing: look first.
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, Self.schema, 1)
        else {
            settings = nil
            return
        }
        settings = ObjectRef(adopting: g_settings_new_full(schema, nil, nil))
        g_settings_schema_unref(schema)
    }

    /// The edge of a tile that was last chosen, in logical pixels; nil where nothing is remembered.
    var tileSize: Int? {
        get { int("tile-size").map(Int.init) }
        set { if let newValue { set("tile-size", Int32(clamping: newValue)) } }
    }

    /// Gives a new window the size that the last one had.
    func apply(to window: Widget) {
        gtk_window_set_default_size(
            window.as(GtkWindow.self), int("window-width") ?? 1200, int("window-height") ?? 800)
        if let settings, Bool(g_settings_get_boolean(settings.as(GSettings.self), "window-maximized")) {
            gtk_window_maximize(window.as(GtkWindow.self))
        }
    }

    /// Keeps a window's size. Read while it is still mapped.
    func save(_ window: Widget) {
        guard let settings else { return }
        var width: Int32 = 0
        var height: Int32 = 0
        gtk_window_get_default_size(window.as(GtkWindow.self), &width, &height)
        if width > 0, height > 0 {
            set("window-width", width)
            set("window-height", height)
        }
        g_settings_set_boolean(
            settings.as(GSettings.self), "window-maximized",
            gtk_window_is_maximized(window.as(GtkWindow.self)))
    }

    private func int(_ key: String) -> Int32? {
        settings.map { g_settings_get_int($0.as(GSettings.self), key) }
    }

    private func set(_ key: String, _ value: Int32) {
        // A value out of the schema's range is refused, and what was remembered stays.
        if let settings { g_settings_set_int(settings.as(GSettings.self), key, value) }
    }
}
